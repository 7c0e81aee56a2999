"""Opens a game in the window: asks before it starts programs or runs code from the file, then shows it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from engines.jobs import Job
from engines.player_kinds import HUMAN, PlayerSpec
from engines.player_text import parse_player
from games.contract import BadText
from games.safe_text import one_line
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from study.game.session import Session
from study.saved_games.carried_code import CarriedCode
from study.saved_games.game_to_open import GameToOpen
from study.saved_games.read_game import ImportedDetails, names_in
from study.saved_games.trusted_programs import TrustedPrograms
from study.state.wishes import Say
from ui.ask_to_start import ask_to_start
from ui.navigation import DialogAnswer, Navigation, Pair


def continue_game(navigation: Navigation, path: Path) -> None:
    """Opens a saved game, to be continued or viewed. If its file is wrong, the current screen says why. Asks
    the person before it starts a program that the file names and the person has not agreed to yet."""
    assert navigation.saves is not None
    show_game(navigation, partial(navigation.saves.open, path), path.name)


def show_game(navigation: Navigation, open_game: Callable[[], GameToOpen], name: str) -> None:
    """Shows the game that `open_game` reads in the background. A message about a mistake begins with
    `name`."""
    saves = navigation.saves
    assert saves is not None

    def read(job: Job) -> tuple[GameToOpen, Pair, list[str]]:
        opened = open_game()
        try:
            players = _players(opened)
        except BadText as error:
            raise BadText(f"{name}: {error}") from None
        return opened, players, saves.trusted.unknown(players)

    navigation.wait("Opening the game", read, lambda found: _go_on(navigation, saves.trusted, *found))


def show_opened(navigation: Navigation, opened: GameToOpen) -> None:
    """Shows a game that has been read, above the home screen or a screen that is at work. Raises BadText if
    its players cannot play here; then it is not opened."""
    assert navigation.saves is not None
    players = _players(opened)
    navigation.home()
    _go_on(navigation, navigation.saves.trusted, opened, players, navigation.saves.trusted.unknown(players))


def _players(opened: GameToOpen) -> Pair:
    """The players of a game. Raises BadText, and closes the game's file, if they cannot play here."""
    try:
        white, black = (parse_player(text, opened.record.game.name) for text in opened.players)
    except BadText:
        _close(opened)
        raise
    return white, black


def _go_on(
    navigation: Navigation, trusted: TrustedPrograms, opened: GameToOpen, players: Pair, unknown: list[str]
) -> None:
    """Shows a game. Asks before, if it starts programs with `unknown` commands."""
    if not unknown:
        _with_code(navigation, trusted, opened, players)
        return

    def start() -> None:
        trusted.choose(players)
        _with_code(navigation, trusted, opened, players)

    def play_without() -> None:
        first, second = (PlayerSpec(HUMAN) if spec.command in unknown else spec for spec in players)
        _with_code(navigation, trusted, opened, (first, second))

    without = ("Play without {it}", "You play in {its} place; nothing is started.", play_without)
    ask_to_start(navigation, "The game's file", unknown, without, start, lambda: _close(opened))


def _with_code(navigation: Navigation, trusted: TrustedPrograms, opened: GameToOpen, players: Pair) -> None:
    """Shows a game. Code that comes with it runs only if the person has agreed to exactly this code."""
    code, without = opened.code, partial(_show, navigation, opened, players)
    if code is None or code.own is not None:  # a file of the person's own has the same code
        without()
        return

    def load() -> None:
        def show(heuristic: Heuristic | str) -> None:
            if isinstance(heuristic, str):
                _show(navigation, replace(opened, remark=heuristic), players)
            else:
                _show(navigation, opened, players, Lens.of(heuristic).with_weights(opened.weights.items()))

        navigation.wait("Loading the heuristic", lambda job: _loaded(code, trusted.folder), show)

    def agree() -> None:
        trusted.agree(code.text)
        load()

    if trusted.runs(code.text):
        load()
        return
    navigation.ask(
        "Run the code of this file?",
        f"The file brings a heuristic of its own, {one_line(code.heuristic, 60)}. It is Python code, "
        "which can do anything here that you can do. Without it, all else opens, with the stored values.",
        [code.text],
        (
            DialogAnswer("Open without it", "Opens everything else; no code is run.", without),
            DialogAnswer(
                "Run this code",
                "Choose this only if you trust it. You are asked again if the code changes.",
                agree,
                True,
            ),
        ),
        lambda: _close(opened),
        code=True,
    )


def _loaded(code: CarriedCode, data: Path) -> Heuristic | str:
    """The heuristic that the code defines, or a line that says why it has none."""
    try:
        return code.load(data)
    except BadText as error:
        return f"The heuristic of the file cannot be used: {error}"


def _show(navigation: Navigation, opened: GameToOpen, players: Pair, lens: Lens | None = None) -> None:
    names = opened.names if any(opened.names) else names_in(opened.headers)
    session = Session(
        opened.record,
        players,
        navigation.settings,
        navigation.saves,
        opened.seed,
        resumed=opened.file,
        saved=opened.saved,
        opened=ImportedDetails(names, dict(opened.headers)),
        keeps_layout=opened.keeps_layout,
        only_viewed=not any(player.is_human for player in players),
    )
    if opened.searches:
        session.searches.read(opened.searches)
    if opened.shown is not None:
        session.study.go_to(opened.shown)
    if opened.prepare is not None:
        opened.prepare(session.study)
    if lens is not None:
        session.study.show_lens(lens)
    if opened.remark:
        session.study.wish(Say(opened.remark))
    navigation.play(session)


def _close(opened: GameToOpen) -> None:
    if opened.file is not None:
        opened.file.close()
