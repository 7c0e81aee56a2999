"""How a saved game is gone on with: who plays it, and in which file."""

from pathlib import Path
from typing import TYPE_CHECKING

from engines.kinds import HUMAN, PlayerSpec
from engines.players import parse_player
from games.contract import BadText
from study.saves import OpenedGame
from study.session import Session
from ui.scenes.question import Answer, Question

if TYPE_CHECKING:
    from ui.app import App

Pair = tuple[PlayerSpec, PlayerSpec]


def continue_game(app: "App", path: Path) -> None:
    """Shows a saved game, to go on with or to look through; the scene on top says what is wrong with
    its file. A command in it that the person has not chosen before is asked about first."""
    assert app.saves is not None
    try:
        opened = app.saves.open(path)
    except BadText as error:
        app.scene.tell(str(error))
        return
    try:
        white, black = (parse_player(text, opened.record.game.name) for text in opened.players)
    except BadText as error:
        _close(opened)
        app.scene.tell(f"{path.name}: {error}")
        return
    players, trusted = (white, black), app.saves.trusted
    unknown = trusted.unknown(players)
    if not unknown:
        _show(app, opened, players)
        return

    def start() -> None:
        trusted.choose(players)
        _show(app, opened, players)

    def play_without() -> None:
        first, second = (PlayerSpec(HUMAN) if spec.command in unknown else spec for spec in players)
        _show(app, opened, (first, second))

    it = "it" if len(unknown) == 1 else "them"
    question = Question(
        app,
        "Start another program?",
        f"The game's file names another program as a player. Going on with the game starts {it} on this "
        f"computer, where {'it' if it == 'it' else 'they'} may do whatever you may:",
        unknown,
        (
            Answer("Play without it", "You play in the program's place; nothing is started.", play_without),
            Answer(f"Start {it}", "Only if you know what it does. You will not be asked again.", start, True),
        ),
        lambda: _close(opened),
    )
    app.push(question)


def _show(app: "App", opened: OpenedGame, players: Pair) -> None:
    from ui.scenes.play import Play

    session = Session(opened.record, players, app.settings, app.saves, opened.seed, resumed=opened.file)
    if session.humans == 0:
        session.playing = False
    if opened.remark:
        session.remarks.append(opened.remark)
    app.push(Play(app, session))


def _close(opened: OpenedGame) -> None:
    if opened.file is not None:
        opened.file.close()
