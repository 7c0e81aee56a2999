"""Colours are drawn as `ui.colors` declares them: each drawn colour is one of them, on a ground that it is
declared for. Screens are drawn, and what lies under each text, fill and line is measured."""

from collections.abc import Callable

import pygame
import pytest
from drawn_colors import TEXT, Drawn, Rgb, recorded
from driving import Driver

from games.random_stream import Draws
from games.record import Record
from games.registry import load_game
from heuristics.registry import default_heuristic
from ui.boards.overlays import Arrow
from ui.colors import COLORS, THEMES, TINTS, ColorKind, contrast, values
from ui.panels.dock import NUMBERED
from ui.scenes.play.play import Play

GAMES = ("isolation", "morris", "chess", "jungle", "tabletactics")
CHECK = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"


@pytest.fixture(params=THEMES)
def opening(request):
    return {"theme": request.param}


def rgb(value: str) -> Rgb:
    return tuple(pygame.Color(value))[:3]


def names_by_color(theme: str) -> dict[Rgb, set[str]]:
    """What each colour may be: a colour of the theme, or a board's square with a tint over it."""
    found: dict[Rgb, set[str]] = {}
    colors = {name: rgb(value) for name, value in values(theme).items()}
    for name, color in colors.items():
        found.setdefault(color, set()).add(name)
    return found


def nearest(color: Rgb, known: dict[Rgb, set[str]], theme: str) -> set[str]:
    """The names of a drawn colour; for a tinted square, the square's."""
    if color in known:
        return known[color]
    own = values(theme)
    for name in ("board_ground", "board_light", "board_dark"):
        for tint, share in TINTS.values():
            tinted = pygame.Color(own[name]).lerp(pygame.Color(own[tint]), share)
            if max(abs(a - b) for a, b in zip(color, tuple(tinted)[:3], strict=True)) <= 3:
                return {name}
    return set()


def faults(drawn: set[Drawn], theme: str) -> list[str]:
    """What was not drawn as the colours are declared."""
    known, said = names_by_color(theme), set()
    for what, color, ground, where in drawn:
        names = known.get(color, set())
        if not names:
            said.add(f"{where}: {what} in {color}, which is no colour of the theme")
            continue
        uses = [use for name in names for use in COLORS[name].uses]
        kinds = {use.kind for use in uses}
        if (
            ground is None
            or ground == color
            or (what != TEXT and kinds & {ColorKind.GROUND, ColorKind.LINING})
        ):
            continue
        least = 3.0 if what != TEXT or names == {"faint"} else 4.5
        lies_on = nearest(ground, known, theme)
        if contrast(color, ground) < least:
            said.add(f"{where}: {what} in {names} on {ground} {lies_on}: {contrast(color, ground):.2f}")
        linings = {name for name in lies_on if COLORS[name].uses[0].kind == ColorKind.LINING}
        if lies_on and not linings and not any(lies_on & {*use.on} for use in uses):
            said.add(f"{where}: {what} in {names} on {lies_on} is not declared")
    return sorted(said)


def played(driver: Driver, game: str, plies: int = 10, text: str | None = None) -> Play:
    record, draws = Record.start(load_game(game), driver.app.settings.options_for(game), text), Draws(3)
    for _ in range(0 if text else plies):
        move = record.position.moves[draws.below(len(record.position.moves))]
        record.play(move, record.draw_chance(move, draws))
    spec = f"alphabeta:{default_heuristic(game).name},depth=1"
    play = driver.play(game, "human", spec if record.position.to_move else "human", record=record)
    play.session.turn.pause()
    driver.frame(3)
    return play


def drawn_anew(driver: Driver, patch: pytest.MonkeyPatch, *steps: Callable[[], object]) -> set[Drawn]:
    """What is drawn after each of some steps, with nothing kept from earlier frames."""
    with recorded(patch) as found:
        for step in (lambda: None, *steps):
            driver.app.rescale(1.0)
            step()
            driver.frame(2)
    return found


def test_what_is_recorded_would_show_a_fault(driver, monkeypatch):
    theme = driver.app.theme
    with recorded(monkeypatch) as found:
        driver.app.surface.fill(theme.panel)
        pygame.draw.rect(driver.app.surface, "#123456", (10, 10, 40, 40))
        theme.text(driver.app.surface, (100, 100), "words", color=theme.pressed)
        pygame.draw.line(driver.app.surface, theme.board_line, (300, 300), (400, 300))
    said = faults(found, theme.name)
    assert len(said) >= 3 and "no colour of the theme" in " ".join(said) and "not declared" in " ".join(said)


def test_home(driver, monkeypatch):
    played(driver, "isolation")
    driver.app.pop()
    keys = [lambda key=key: driver.key(key) for key in (pygame.K_x, pygame.K_w, pygame.K_g, pygame.K_F1)]
    assert not faults(drawn_anew(driver, monkeypatch, *keys), driver.app.theme.name)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_board_with_all_its_signs(driver, monkeypatch, game):
    play = played(driver, game)
    board, position = play.board, play.session.study.record.position
    clicked = next(iter(sorted(board.hand.filter.squares_from_start() & {*board.game.squares})), "")

    def arrows() -> None:
        theme = driver.app.theme
        moves = position.moves[:2]
        board.hint, board.shown_move = moves[0], moves[-1]
        board.arrows = [
            Arrow([(board.game.squares[0], board.game.squares[-1])], color, 1, side, dashed)
            for color, side, dashed in (
                (theme.white, 0, False),
                (theme.black, 1, False),
                (theme.alarm, 0, True),
            )
        ]

    steps = [lambda key=key: driver.key(key) for key in (pygame.K_t, pygame.K_o, pygame.K_c, pygame.K_q)]
    steps += [arrows, lambda: driver.tab_to(board)]
    if clicked:
        steps += [lambda: driver.click_square(play, clicked)]
    assert not faults(drawn_anew(driver, monkeypatch, *steps), driver.app.theme.name)


def test_check(driver, monkeypatch):
    played(driver, "chess", text=CHECK)
    assert not faults(drawn_anew(driver, monkeypatch), driver.app.theme.name)


@pytest.mark.long
@pytest.mark.parametrize("game", ["chess", "jungle"])
def test_the_pages_of_a_game(driver, monkeypatch, game):
    play = played(driver, game)
    steps = []
    for panel in (*play.dock.panels[:NUMBERED], *play.dock.panels[NUMBERED:], play.dock.lab):
        if panel.suits(play.session.study):
            steps.append(lambda panel=panel: play.dock.show(panel, play.session.study))
    steps += [lambda: driver.click_on(play.menu), lambda: driver.key(pygame.K_ESCAPE)]
    steps += [lambda: driver.key(pygame.K_k, pygame.KMOD_CTRL)]
    assert not faults(drawn_anew(driver, monkeypatch, *steps), driver.app.theme.name)


@pytest.mark.parametrize("name", ["set up", "how to play", "players", "arena", "export", "settings"])
def test_the_screens_that_a_game_leads_to(driver, monkeypatch, name):
    play = played(driver, "tabletactics")
    (driver.app if name == "settings" else play).commands.run(name)
    driver.frame(2)
    assert driver.app.scene is not play
    assert not faults(drawn_anew(driver, monkeypatch), driver.app.theme.name)
