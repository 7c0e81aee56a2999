"""What the play screen exchanges with other programs: text on the clipboard, files, positions set up by hand,
and players who take over."""

import time
from datetime import date
from functools import partial
from pathlib import Path

from engines.jobs import Job
from games.contract import BadText, FileFormat
from games.game_text import game_text
from games.game_tree import ROOT
from games.record import Record
from study.core.wishes import AskCase, AskComment
from study.saved_games.game_to_open import OpenGame
from study.suites.suite_browser import SuiteBrowser
from study.suites.suites import Case, Suite
from study.suites.user_suites import add_case
from study.user_files.read_file import record_from
from study.variations.tree_edits import TreeEdits
from ui import clipboard
from ui.import_games import format_of_text, open_text
from ui.navigation import Pair
from ui.open_game import show_game
from ui.scenes.play.desk import PlayDesk


def format_of(at: PlayDesk) -> FileFormat | None:
    """The file format in which other programs usually keep this game; None for none."""
    return next(iter(at.study.record.game.files), None)


# Text


def copy_position(at: PlayDesk) -> None:
    clipboard.put(at.study.position.text)
    name = at.study.record.game.position_format
    at.say(f"The position is on the clipboard{f' as {name}' if name else ''}.")


def text_of_game(at: PlayDesk) -> str:
    """The game in its usual file format, with what is known about it; else its numbered moves."""
    session, format = at.session, format_of(at)
    if format is None:
        return game_text(session.study.record)
    white, black = (_name(at, side) for side in (0, 1))
    opened = session.opened
    day = None if opened.headers else date.today()
    return format.write(session.study.record, white, black, day, headers=opened.headers)


def _name(at: PlayDesk, side: int) -> str:
    session = at.session
    if session.study.is_person(side):
        return session.opened.names[side] or "Human"
    return str(session.study.players[side])


def copy_game(at: PlayDesk) -> None:
    clipboard.put(text_of_game(at))
    format = format_of(at)
    kind = f" as {format.name}" if format else ""
    at.say(f"The game is on the clipboard{kind}.")


def paste(at: PlayDesk) -> None:
    take_text(at, clipboard.get(), "the clipboard")


def take_text(at: PlayDesk, text: str, source: str) -> None:
    """Opens the games in a text, or begins one with the position that it describes."""
    session, found = at.session, format_of_text(text)
    try:
        if found is not None:
            open_text(at.navigation, *found, text, source)
            return
        record = record_from(text, session.study.settings, (session.study.record.game.name,))
    except BadText as error:
        at.say(f"Not opened: {error}", problem=True)
        return
    at.start_record(record)
    began = f"A new game from {'the moves' if record.plies else 'the position'} of {source}."
    at.say(" ".join(filter(None, (began, record.not_kept))))


# Files


def export(at: PlayDesk) -> None:
    if at.exporting is None:
        from ui.scenes.play.export import Exporting

        at.exporting = Exporting(at.navigation, at.say)
    at.exporting.ask(at.session, at.app.theme.name)


def open_game(at: PlayDesk, wish: OpenGame) -> None:
    """Shows another game; above this one, too, if leaving this one would end work that a person started."""
    if wish.instead and not at.study.features.at_work:
        at.navigation.back()
    show_game(at.navigation, wish.read, wish.name)


def save(at: PlayDesk) -> None:
    format = format_of(at)
    assert format is not None, "it is offered only then"
    stem = "-".join(_name(at, side).split(":")[0].split(",")[0].strip() for side in (0, 1))
    plain = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in stem)
    name = f"{plain}-{time.strftime('%Y%m%d')}{format.suffix}"
    title = f"Save the game as {format.name}"
    at.navigation.choose_file(title, (format.suffix,), partial(save_to, at, format), name)


def save_to(at: PlayDesk, format: FileFormat, path: Path) -> None:
    """Adds the game to a file, or begins the file with it."""
    text = text_of_game(at)

    def write(job: Job) -> bool:
        there = path.is_file()
        format.save(path, text, append=True)
        return there

    def tell(there: bool) -> None:
        at.navigation.back()
        at.say(f"{'Added to' if there else 'Saved as'} {path}.")

    at.navigation.wait(f"Saving {path.name}", write, tell)


# Comments


def ask_comment(at: PlayDesk, wish: AskComment) -> None:
    """Asks for a comment on a move."""
    study, node = at.study, wish.node
    record = study.record
    on = "the first position" if node == ROOT else record.numbered_of(node)
    edits = study.of(TreeEdits)
    at.navigation.comment(on, record.tree[node].comment, partial(edits.comment, study, node))


# Suites


def choose_suite(at: PlayDesk, asked: AskCase) -> None:
    """Asks to which suite a position is added."""
    if at.navigation.saves is not None:
        at.navigation.add_case(asked, at.study.of(SuiteBrowser), partial(_add_case, at))


def _add_case(at: PlayDesk, path: Path, case: Case) -> None:
    study, navigation = at.study, at.navigation
    options, settings = study.record.options, at.study.settings

    def tell(suite: Suite) -> None:
        navigation.back()
        study.of(SuiteBrowser).chosen = path
        study.of(SuiteBrowser).look_again()
        count = "1 case" if len(suite.cases) == 1 else f"{len(suite.cases)} cases"
        at.say(f"Added to the suite {suite.name}, which has {count}.")

    navigation.wait(f"Adding to {path.name}", lambda job: add_case(path, case, options, settings), tell)


# Positions and players


def edit(at: PlayDesk) -> None:
    record = at.study.record
    name, text = record.game.name, at.study.position.text
    at.navigation.edit(name, text, at.next_players(), partial(_play_from, at), record.options)


def _play_from(at: PlayDesk, text: str, players: Pair) -> None:
    old = at.study.record
    record = Record.start(old.game, old.options, text)
    at.navigation.back()
    if at.navigation.saves:
        at.navigation.saves.trusted.choose(players)
    at.start_record(record, None if players == at.next_players() else players)
    at.say("A new game from this position.")


def change_players(at: PlayDesk) -> None:
    at.navigation.choose_players(at.study.record.game.name, at.study.players, partial(_take_over, at))


def _take_over(at: PlayDesk, players: Pair) -> None:
    at.navigation.back()
    if at.navigation.saves:
        at.navigation.saves.trusted.choose(players)
    if [str(player) for player in players] != [str(player) for player in at.study.players]:
        at.session.players.change(players)
        at.say("The game goes on with these players.")
