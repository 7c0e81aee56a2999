"""A game of any kind as text: variations in parentheses, comments in braces and marks as $n, as in PGN.
Outcomes of chance are in brackets: "1. b3[Amber lion] $1 {a comment} (1. c3[Blue cat])"."""

import json
import re
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from games.contract import WHITE, BadText, Options
from games.game_tree import (
    CLOSE,
    LARGEST_MARK,
    MOST_COMMENT,
    MOST_PROBLEMS,
    OPEN,
    REPEAT,
    ROOT,
    TOO_MUCH,
    as_comment,
    with_remark,
)
from games.position import Position
from games.record import Record
from games.registry import game_names, load_game
from games.safe_text import shown

RULES = "rules "
TOKEN = re.compile(
    r"\{(?P<comment>[^}]*)(?P<closed>\}?)|(?P<open>\()|(?P<close>\))|\$(?P<mark>[0-9]+)"
    r"|(?P<number>[0-9]+(?:\.|…))|(?P<move>[^\s{}()\[\]$]+)(?:\[(?P<seen>[^\]]*)\])?|(?P<other>\S)"
)


def game_text(record: Record) -> str:
    """The game with its variations, comments and marks: a line with the game's name and the first position, a
    line with the rules where they are not the usual ones, and the moves."""
    tree = record.tree
    words = [f"{{{text}}}" for text in (tree[ROOT].before, tree[ROOT].comment) if text]
    begins, last = True, ""
    for kind, id in tree.steps():
        before, last = last, kind
        if kind in (OPEN, CLOSE):
            words.append(kind)
            begins = True
            continue
        node, ply, parent = tree[id], record.ply(id), tree[id].parent
        # The comment before a variation's first new move is written before the move that it repeats.
        remark = tree[tree.living(id)[0]].before if kind == REPEAT else node.before
        if remark and before != REPEAT:
            words.append(f"{{{remark}}}")
        turns = parent == ROOT or record.ply(parent).side != ply.side
        number = f"{record.label_of(id)} " if begins or (turns and ply.side == WHITE) else ""
        words.append(f"{number}{record.before(id).notation(ply.move)}{_seen(record, id)}")
        begins = False
        if kind == REPEAT:
            continue
        words += (f"${mark}" for mark in node.marks)
        if node.comment:
            words.append(f"{{{node.comment}}}")
        begins = bool(node.comment)
    moves = " ".join(words).replace("( ", "(").replace(" )", ")")
    usual = record.options == record.game.options()
    rules = "" if usual else f"{RULES}{json.dumps(record.options.model_dump(mode='json'))}\n"
    return f"{record.game.name} {record.positions[0].text}\n{rules}{moves}\n"


def _seen(record: Record, id: int) -> str:
    """The chance outcome in brackets: its text, or its number if two outcomes have the same text. "" for a
    move without chance."""
    position, ply = record.before(id), record.ply(id)
    texts = _outcomes(position, ply.move)
    return f"[{texts[ply.chance]}]" if len(texts) > 1 else ""


def _outcomes(position: Position, move: int) -> list[str]:
    """The text of each outcome of a move; "#" and its number if two outcomes have the same text."""
    count = len(position.chances(move))
    texts = [position.game.chance_text(position.state, move, chance) for chance in range(count)]
    return [text if text and texts.count(text) == 1 else f"#{number}" for number, text in enumerate(texts)]


def is_game_text(text: str) -> bool:
    """Whether a text looks like a game: its first word is a game's name, and there is more than one line."""
    first, line, _ = text.strip().partition("\n")
    return bool(line) and first.split(" ", 1)[0] in game_names()


def read_game_text(text: str, options: Options | None = None) -> Record:
    """Reads the game of a text and shows its main line. `options` are its rules unless the text names rules.
    Raises BadText if the game cannot begin, for example because its first move makes no sense. If a later
    move makes no sense, the record `breaks_off` there. Mistakes in variations are its `problems`."""
    first, _, rest = text.strip().partition("\n")
    name, _, position = first.partition(" ")
    game = load_game(name)
    if rest.startswith(RULES):
        rules, _, rest = rest.removeprefix(RULES).partition("\n")
        try:
            options = game.options.model_validate_json(rules)
        except ValidationError as error:
            raise BadText(f"rules: {error.errors()[0]['msg']}") from None
    record = Record.start(game, options, position.strip())
    _Reader(record).read(rest)
    record.follow(ROOT)
    return record


@dataclass
class _TextLine:
    """A line that is being read. Reading begins at token `start`, 0 for the main line, and has reached node
    `last`; `begins` until the first move. `remark` is the comment before the first move that only this line
    has. The rest of a `lost` line is skipped."""

    last: int
    start: int = 0
    begins: bool = True
    lost: bool = False
    remark: str = ""


class _Reader:
    """Reads the main line first, then its variations, then the variations of these. A variation that
    begins with the same moves as its line becomes part of the line up to there."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._lines = deque([_TextLine(ROOT)])

    def read(self, text: str) -> None:
        tokens = list(TOKEN.finditer(text))
        closes = _closes(tokens)
        game = self._lines[0]
        while self._lines:
            self._read_line(tokens, closes)
            self._lines.popleft()
            if self._lines and len(self._record.problems) >= MOST_PROBLEMS:
                self._record.problems.append(TOO_MUCH)
                break
        if self._record.tree.living(game.last):
            self._record.edit({"last": game.last})

    def _read_line(self, tokens: Sequence[re.Match[str]], closes: Mapping[int, int]) -> None:
        """Reads the first line of the queue. Its variations go to the end of the queue."""
        line, tree, at = self._lines[0], self._record.tree, self._lines[0].start
        while at < len(tokens) and not line.lost:
            token = tokens[at]
            if token["open"]:
                if not line.begins:
                    self._lines.append(_TextLine(tree[line.last].parent, at + 1))
                at = closes[at]
            elif token["close"]:
                if line.start:
                    break
            elif not token["number"]:
                self._take(token, line)
            at += 1
        if line.remark and not line.begins:
            tree[line.last].before = as_comment(tree[line.last].before, line.remark)

    def _take(self, token: re.Match[str], line: _TextLine) -> None:
        try:
            if token["comment"] is not None:
                self._remark(token, line)
            elif token["mark"] is not None:
                self._mark(token["mark"], line)
            elif token["move"]:
                line.last = self._move(line, token["move"], token["seen"])
                line.begins = False
            else:
                raise BadText(f"expected a move, found {shown(token['other'])}")
        except BadText as error:
            self._wrong(str(error))

    def _wrong(self, problem: str) -> None:
        """Notes a problem in the line and skips the rest of the line. Raises BadText if the game has no move
        before it."""
        record, line = self._record, self._lines[0]
        place = f"after {record.written_of(line.last)}" if line.last else "at the start"
        message = f"{place}: {problem}"
        line.lost = True
        if line.start:
            record.problems.append(message)
        elif line.last == ROOT:
            raise BadText(message)
        else:
            record.breaks_off = message

    def _remark(self, token: re.Match[str], line: _TextLine) -> None:
        if not token["closed"]:
            raise BadText("a comment begins here that does not end")
        node, text = self._record.tree[line.last], token["comment"]
        if len(text) > MOST_COMMENT:
            self._record.problems.append(f"a comment of more than {MOST_COMMENT:,} characters is cut")
        if line.begins and line.start:
            line.remark = with_remark(line.remark, text)
        elif text not in node.comment:  # a variation may repeat moves of its line, with their comments
            node.comment = with_remark(node.comment, text)

    def _mark(self, number: str, line: _TextLine) -> None:
        mark = f"'${number[:9]}'"
        if line.begins:
            raise BadText(f"expected a move before the mark {mark}")
        if len(number) > 3 or int(number) > LARGEST_MARK:
            raise BadText(f"expected a mark from $0 to ${LARGEST_MARK}, found {mark}")
        node = self._record.tree[line.last]
        node.marks = tuple(sorted({*node.marks, int(number)}))

    def _move(self, line: _TextLine, text: str, seen: str | None) -> int:
        record = self._record
        position = record.tree[line.last].position
        assert position is not None
        move = position.parse_move(text)
        known = len(record.tree.nodes)
        node = record.grow(line.last, move, _chance(_outcomes(position, move), seen))
        if line.remark and node == known:
            record.tree[node].before, line.remark = line.remark, ""
        return node


def _closes(tokens: Sequence[re.Match[str]]) -> dict[int, int]:
    """By the token that opens a variation: the token that closes it, or the text's end if it is not
    closed."""
    closes: dict[int, int] = {}
    opened: list[int] = []
    for number, token in enumerate(tokens):
        if token["open"]:
            opened.append(number)
        elif token["close"] and opened:
            closes[opened.pop()] = number
    return closes | {number: len(tokens) for number in opened}


def _chance(texts: Sequence[str], seen: str | None) -> int:
    if len(texts) == 1:
        return 0
    if seen not in texts:
        some = ", ".join(texts[:4])
        raise BadText(f"expected in brackets what was shown, such as {some}, found {shown(seen)}")
    return texts.index(seen)
