"""The line protocol between Plyglass and a program that plays any game, as docs/guide/line-protocol.md
describes it.

Both ends use this module, so they agree: the player that asks (`engines.subprocesses.line_protocol_player`)
and the process that runs a person's Python file (`engines.subprocesses.player_host`).
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from games.contract import BadText, Options
from games.fen_rows import whole_number
from games.position import Position
from games.registry import load_game
from games.repetition_history import RepetitionHistory
from games.safe_text import one_line
from games.text_files import MARK, read_json

VERSION = 1
LONGEST_LINE = 1 << 16
"""The most bytes of a program's line, without its line feed."""

READY, MOVE, ERROR, SAY = "ready", "move", "error", "say"
"""First words of a program's lines: its answers, and a remark that it may make at any time."""

HELLO, GAME, RULES, SEED, BEGIN = "plyglass", "game", "rules", "seed", "begin"
POSITION, EARLIER, LEGAL, GO = "position", "earlier", "legal", "go"
STOP, QUIT = "stop", "quit"
"""First words of the lines to a program."""


def greeting(game: str, options: Options, seed: int) -> list[str]:
    """The first lines to a program."""
    rules = json.dumps(options.model_dump(mode="json"))
    return [f"{HELLO} {VERSION}", f"{GAME} {game}", f"{RULES} {rules}", f"{SEED} {seed}", BEGIN]


def question(position: Position, options: Options, moves: Iterable[int], milliseconds: int) -> list[str]:
    """The lines that ask a program for a move out of `moves`."""
    moves_as_text = " ".join(position.move_text(move) for move in moves)
    earlier = [f"{EARLIER} {text}" for text in _earlier_texts(position)]
    return [f"{POSITION} {position.text}", *earlier, f"{LEGAL} {moves_as_text}", f"{GO} {milliseconds}"]


def _earlier_texts(position: Position) -> list[str]:
    """Texts of the earlier positions that may still be repeated, oldest first."""
    texts: list[str] = []
    while position.before is not None:
        position = position.before[0]
        texts.append(position.text)
    return texts[::-1]


def read_answer(line: bytes) -> tuple[str, str]:
    """The first word of a program's line and the rest: READY, MOVE or ERROR. Any other line becomes SAY with
    the text to show to a person."""
    text = line.removeprefix(MARK).decode("utf-8", "replace").strip()  # .NET begins its output with a mark
    word, _, rest = text.partition(" ")
    rest = one_line(rest.strip())
    if word in (READY, MOVE, ERROR):
        return word, rest
    return SAY, rest if word == SAY else one_line(text)


@dataclass
class Reader:
    """The program's end of the protocol. `take` reads every line that was sent. The fields are valid after
    BEGIN, `position` and `milliseconds` after GO."""

    game: str = ""
    seed: int = 0
    milliseconds: int = 0
    _rules: Any = field(default_factory=dict)
    _position: str = ""
    _earlier: list[str] = field(default_factory=list)
    _legal: list[str] = field(default_factory=list)

    def take(self, line: str) -> str:
        """Reads a line and returns its first word. Raises BadText for another version of the protocol, or
        rules or a number that cannot be read."""
        word, _, rest = line.strip().partition(" ")
        if word == HELLO and rest.split()[:1] != [str(VERSION)]:
            raise BadText(f"{HELLO}: expected version {VERSION}, found {rest!r}")
        if word == GAME:
            self.game = rest
        elif word == RULES:
            self._rules = read_json(rest)
        elif word == SEED:
            self.seed = _number(SEED, rest)
        elif word == POSITION:
            self._position, self._earlier, self._legal = rest, [], []
        elif word == EARLIER:
            self._earlier.append(rest)
        elif word == LEGAL:
            self._legal = rest.split()
        elif word == GO:
            self.milliseconds = _number(GO, rest)
        return word

    def position(self) -> Position:
        """The position to choose a move in, with its earlier positions. Its `moves` are the allowed ones."""
        game = load_game(self.game)
        options = game.options.model_validate(self._rules)
        state = game.parse(self._position, options)
        keys = [int(game.parse(text, options).key) for text in self._earlier]
        position = Position(game, state, RepetitionHistory(keys))
        chosen = set(self._legal)
        vars(position)["moves"] = tuple(m for m in position.moves if position.move_text(m) in chosen)
        return position


def _number(name: str, text: str) -> int:
    number = whole_number(text, 0, 2**63 - 1)
    if number is None:
        raise BadText(f"{name}: expected a whole number, found {text!r}")
    return number
