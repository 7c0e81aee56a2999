"""What leads into and out of a game: the clipboard, files, comments, suites, positions that a person sets up,
and new players."""

import time
from datetime import date
from functools import partial
from pathlib import Path

from engines.jobs import Job
from games.contract import BadText, FileFormat
from games.game_text import game_text
from games.game_tree import ROOT
from games.record import Record
from study.saved_games.game_to_open import OpenGame
from study.state.wishes import AskCase, AskComment
from study.suites.suite_browser import SuiteBrowser
from study.suites.suites import Case, Suite
from study.suites.user_suites import add_case
from study.user_files.read_file import record_from
from study.variations.tree_edits import TreeEdits
from ui import clipboard
from ui.import_games import format_of_text, open_text
from ui.navigation import Pair
from ui.open_game import show_game
from ui.scenes.play.context import PlayContext


def format_of(context: PlayContext) -> FileFormat | None:
    """The file format that other programs usually use for this game, in chess PGN; None if there is none."""
    return next(iter(context.study.record.game.files), None)


# Text


def copy_position(context: PlayContext) -> None:
    clipboard.put(context.study.position.text)
    name = context.study.record.game.position_format
    context.say(f"The position is on the clipboard{f' as {name}' if name else ''}.")


def text_of_game(context: PlayContext) -> str:
    """The game in its usual file format, with its headers; without such a format, its numbered moves."""
    session, format = context.session, format_of(context)
    if format is None:
        return game_text(session.study.record)
    white, black = (_name(context, side) for side in (0, 1))
    opened = session.opened
    day = None if opened.headers else date.today()
    return format.write(session.study.record, white, black, day, headers=opened.headers)


def _name(context: PlayContext, side: int) -> str:
    session = context.session
    if session.study.is_person(side):
        return session.opened.names[side] or "Human"
    return str(session.study.players[side])


def copy_game(context: PlayContext) -> None:
    clipboard.put(text_of_game(context))
    format = format_of(context)
    kind = f" as {format.name}" if format else ""
    context.say(f"The game is on the clipboard{kind}.")


def paste(context: PlayContext) -> None:
    take_text(context, clipboard.get(), "the clipboard")


def take_text(context: PlayContext, text: str, source: str) -> None:
    """Opens the games in a text, or begins a game with the position or the moves in it."""
    session, found = context.session, format_of_text(text)
    try:
        if found is not None:
            open_text(context.navigation, *found, text, source)
            return
        record = record_from(text, session.study.settings, (session.study.record.game.name,))
    except BadText as error:
        context.say(f"Not opened: {error}", problem=True)
        return
    context.start_record(record)
    began = f"A new game from {'the moves' if record.plies else 'the position'} of {source}."
    context.say(" ".join(filter(None, (began, record.not_kept))))


# Files


def export(context: PlayContext) -> None:
    if context.exporting is None:
        from ui.scenes.play.export import Exporting

        context.exporting = Exporting(context.navigation, context.say)
    context.exporting.ask(context.session, context.app.theme.name)


def open_game(context: PlayContext, wish: OpenGame) -> None:
    """Shows another game. It replaces this one if the wish says so, unless work that a person started is
    running here: then it opens above this one."""
    if wish.instead and not context.study.features.at_work:
        context.navigation.back()
    show_game(context.navigation, wish.read, wish.name)


def save(context: PlayContext) -> None:
    format = format_of(context)
    assert format is not None, "the command is disabled without a format"
    # Without the options of a program, and without the first name after "Carlsen, ".
    stem = "-".join(_name(context, side).split(":")[0].split(",")[0].strip() for side in (0, 1))
    plain = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in stem)
    name = f"{plain}-{time.strftime('%Y%m%d')}{format.suffix}"
    title = f"Save the game as {format.name}"
    context.navigation.choose_file(title, (format.suffix,), partial(save_to, context, format), name)


def save_to(context: PlayContext, format: FileFormat, path: Path) -> None:
    """Adds the game to an existing file, or writes a new file with it."""
    text = text_of_game(context)

    def write(job: Job) -> bool:
        there = path.is_file()
        format.save(path, text, append=True)
        return there

    def tell(there: bool) -> None:
        context.navigation.back()
        context.say(f"{'Added to' if there else 'Saved as'} {path}.")

    context.navigation.wait(f"Saving {path.name}", write, tell)


# Comments


def ask_comment(context: PlayContext, wish: AskComment) -> None:
    """Asks for a comment on a move."""
    study, node = context.study, wish.node
    record = study.record
    on = "the first position" if node == ROOT else record.numbered_of(node)
    edits = study.of(TreeEdits)
    context.navigation.comment(on, record.tree[node].comment, partial(edits.comment, study, node))


# Suites


def choose_suite(context: PlayContext, asked: AskCase) -> None:
    """Asks to which suite a position is added."""
    if context.navigation.saves is not None:
        context.navigation.add_case(asked, context.study.of(SuiteBrowser), partial(_add_case, context))


def _add_case(context: PlayContext, path: Path, case: Case) -> None:
    study, navigation = context.study, context.navigation
    options, settings = study.record.options, context.study.settings

    def tell(suite: Suite) -> None:
        navigation.back()
        study.of(SuiteBrowser).chosen = path
        study.of(SuiteBrowser).look_again()
        context.say(f"Added to the suite {suite.name}, which has {suite.count_in_words}.")

    navigation.wait(f"Adding to {path.name}", lambda job: add_case(path, case, options, settings), tell)


# Positions and players


def edit(context: PlayContext) -> None:
    record = context.study.record
    name, text = record.game.name, context.study.position.text
    context.navigation.edit(name, text, context.next_players(), partial(_play_from, context), record.options)


def _play_from(context: PlayContext, text: str, players: Pair) -> None:
    old = context.study.record
    record = Record.start(old.game, old.options, text)
    context.navigation.back()
    if context.navigation.saves:
        context.navigation.saves.trusted.choose(players)
    context.start_record(record, None if players == context.next_players() else players)
    context.say("A new game from this position.")


def change_players(context: PlayContext) -> None:
    context.navigation.choose_players(
        context.study.record.game.name, context.study.players, partial(_take_over, context)
    )


def _take_over(context: PlayContext, players: Pair) -> None:
    context.navigation.back()
    if context.navigation.saves:
        context.navigation.saves.trusted.choose(players)
    if [str(player) for player in players] != [str(player) for player in context.study.players]:
        context.session.players.change(players)
        context.say("The game goes on with these players.")
