"""The places of the panels: a new panel is a class and a line, and goes where it says."""

import pygame
from panel_views import view_of

from study.saved_games.preferences import Layout
from study.state.study import Study
from study.why_not.questions import WhyNotQuestions
from ui.commands import Commands
from ui.kit.event_router import EventRouter
from ui.kit.sheet import Sheet
from ui.panels import dock as dock_module
from ui.panels.dock import STACKED_LEAST, Dock
from ui.panels.parts.panel import FOOT, GROUPS, IMPROVE, SIDE, STAGE, TAB, UNDERSTAND, Panel
from ui.panels.registry import PANELS
from ui.theme import Theme


class Drawn(Panel):
    """Records where it was drawn."""

    group = TAB

    def __init__(self) -> None:
        self.rects: list[pygame.Rect] = []
        self.keys_seen: list[int] = []

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        self.rects.append(rect)
        sheet.label(rect, f"{self.title} of {study.side_name(0)}")

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        self.keys_seen.append(event.key)
        return True


class Beside(Drawn):
    title, tip, place = "Beside", "A panel of this test", SIDE


class Other(Drawn):
    title, tip, place = "Other", "Another panel of this test", SIDE


class Below(Drawn):
    title, tip, place = "Below", "A strip of this test", FOOT


class Instead(Drawn):
    title, tip, place = "Instead", "A stage of this test", STAGE


class Listed(Drawn):
    title, tip, group, question = "Listed", "A page in the Lab", UNDERSTAND, "What is this?"


class Unsaid(Drawn):
    title, tip, group = "Unsaid", "Another page in the Lab", Panel.group


class StripOfLab(Below):
    title, group = "Strip", IMPROVE


class Screen:
    """The panels' places on a surface of some size, drawn as the play screen does."""

    def __init__(self, size: tuple[int, int], panels: tuple[type[Panel], ...] | None = None) -> None:
        self.theme = Theme()
        pygame.display.init()
        self.event_router, self.dock = EventRouter(self.theme), Dock(panels)
        self.surface = pygame.Surface(size)
        self.study = view_of("isolation", "improved", 4)
        self.draw()

    def draw(self) -> None:
        sheet = self.event_router.begin(self.surface, self.theme)
        sheet.labels = []
        self.dock.begin(sheet)
        whole = self.surface.get_rect()
        foot = self.dock.foot_of(sheet.theme, whole)
        self.dock.lay_out(FOOT, self.study)
        self.dock.draw_foot(sheet, foot, self.study)
        left = pygame.Rect(whole.x, whole.y, whole.width, whole.height - foot.height)
        stage = pygame.Rect(left.x, left.y, left.width // 2, left.height)
        self.dock.lay_out(STAGE, self.study)
        self.staged = self.dock.draw_stage(sheet, stage, self.study)
        side = pygame.Rect(stage.right, left.y, stage.width, left.height)
        self.dock.lay_out_side(sheet.theme, side, self.study)
        self.dock.draw_side(sheet, side, self.study)
        self.event_router.finish()

    def click(self, *key: object) -> None:
        at = self.event_router.sheet.zone(key if len(key) > 1 else key[0]).rect.center
        self.event_router.handle(
            pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))
        )
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.event_router.handle(pygame.event.Event(kind, pos=at, button=1))
        self.draw()

    def texts(self) -> list[str]:
        return [label.wanted for label in self.event_router.sheet.labels or ()]


def test_a_panel_is_one_class_and_one_line(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    few = PANELS[:8]  # with so few, their keys are digits
    monkeypatch.setattr(dock_module, "PANELS", (*few, Beside))
    screen = Screen((1280, 600))
    screen.click("tab", 0, len(few))
    assert "Beside of White" in screen.texts() and screen.dock.upper.title == "Beside"
    zone = screen.event_router.sheet.zone(("tab", 0, len(few)))
    assert zone.tip == f"A panel of this test (Alt+{len(few) + 1})." and zone.focusable


def test_strip_at_the_foot_opens_closes_and_is_resized() -> None:
    screen = Screen((1280, 720), (Beside, Below))
    before = screen.dock.upper.rects[-1]
    screen.click("tab", 0, 1)
    assert "Below of White" in screen.texts() and "Beside of White" in screen.texts()
    assert screen.dock.upper.rects[-1].height < before.height
    strip = screen.dock.foot.rects[-1]
    assert strip.top >= screen.dock.upper.rects[-1].bottom and strip.width > 1180, "all but its two signs"
    screen.click("tab", 0, 1)
    assert screen.dock.foot is None and screen.dock.upper.rects[-1] == before


def test_the_stage_stands_in_the_boards_place_until_it_is_closed() -> None:
    screen = Screen((1280, 720), (Beside, Instead))
    assert not screen.staged
    screen.click("tab", 0, 1)
    assert screen.staged and "Instead of White" in screen.texts()
    assert screen.dock.close_stage() and not screen.dock.close_stage()
    screen.draw()
    assert not screen.staged


def test_two_panels_share_the_height_where_there_is_room() -> None:
    low, high = Screen((1280, STACKED_LEAST - 1)), Screen((1280, STACKED_LEAST))
    assert low.event_router.sheet.zone("second panel") is None
    assert high.dock.stacked
    tabs = [
        zone.key
        for zone in high.event_router.sheet.zones
        if isinstance(zone.key, tuple) and zone.key[0] == "tab"
    ]
    assert {key[1] for key in tabs} == {0, 1}
    assert "0." in high.texts() and "for White" in high.texts(), "the game below the evaluation"
    high.click("tab", 1, 1)
    assert "0." not in high.texts() and "move" in high.texts(), "the moves below the evaluation"
    high.click("tab", 1, 2)
    high.click("tab", 1, 0)
    assert high.dock.upper.title == "Game", "the same panel never stands twice: they change places"
    high.click("second panel")
    assert not high.dock.stacked


def test_empty_lower_panel_leaves_the_room_to_the_upper() -> None:
    class Empty(Other):
        empty = True

        def is_empty(self, study: Study) -> bool:
            return self.empty

    screen = Screen((1280, STACKED_LEAST), (Beside, Empty))
    upper, lower = screen.dock.side_panels
    assert isinstance(upper, Beside) and isinstance(lower, Empty) and screen.dock.stacked
    assert upper.rects[-1].height > 4 * lower.rects[-1].height > 0
    lower.empty = False
    screen.draw()
    assert abs(upper.rects[-1].height - lower.rects[-1].height) <= 1


def test_the_page_of_a_feature_comes_into_view_wherever_it_stood() -> None:
    for high in (False, True):
        screen = Screen((900, STACKED_LEAST + 300 if high else 500))
        asked = next(panel for panel in screen.dock.panels if panel.feature is WhyNotQuestions)
        for opened in ("nowhere", "below", "above"):
            if opened != "nowhere":
                screen.dock.show(asked, screen.study, lower=opened == "below")
            screen.draw()
            screen.dock.call(WhyNotQuestions)
            screen.draw()
            assert asked in [panel for panel, _ in screen.dock._drawn], (high, opened)
            screen.dock.show(screen.dock.side_panels[0], screen.study)
            screen.dock.show(screen.dock.side_panels[1], screen.study, lower=True)
        screen.draw()
        assert asked not in [panel for panel, _ in screen.dock._drawn], "it is called once"


def test_keys_go_to_the_pointed_or_open_panel_not_the_board() -> None:
    screen = Screen((1280, 720), (Beside, Below))
    down = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0, unicode="")
    assert screen.dock.key(down, screen.study), "where the pointer is nowhere"
    screen.event_router.handle(
        pygame.event.Event(pygame.MOUSEMOTION, pos=(1200, 300), rel=(0, 0), buttons=(0, 0, 0))
    )
    assert screen.dock.key(down, screen.study) and screen.dock.upper.keys_seen == [pygame.K_DOWN] * 2
    screen.dock.yields_arrows = True
    assert not screen.dock.key(down, screen.study)
    commands = Commands(screen.study, screen.dock.commands())
    assert commands.key(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_2, mod=0, unicode=""))
    assert screen.dock.foot is not None


def test_what_is_open_is_found_again_as_far_as_it_is_there() -> None:
    layout = Layout()
    first = Screen((1280, 800), (Beside, Other, Below, Instead))
    for panel in (1, 2, 3):
        first.dock.show(first.dock.panels[panel], first.study)
    first.dock.stacked = True
    first.dock.note(layout)
    again = Screen((1280, 800), (Beside, Other, Below, Instead))
    again.dock.arrange(layout)
    again.draw()
    assert again.dock.upper.title == "Other" and again.dock.stacked and again.dock.foot is not None
    assert again.dock.stage is None, "a game begins with its board"
    later = Screen((1280, 800), (Beside, Instead))
    for strange in (layout, Layout(["Instead", "Beside", "Beside"], False, "Beside")):
        later.dock.arrange(strange)
        later.draw()
        assert later.dock.upper.title == "Beside" and later.dock.foot is None


def tabs(screen: Screen, at: int = 0) -> list[str]:
    keys = [zone.key for zone in screen.event_router.sheet.zones if isinstance(zone.key, tuple)]
    every = [*screen.dock.panels, screen.dock.lab]
    return [every[key[2]].title for key in keys if key[:2] == ("tab", at)]


def test_four_pages_have_a_tab_and_all_others_stand_in_the_lab() -> None:
    screen = Screen((1280, 600))
    assert tabs(screen) == ["Evaluation", "Moves", "Game", "Why not", "Lab"]
    screen.click("tab", 0, len(PANELS))
    listed = [
        zone.key[1]
        for zone in screen.event_router.sheet.zones
        if isinstance(zone.key, tuple) and zone.key[0] == "lab"
    ]
    understand, improve, learn = (
        ["Review", "Timeline", "Tree", "Lesson"],
        ["Weights", "Compare", "Suites", "Truth", "Card", "Check"],
        ["Exercise", "Practice"],
    )
    assert listed == [*understand, *improve, *learn]
    texts = screen.texts()
    for panel in screen.dock.panels:
        assert panel.question.endswith("?") and panel.question[0].isupper(), panel.title
        assert panel.group in (TAB, *GROUPS) and panel.suits(screen.study) == (
            panel.title not in ("Curves", "Learned")
        )
        assert (panel.question in texts) == (panel.title in listed), panel.title
    assert [text for text in texts if text in GROUPS] == ["Understand", "Improve", "Learn"]
    assert not [label for label in screen.event_router.sheet.labels if label.shown != label.wanted]


def test_last_used_page_of_the_lab_keeps_a_tab() -> None:
    few = (Beside, Other, Listed, Unsaid, StripOfLab)
    screen = Screen((1280, 600), few)
    assert tabs(screen) == ["Beside", "Other", "Lab"]
    screen.click("tab", 0, len(few))
    screen.click("lab", "Listed")
    assert screen.dock.upper.title == "Listed" and tabs(screen) == ["Beside", "Other", "Lab", "Listed"]
    screen.click("tab", 0, 0)
    assert tabs(screen)[-1] == "Listed", "while another page is looked at"
    screen.click("tab", 0, len(few))
    screen.click("lab", "Unsaid")
    assert screen.dock.upper.title == "Unsaid" and tabs(screen) == ["Beside", "Other", "Lab", "Unsaid"]
    screen.click("tab", 0, len(few))
    screen.click("lab", "Strip")
    assert screen.dock.foot is not None and screen.dock.upper.group == TAB, "the list makes room again"
    assert screen.dock.upper is not screen.dock.lab and tabs(screen)[-1] == "Strip"
    screen.click("tab", 0, 4)
    assert screen.dock.foot is None and tabs(screen)[-1] == "Strip"


def test_the_lab_above_and_below_keeps_what_was_used_there() -> None:
    few = (Beside, Other, Listed, Unsaid)
    screen = Screen((1280, STACKED_LEAST), few)
    screen.click("tab", 1, len(few))
    screen.click("lab", "Listed")
    assert tabs(screen, 1)[-1] == "Listed" and tabs(screen, 0)[-1] == "Lab"
    screen.click("tab", 0, len(few))
    screen.click("lab", "Unsaid")
    assert (tabs(screen, 0)[-1], tabs(screen, 1)[-1]) == ("Unsaid", "Listed")
    screen.click("tab", 0, len(few))
    screen.click("lab", "Listed")
    assert [panel.title for panel in screen.dock._open] == ["Listed", "Unsaid"], "they change places"
    assert (tabs(screen, 0)[-1], tabs(screen, 1)[-1]) == ("Listed", "Unsaid")
    layout = Layout()
    screen.dock.note(layout)
    again = Screen((1280, STACKED_LEAST), few)
    again.dock.arrange(layout)
    again.draw()
    assert (tabs(again, 0)[-1], tabs(again, 1)[-1]) == ("Listed", "Unsaid")


def test_a_layout_of_a_version_without_a_lab_opens_what_was_open() -> None:
    few = (Beside, Other, Listed, StripOfLab)
    screen = Screen((1280, STACKED_LEAST), few)
    screen.dock.arrange(Layout(["Listed", "Other"], True, "Strip"))
    screen.draw()
    assert [panel.title for panel in screen.dock._open] == ["Listed", "Other"]
    assert screen.dock.foot is not None and tabs(screen)[-1] == "Listed"
    screen.dock.arrange(Layout(["Beside", "Other"], True, "Strip"))
    screen.draw()
    assert tabs(screen)[-1] == "Strip", "it can be closed by its tab"


def test_keys_lead_to_every_page_by_way_of_the_lab() -> None:
    screen = Screen((1280, 600))
    commands = Commands(screen.study, screen.dock.commands())

    def press(key: int) -> bool:
        event = pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="")
        found = screen.dock.key(event, screen.study) or commands.key(event)
        screen.draw()
        return found

    listed = screen.dock.lab.offered(screen.study)
    for number, panel in enumerate(listed, start=1):
        screen.dock.close_stage()
        press(pygame.K_0)
        assert screen.dock.upper is screen.dock.lab
        for _ in range(number):
            assert press(pygame.K_DOWN) and screen.dock.lab.lit is listed[_]
        assert press(pygame.K_RETURN)
        shown = (screen.dock.upper, screen.dock.foot, screen.dock.stage)
        assert panel in shown, panel.title
    press(pygame.K_0)
    assert press(pygame.K_UP) and screen.dock.lab.lit is listed[-1]


def test_the_list_has_room_beside_a_board_of_any_size() -> None:
    for size in ((2 * 270, 330), (2 * 320, 400), (2 * 360, 560), (2 * 600, 700)):
        screen = Screen(size)
        screen.dock.show(screen.dock.lab, screen.study)
        screen.draw()
        rows = [
            zone
            for zone in screen.event_router.sheet.zones
            if isinstance(zone.key, tuple) and zone.key[0] == "lab"
        ]
        assert len(rows) == 12 and all(row.focusable and row.tip for row in rows)
        cut = [label.wanted for label in screen.event_router.sheet.labels if label.shown != label.wanted]
        assert not [text for text in cut if text in {panel.title for panel in PANELS}], (size, cut)


def test_no_tab_moves_as_a_page_of_the_lab_comes() -> None:
    study = view_of("isolation", "open", 0)
    for width in (380, 420, 680):
        dock, places = Dock(), []
        surface = pygame.Surface((width, 600))
        in_lab = (panel for panel in dock.side_panels if panel.group != TAB and panel.suits(study))
        for page in (None, *in_lab):
            if page is not None:
                dock.show(page, study)
            theme = Theme(1.0, "dark")
            event_router = EventRouter(theme)
            event_router.begin(surface, theme)
            dock.begin(event_router.sheet)
            dock.lay_out_side(theme, surface.get_rect(), study)
            dock.draw_side(event_router.sheet, surface.get_rect(), study)
            tabs = [
                zone
                for zone in event_router.sheet.zones
                if isinstance(zone.key, tuple) and zone.key[:2] == ("tab", 0)
            ]
            kept = {
                zone.key: tuple(zone.rect)
                for zone in tabs
                if page is None or zone.key[2] != dock._number(page)
            }
            assert len(tabs) == len(kept) + (page is not None)
            places.append(kept)
        assert all(each == places[0] for each in places), width
