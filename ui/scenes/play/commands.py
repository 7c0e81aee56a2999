"""The commands of the play screen."""

from collections.abc import Callable
from functools import partial

from games.contract import BLACK, WHITE
from games.game_tree import ROOT
from games.record import Record
from study.format.player_names import player_in_words
from study.practice.hidden_answers import HiddenAnswers, not_hidden
from study.practice.practice import Practice
from study.review.background_review import BackgroundReview
from study.settings.settings import PACES
from study.setups.registry import has_setup
from study.suites.suite_browser import SuiteBrowser
from ui.app import SOUNDS
from ui.commands import Command, Commands, KeyLine, Never
from ui.import_games import open_some_file
from ui.navigation import Pair
from ui.panels.parts.panel import ANALYSIS
from ui.panels.variation_commands import EDIT_COMMANDS, MARK_KEYS
from ui.scenes.play import sharing
from ui.scenes.play.context import PlayContext
from ui.scenes.play.on_board import BEST, CHOICE, LINE, MOVES, PIECES, REVEALS, TERMS, THREATS
from ui.scenes.play.projector import turn_projector

STEPS, PROGRAMS, GAME = "Through the game", "Programs", "Game"
BOARD, EXCHANGE = "On the board", "Files and clipboard"

PACE_LABELS = (
    "as fast as it goes",
    "4 moves a second",
    "2 moves a second",
    "1 move a second",
    "1 move in 2 s",
    "1 move in 4 s",
)
OVER = "The game is over."
NO_MOVE = "The game is over here: there are no moves."
NOTHING_TO_TAKE_BACK = "There is no move of yours to take back."
NO_PAUSE = "Both sides are played by people: there is nothing to pause."
NO_HOLD = "Both sides are played by people: there is nothing to hold."

# Stepping through the game. Each function `_at_…` returns why a step is impossible now, or None.


def _go_to(context: PlayContext, cursor: int) -> None:
    """Shows the position after this number of plies. Stepping back hides the banner with the result."""
    context.study.go_to(cursor)
    context.banner.hidden |= not context.study.at_end


def _go_to_last(context: PlayContext) -> None:
    """Shows the last position of the line. If a variation's last position is already shown, goes to the end
    of the game as it was played."""
    record, last = context.study.record, len(context.study.record.plies)
    if record.varies and context.study.ahead is None and context.study.cursor == last:
        context.study.go_to_node([ROOT, *record.tree.line(ROOT)][-1])
        last = len(record.plies)
        context.say("The game as it was played.")
    _go_to(context, last)


def _step(step: int, context: PlayContext) -> None:
    """Goes a move on or back; along the line, if the person steps through one."""
    if context.study.ahead is not None:
        context.study.step_ahead(step)
    else:
        _go_to(context, context.study.cursor + step)


def _at_first(context: PlayContext) -> str | None:
    return None if context.study.cursor > 0 else "This is the first position."


def _at_start(context: PlayContext) -> str | None:
    return None if context.study.ahead is not None else _at_first(context)


def _at_last(context: PlayContext) -> str | None:
    return None if context.study.record.varies else _at_end(context)


def _at_end(context: PlayContext) -> str | None:
    away = context.study.ahead is not None or not context.study.at_end
    return None if away else "This is the last position."


def _at_stop(context: PlayContext) -> str | None:
    ahead = context.study.ahead
    if ahead is None:
        return _at_end(context)
    return None if ahead.plies < len(ahead.positions) else "The line ends here."


# Programs


def _cannot_run(context: PlayContext) -> str | None:
    session = context.session
    if session.study.failure:
        return "A program failed: R tries again."
    if session.study.over:
        return OVER
    return NO_PAUSE if session.study.people == 2 else None


def _cannot_step(context: PlayContext) -> str | None:
    if why := _cannot_run(context):
        return why
    return "It is your move." if context.study.is_person(context.study.record.position.to_move) else None


def _change_speed(step: int, context: PlayContext) -> None:
    """Plays faster by `step` places of `PACES`, of which earlier ones are faster."""
    context.session.turn.change_pace(step)
    context.say(f"{'Faster' if step > 0 else 'Slower'}: two programs play {PACE_LABELS[context.study.pace]}.")


def _has_no_pace(context: PlayContext) -> str | None:
    return "A person plays: only two programs have a speed." if context.study.people else None


def _cannot_hasten(context: PlayContext) -> str | None:
    fastest = None if context.study.pace > 0 else f"Two programs already play {PACE_LABELS[0]}."
    return _has_no_pace(context) or fastest


def _cannot_slow_down(context: PlayContext) -> str | None:
    slowest = None if context.study.pace < len(PACES) - 1 else "Two programs cannot play slower."
    return _has_no_pace(context) or slowest


def _runs(context: PlayContext) -> dict[str, str]:
    programs = context.study.people < 2 and not context.study.over
    return {"icon": "pause" if context.study.playing and programs else "play"}


def _held_now(context: PlayContext) -> dict[str, str]:
    held = "Plays the held move."
    return (
        {}
        if context.study.held is None
        else {"label": "Play the held move", "caption": "Play it", "tip": held}
    )


def _turn_hold(context: PlayContext) -> None:
    context.session.turn.toggle_hold()
    if context.study.holds:
        context.say("The programs' moves are held. M plays a held move; or play another one instead.")
    else:
        context.say("The programs' moves are no longer held.")


# The game


def _take_back(single: bool, context: PlayContext) -> None:
    context.notice.said = ""  # the message, usually a hint, was about the position before
    over = context.study.over
    if context.session.turn.withdraw_resignation():
        context.say("The resignation is taken back. The game goes on.")
    elif not context.session.turn.take_back(single):
        context.say(NOTHING_TO_TAKE_BACK)
    elif over and not context.study.over:
        context.say("The end is taken back, and its result with it. The game goes on.")
    context.banner.hidden = False


def _cannot_take_back(context: PlayContext) -> str | None:
    return None if context.study.record.plies else NOTHING_TO_TAKE_BACK


def _resign(context: PlayContext) -> None:
    context.notice.said = ""
    context.session.turn.resign()
    context.dock.close_stage()
    context.banner.hidden = False


def _cannot_resign(context: PlayContext) -> str | None:
    session = context.session
    if session.study.people == 0:
        return "No person plays: there is nobody to resign."
    if session.study.record.varies:
        return "This is a variation. End leads back to the game."
    if session.study.over:
        return OVER
    return None if session.study.record.plies else "No move has been made yet. Escape leaves the game."


def _review(context: PlayContext) -> None:
    """Begins the review or pauses it, and closes the result banner to make room."""
    context.banner.hide()
    context.study.of(BackgroundReview).turn(context.study)


def _decide_first(context: PlayContext) -> None:
    """Hides what is known about each position until the person has chosen a move, or stops hiding."""
    hidden = context.study.of(HiddenAnswers)
    hidden.hide_everywhere(context.study, not hidden.everywhere)
    context.notice.said = ""  # it may be a hint
    if not hidden.everywhere:
        context.say("Answers are shown again.")
        return
    context.study.of(Practice).look()  # reads the file to which wrong answers are added
    context.dock.close_stage()
    context.banner.hide()


def _decides(context: PlayContext) -> dict[str, str]:
    on = context.study.of(HiddenAnswers).everywhere
    return {"label": "Show the answers again", "tip": "Shows what is known of each position."} if on else {}


def _costs_now(context: PlayContext) -> dict[str, str]:
    return {"label": f"{'Hide' if context.study.view.move_costs else 'Show'} what the game's moves cost"}


def _no_move(context: PlayContext) -> str | None:
    return not_hidden(context.study) or (None if context.study.position.moves else NO_MOVE)


def _alike(context: PlayContext) -> str | None:
    first, second = map(str, context.next_players() if context.study.over else context.study.players)
    return "Both players are alike: there is nothing to swap." if first == second else None


def _swapped(context: PlayContext) -> dict[str, str]:
    over = "A new game, in which the players have changed sides."
    if context.study.only_viewed:
        over = _against(context, context.next_players(swapped=True))
    return {"label": "New game with sides swapped", "tip": over} if context.study.over else {}


def _swap_sides(context: PlayContext) -> None:
    session = context.session
    if session.study.over:
        _new_game(context, context.next_players(swapped=True))
        return
    session.players.swap()
    context.face_player()
    context.say(f"{context.study.side_name(0)} is played by {session.players.name(0)} now.")


def _practises(context: PlayContext) -> str | None:
    practises = context.study.of(Practice).shows(context.study)
    return "This is a position to practise. Esc leads back to where you came from." if practises else None


def _against(context: PlayContext, players: Pair) -> str:
    """Describes the new game after a viewed game of two programs: the person takes the place of one."""
    person = next(side for side in (WHITE, BLACK) if players[side].is_human)
    program = player_in_words(str(players[1 - person]), context.study.record.game.name)
    return f"A new game against {program}, in which you play {context.study.side_name(person)}."


def _begins(context: PlayContext) -> dict[str, str]:
    return {"tip": _against(context, context.next_players())} if context.study.only_viewed else {}


def _new_game(context: PlayContext, players: Pair | None = None) -> None:
    old = context.study.record
    context.start_record(Record.start(old.game, old.options, old.positions[0].text), players)


def _explain(context: PlayContext) -> None:
    context.navigation.explain(context.study.record.game.name, context.study.record.options)


def _unexplained(context: PlayContext) -> str | None:
    guided = context.study.record.game.guide is not None
    return None if guided else Never(f"There is no page on how {context.title} is played.")


def _explained(context: PlayContext) -> dict[str, str]:
    return {"label": f"How to play {context.title} …", "tip": f"How {context.title} is played, on a page."}


def _no_setup(context: PlayContext) -> str | None:
    found = has_setup(context.study.record.game.name)
    return None if found else Never(f"Positions of {context.title} cannot be set up.")


# Analysis


def _analyse(context: PlayContext) -> None:
    """Starts or stops the endless analysis of the position on the board."""
    context.study.toggle_analysis()
    if not context.study.analysing:
        context.say("The analysis has ended.")
    elif not context.study.position.moves:
        context.say("The game is over here. Step back to analyse an earlier position.")
    else:
        context.say("Analysing until you press A again: Moves and Evaluation show what it finds.")


# On the board

MARKS = {
    TERMS: ("what each square adds to the value", "T"),
    PIECES: ("the value of each piece", "O"),
    CHOICE: ("how two moves change the piece values", "Shift+O"),
    REVEALS: ("what turning a piece over may bring", "C"),
    MOVES: ("what each move is worth", "Q"),
    BEST: ("the best moves that an analysis or a hint finds, as arrows", ""),
    LINE: ("the best line as arrows", "I"),
    THREATS: ("what the other side threatens", "X"),
}

TWO_MOVES = (
    "What each piece is worth at the end of the best move's line, minus its worth at the end of the selected "
    "move's. In Why not, it compares the two moves asked about."
)


def _mark(kind: str) -> Command[PlayContext]:
    """The command that shows one kind of signs on the board, or hides it."""
    what, keys = MARKS[kind]

    def impossible(context: PlayContext) -> str | None:
        possible = kind != REVEALS or context.study.record.game.has_chance
        return None if possible else Never("There is nothing to turn over in this game.")

    def now(context: PlayContext) -> dict[str, str]:
        return {"label": f"{'Hide' if context.on_board.shows(kind) else 'Show'} {what}"}

    return Command(
        kind,
        f"Show or hide {what}",
        TWO_MOVES if kind == CHOICE else f"Shows {what}, on the board, or hides it.",
        keys,
        lambda context: context.on_board.turn(kind),
        BOARD,
        impossible,
        now=now,
    )


def _turn_bar(context: PlayContext) -> None:
    """Shows or hides the evaluation bar, and remembers that."""
    context.beside.bar = context.app.layout.evaluation_bar = not context.beside.bar


def _turn_sounds(context: PlayContext) -> None:
    """Switches sounds on or off in the settings."""
    context.app.set(SOUNDS, not context.app.sounds.on)
    context.say(f"Sounds are {'on' if context.app.sounds.on else 'off'}.")


def _flip(context: PlayContext) -> None:
    context.board.picture.flipped = not context.board.picture.flipped


# Files


def _format_named(text: str) -> Callable[[PlayContext], dict[str, str]]:
    """Returns a function that puts the game's file format into the label, if the game has one."""

    def now(context: PlayContext) -> dict[str, str]:
        format = sharing.format_of(context)
        return {} if format is None else {"label": text.format(format.name)}

    return now


def _copied(context: PlayContext) -> dict[str, str]:
    name = context.study.record.game.position_format
    return {"label": f"Copy the position as {name}"} if name else {}


def _pasted(context: PlayContext) -> dict[str, str]:
    name, format = context.study.record.game.position_format, sharing.format_of(context)
    position = f"Paste a position ({name})" if name else "Paste a position"
    return {"label": f"{position} or a game ({format.name})" if format else position}


def _no_format(context: PlayContext) -> str | None:
    if sharing.format_of(context) is not None:
        return None
    return Never(f"There is no other file format for {context.title}. Ctrl+Shift+C copies the game.")


def _no_folder(context: PlayContext) -> str | None:
    if context.navigation.saves is None:
        return Never("Nothing is kept in this window: there are no suites.")
    return not_hidden(context.study)


# fmt: off
PLAY: tuple[Command[PlayContext] | KeyLine, ...] = (
    Command("first", "First position", "To the first position.", "Home",
            lambda context: _go_to(context, 0), STEPS, _at_first, "first"),
    Command("back", "One move back", "One move back.", "Left", partial(_step, -1), STEPS, _at_start, "back"),
    Command("forward", "One move forward", "One move forward.", "Right", partial(_step, 1), STEPS, _at_stop,
            "forward"),
    Command("last", "Last position", "To the last position. At the end of a variation: back to the game.",
            "End", _go_to_last, STEPS, _at_last, "last"),
    Command("play or pause", "Play or pause", "Let the programs play, or pause them.", "Space",
            lambda context: context.session.turn.play_or_pause(), PROGRAMS, _cannot_run, "pause", now=_runs),
    Command("step", "One move of a program", "Let a program make one move, then pause.", ".",
            lambda context: context.session.turn.step_once(), PROGRAMS, _cannot_step, "step"),
    Command("move now", "Move now", "The program stops thinking and plays its best move so far.", "M",
            lambda context: context.session.turn.move_now(), PROGRAMS,
            lambda context: None if context.session.turn.can_hurry else "No program is looking for a move.",
            "move now", "Move now", _held_now),
    Command("hold", "Hold the programs' moves, or stop holding them",
            "Holds each move of a program and says why the program wants it. Then you play it, or another.",
            "Shift+M", _turn_hold, PROGRAMS, lambda context: None if context.study.people < 2 else NO_HOLD,
            now=lambda context: {"label": "Stop holding the programs' moves" if context.study.holds
                            else "Hold the programs' moves"}),
    Command("slower", "Slower: fewer moves a second", "Slower: two programs make fewer moves a second.",
            "−", partial(_change_speed, -1), PROGRAMS, _cannot_slow_down, "minus", "Slower"),
    Command("faster", "Faster: more moves a second", "Faster: two programs make more moves a second.",
            "+", partial(_change_speed, 1), PROGRAMS, _cannot_hasten, "plus", "Faster"),
    Command("try again", "Try again after a failure", "Lets the failed program try again.", "R",
            lambda context: context.session.turn.retry(), PROGRAMS,
            lambda context: None if context.study.failure else "No program has failed.", "retry",
            "Try again"),
    Command("players", "Change the players …", "Choose who plays on.", "P", sharing.change_players, PROGRAMS),
    Command("take back", "Take back your last turn",
            "Takes back your last turn and the reply to it. Where a turn has several moves, Shift+U takes "
            "back only the last one.", "U, Backspace", partial(_take_back, False), GAME, _cannot_take_back,
            "take back", "Take back"),
    Command("take back one", "Take back only the last move of a turn",
            "Takes back the last move of your last turn, and the reply.", "Shift+U",
            partial(_take_back, True), GAME, _cannot_take_back, also="Shift+Backspace"),
    Command("resign", "Resign", "You give the game up: the other side wins. U takes it back.", "Shift+R",
            _resign, GAME, _cannot_resign),
    Command("hint", "Hint for the whole turn",
            "Arrows for the best turn that a one-second search finds, thinner ones for the next best moves. "
            "Where a turn has several moves, Shift+H shows only the next one.", "H",
            lambda context: context.hints.ask(context.session), GAME, _no_move, "hint", "Hint"),
    Command("hint for one", "Hint for the next move only",
            "An arrow for the best next move that a one-second search finds.", "Shift+H",
            lambda context: context.hints.ask(context.session, single=True), GAME, _no_move),
    Command("swap sides", "Swap sides",
            "The players change sides and the game goes on. After its end a new game begins.", "S",
            _swap_sides, GAME, _alike, "swap", "Swap sides", _swapped),
    Command("new game", "New game", "A new game with the same players; this one stays saved. "
            "If you only looked at a saved or imported game of two programs, you play the side at the "
            "bottom of the board.", "N", _new_game, GAME, _practises, "new", "New game", _begins),
    Command("set up", "Set up a position …", "Starts a game from a position that you set up.", "Ctrl+E",
            sharing.edit, GAME, _no_setup),
    Command("arena", "The arena: have these programs play many games …",
            "Lets these programs play each other many times.", "G",
            lambda context: context.navigation.arena(context.study.record.game.name, context.study.players),
            GAME),
    Command("how to play", "How to play …", "How the game is played, on a page.", "?, F2", _explain, GAME,
            _unexplained, "help", now=_explained),
    Command("analyse", "Analyse the position shown",
            "Starts or stops the endless analysis of the position on the board.", "A",
            _analyse, ANALYSIS, icon="analyse", caption="Analyse"),
    Command("review", "Review the game, or pause the review", "Finds what each move lost.", "Shift+J",
            _review, ANALYSIS, caption="Review"),
    Command("decide first", "Decide first: hide the answers",
            "Hides values, arrows and marks until you have chosen a move, then compares it with the "
            "best one.", "Shift+D", _decide_first, ANALYSIS, now=_decides),
    KeyLine("1 – 9", "In an analysis, or with a held move: play that row of Moves; else open that page",
            ANALYSIS),
    *map(_mark, MARKS),
    Command("costs", "Show or hide what the game's moves cost",
            "Shows the costs of moves: of each move on the page Game, of the last move on the board. They "
            "come from the review, else from a search of the position before the move.",
            "Shift+Q", lambda context: context.study.toggle_costs(), BOARD,
            now=_costs_now),
    Command("bar", "Show or hide the evaluation bar",
            "Shows the evaluation bar beside the board, or hides it.", "L", _turn_bar, BOARD,
            now=lambda context: {"label": f"{'Hide' if context.beside.bar else 'Show'} the evaluation bar"}),
    Command("projector", "Board and page alone, enlarged",
            "Shows only the board and the open page, enlarged, for a projector.", "F5",
            turn_projector, BOARD),
    Command("flip", "Flip the board", "Turns the board round.", "F", _flip, BOARD, icon="flip",
            caption="Flip"),
    Command("sounds", "Switch sounds on or off", "Switches the sounds of moves on or off.", "Shift+L",
            _turn_sounds, BOARD,
            now=lambda context: {"label": f"Switch sounds {'off' if context.app.sounds.on else 'on'}"}),
    KeyLine("Arrows, Enter", "Choose squares, after Tab to the board", BOARD),
    Command("copy", "Copy the position", "Copies the position shown as text, in chess as FEN.", "Ctrl+C",
            sharing.copy_position, EXCHANGE, now=_copied),
    Command("copy game", "Copy the game", "Copies the game, as text.", "Ctrl+Shift+C", sharing.copy_game,
            EXCHANGE, now=_format_named("Copy the game as {}")),
    Command("paste", "Paste a position",
            "Starts a game from the position, or opens the game, on the clipboard.", "Ctrl+V", sharing.paste,
            EXCHANGE, now=_pasted),
    Command("open", "Load a game, a suite or a position …",
            "Opens a file: a saved game, a suite, games in PGN, or a position, in chess a FEN.", "Ctrl+O",
            lambda context: open_some_file(context.navigation, context.study.record.game.name), EXCHANGE),
    Command("save", "Save the game in the format of other programs …",
            "Saves a game of chess as PGN. The other games have no such format: copy them as text.",
            "Ctrl+S", sharing.save, EXCHANGE, _no_format, now=_format_named("Save as {} …")),
    Command("export", "Export a report of the position …",
            "Exports the position's values and terms as text, CSV or a picture, or the game as a page.",
            "Ctrl+Shift+S", sharing.export, EXCHANGE, lambda context: not_hidden(context.study)),
    Command("case", "Add the position to a suite …", "Keeps the position in a suite of tests.", "Ctrl+D",
            lambda context: context.study.of(SuiteBrowser).ask(context.study), EXCHANGE, _no_folder),
)
# fmt: on
"""The play screen's commands, in the order of the list of keys."""

MENU = (
    ("set up", "players", "hold", "decide first", "projector", "settings", "resign"),
    tuple(kind for kind in MARKS if kind != BEST),
    ("copy", "copy game", "paste", "open", "save", "export", "save lesson"),
)
"""The menu's groups: at most three, of seven commands each. The command palette finds all other commands."""


def play_commands(context: PlayContext) -> Commands[PlayContext]:
    """The commands of the screen, of variations, and of the panels."""
    of_the_study: list[Command[PlayContext] | KeyLine] = [
        line if isinstance(line, KeyLine) else line.where(lambda context: context.study)
        for line in (*EDIT_COMMANDS, MARK_KEYS, *context.dock.commands())
    ]
    return Commands(context, (*PLAY, *of_the_study), context.say, context.app.commands)
