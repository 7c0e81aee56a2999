"""A table: its head, rows, foot and columns, by posted events."""

from dataclasses import replace

import pygame
from control_window import ControlWindow

from study.format.value_format import ValueFormat
from ui.kit.cells import BarCell, ButtonsCell, MarkCell, NumberCell, TextCell, Tool
from ui.kit.layout import RIGHT, DataColumn
from ui.kit.sheet import Sheet, Stated
from ui.kit.table import Content, DataRow, DataTable, Each

PLACE = pygame.Rect(10, 10, 200, 120)
TWO = DataColumn("name", "name", "The name.", grow=1.0), DataColumn("cost", "cost", align=RIGHT)


class Tabled:
    """A table in a window, with the numbers of the rows that were asked for, and what was opened."""

    def __init__(
        self, count: int = 1000, place: pygame.Rect = PLACE, table: DataTable | None = None, **more
    ) -> None:
        self.asked: list[int] = []
        self.did: list[object] = []
        self.table, self.place = table or DataTable("head"), place
        self.things = list(range(count))
        self.content = Content(Each(self.things, self.row), TWO, **more)
        self.window = ControlWindow(self.draw)

    def row(self, number: int) -> DataRow:
        self.asked.append(number)
        delete = {pygame.K_DELETE: lambda: self.did.append(f"delete {number}")}
        tool = ButtonsCell(
            (Tool(("tool", number), "plus", "Adds.", lambda: self.did.append(f"add {number}")),)
        )
        return DataRow(
            ("row", number),
            (TextCell(f"row {number}"), tool),
            f"tip {number}",
            lambda: self.did.append(number),
            lambda: self.did.append(f"enter {number}"),
            lambda: self.did.append(f"leave {number}"),
            keys=delete,
        )

    def draw(self, sheet: Sheet) -> None:
        sheet.labels = []
        self.content = replace(self.content, rows=Each(self.things, self.row))
        self.table.draw(sheet, self.place, self.content)

    def labels(self) -> dict[str, pygame.Rect]:
        return {label.wanted: label.place for label in self.window.event_router.sheet.labels or ()}


def test_only_rows_in_sight_are_asked_for():
    tabled = Tabled()
    tabled.asked.clear()
    tabled.window.frame()
    assert sorted(tabled.asked) == list(range(5)), "five rows below the head, each once"
    assert {text for text in tabled.labels() if text.startswith("row")} == {f"row {n}" for n in range(5)}


def test_the_head_and_the_foot_stay_while_rows_scroll():
    foot = (DataRow("total", (TextCell("total"), TextCell("5"))),)
    tabled = Tabled(foot=foot)
    before = tabled.labels()
    tabled.window.move((50, 60))
    tabled.window.wheel(-3)
    after = tabled.labels()
    assert "row 0" in before and "row 0" not in after and "row 6" in after
    assert {after[text].top for text in ("name", "total")} == {before[text].top for text in ("name", "total")}
    assert before["total"].top > max(rect.top for text, rect in before.items() if text.startswith("row"))
    assert tabled.window.event_router.sheet.zone(("head", "name")).tip == "The name."


def test_keys_and_clicks_open_a_row_and_act_on_it():
    tabled = Tabled()
    tabled.window.click((50, 55))
    assert tabled.did == [1] and tabled.table.lit == 1
    tabled.window.key(pygame.K_TAB)
    for key in (pygame.K_END, pygame.K_UP, pygame.K_RETURN, pygame.K_DELETE):
        tabled.window.key(key)
    assert tabled.did == [1, 998, "delete 998"] and PLACE.contains(tabled.table.area(998))
    tabled.window.event_router.update(1e12)
    assert tabled.window.event_router.tooltip == "tip 998"
    tabled.window.click(tabled.window.rect(("tool", 998)).center)
    assert tabled.did[-1] == "add 998" and tabled.window.event_router.sheet.zone(("tool", 997)) is None


def test_the_lit_row_stays_the_same_when_rows_come():
    tabled = Tabled(20)
    tabled.window.key(pygame.K_TAB)
    tabled.window.key(pygame.K_DOWN)
    tabled.things.insert(0, 77)
    tabled.window.frame()
    assert tabled.table.lit == 2 and tabled.table.rows[2].key == ("row", 1)
    tabled.table.restart()
    tabled.window.frame()
    assert tabled.table.lit == 0


def test_a_row_that_is_a_stop_points_and_scrolls_into_view():
    tabled = Tabled(table=DataTable("head", stops=True))
    tabled.window.move((50, 55))
    tabled.window.move((50, 75))
    assert tabled.did == ["enter 1", "leave 1", "enter 2"]
    for _ in range(16):  # the table, then each row and its button
        tabled.window.key(pygame.K_TAB)
    assert tabled.window.focused == ("row", 7) and tabled.table.scroll.offset == 60
    assert tabled.did[-1] == "enter 7" and PLACE.contains(tabled.window.rect(("row", 7)))


def test_columns_grow_with_what_is_seen_until_it_is_of_another():
    table, texts = DataTable(), ["1"]

    def draw(sheet: Sheet, of: str = "a") -> None:
        sheet.labels = []
        table.draw(
            sheet, PLACE, Content([DataRow(t, (TextCell("n"), TextCell(t))) for t in texts], TWO, of=of)
        )

    window = ControlWindow(draw)

    def width() -> int:
        return next(
            label.column.width for label in window.event_router.sheet.labels if label.wanted == texts[0]
        )

    narrow = width()
    texts[0] = "a long number"
    window.frame()
    wide = width()
    texts[0] = "2"
    window.frame()
    assert width() == wide > narrow
    window._draw = lambda sheet: draw(sheet, "b")
    window.frame()
    assert width() == narrow


def test_lines_of_a_row_and_texts_over_empty_columns():
    rows = [
        DataRow(0, ((TextCell("plays"), TextCell("right")), (TextCell("+1"), TextCell("+2")))),
        DataRow(1, (TextCell("words " * 9), None)),
    ]
    table = DataTable()

    def draw(sheet: Sheet) -> None:
        sheet.labels = []
        table.draw(sheet, PLACE, Content(rows, TWO, row=44))

    labels = {label.wanted: label for label in ControlWindow(draw).event_router.sheet.labels}
    plays, right, second = (labels[text].place for text in ("plays", "right", "+2"))
    assert right.top == plays.top + 20 == second.top and right.left == plays.left
    words, head = labels["words " * 9].column, labels["cost"].column
    assert (words.left, words.right) == (plays.left, head.right)


def test_a_table_breaks_its_rows_where_columns_have_no_room():
    rows = [DataRow(0, (TextCell("a rather long name"), TextCell("12.5 % of all")))]
    content, theme = Content(rows, TWO, breaks=True), ControlWindow(lambda sheet: None).theme
    assert [content.height(theme, width) for width in (400, 150)] == [40, 60]

    def draw(sheet: Sheet) -> None:
        sheet.labels = []
        DataTable().draw(sheet, pygame.Rect(0, 0, 150, 100), content)

    shown = {label.wanted: label for label in ControlWindow(draw).event_router.sheet.labels}
    name, value = shown["a rather long name"], shown["12.5 % of all"]
    assert name.shown == name.wanted and value.place.top == name.place.top + 20


def test_whole_rows_or_none_and_words_where_there_is_no_row():
    for height, count in ((99, 3), (39, 0)):
        tabled = Tabled(50, pygame.Rect(10, 10, 200, height))
        assert len([text for text in tabled.labels() if text.startswith("row")]) == count
    empty = Tabled(0, nothing="No games yet.")
    assert "No games yet." in empty.labels()


def test_two_tables_of_a_page_are_told_apart():
    first, second = Tabled(9), Tabled(9)

    def draw(sheet: Sheet) -> None:
        first.draw(sheet)
        second.table.draw(sheet, PLACE.move(0, 140), second.content)

    window = ControlWindow(draw)
    window.click((50, 195))
    assert (first.did, second.did) == ([], [1]) and second.table.lit == 1 and first.table.lit == 0


def test_cells_state_their_values_and_shrink_to_fit():
    stated = Stated("question", 2.5, 0, "source")
    form = ValueFormat()
    rows = [
        DataRow(
            0,
            (
                NumberCell(2.5, form, states=stated),
                TextCell("a text that is too wide", after=TextCell("x", 12)),
            ),
        )
    ]
    columns = DataColumn("value", wanted=60), DataColumn("text", wanted=120, least=120)

    def draw(sheet: Sheet) -> None:
        sheet.labels = []
        DataTable().draw(sheet, pygame.Rect(0, 0, 200, 40), Content(rows, columns))

    value, text, after = ControlWindow(draw).event_router.sheet.labels
    assert value.states == stated and value.wanted == form.signed(2.5)
    assert text.shown != text.wanted and after.place.right <= 200


def test_bars_of_all_rows_begin_at_one_zero_line():
    window = ControlWindow(lambda sheet: None)
    columns = DataColumn("bar", wanted=100), DataColumn("sign", wanted=20)
    shares = (0.5, -1.0, None)
    rows = [
        DataRow(at, (BarCell(share, mark=0.25), MarkCell(Sheet.shape, (0,))))
        for at, share in enumerate(shares)
    ]

    def draw(sheet: Sheet) -> None:
        sheet.fill(sheet.surface.get_rect(), sheet.theme.panel)
        DataTable().draw(sheet, pygame.Rect(0, 0, 200, 60), Content(rows, columns))

    window = ControlWindow(draw)
    middle = 4 + 50
    assert {window.surface.get_at((middle, y))[:3] for y in range(60)} == {window.theme.dim[:3]}
    ends = [
        [x for x in range(4, 104) if window.surface.get_at((x, y))[:3] == window.theme.side_color(side)[:3]]
        for y, side in ((10, 0), (30, 1))
    ]
    assert min(ends[0]) == middle + 1 and max(ends[1]) == middle - 1 and len(ends[1]) > 2 * len(ends[0]) - 4
