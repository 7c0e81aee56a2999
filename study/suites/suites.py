"""Suites: unit tests for heuristics, which consist of positions with the moves that should, or should not, be
played there.

A suite is a YAML file, or a list of positions in a game's own format (for chess, EPD).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from games.contract import BadText, Game, Options
from games.position import Position
from games.registry import game_names, load_game
from games.safe_text import one_line, shown
from games.text_files import mistakes_in, read_text
from study.settings.settings import Settings
from study.text.bundled_files import find_file, shipped_names
from study.text.yaml_text import mistakes, read_yaml

SHIPPED = Path(__file__).resolve().parent.parent.parent / "assets" / "suites"

YAML = ".yaml"

MOST_BYTES = 1 << 20
MOST_CASES = 10_000
LONGEST_NAME = 120
NO_MOVE = "expected moves that should (bm) or should not (am) be played, found none"
LONGEST_QUESTION, LONGEST_HINT, MOST_HINTS = 1000, 400, 12


class _SuiteSection(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CaseText(_SuiteSection):
    """A case as the file writes it; moves in the command line's notation or in notation for people."""

    name: str = ""
    question: str = ""
    hints: list[str] = []
    position: str
    best: list[str] = []
    avoid: list[str] = []


class SuiteFile(_SuiteSection):
    """The content of a suite's file. `rules` are options of the game's rules; missing ones come from the
    settings."""

    description: str = ""
    game: str
    rules: dict[str, Any] = {}
    cases: list[CaseText] = []


@dataclass(frozen=True)
class Case:
    """A test position. `best` are the legal moves that pass; if it is empty, all moves pass that are not in
    `avoid`. `question` asks for the move, and each of the `hints` says a little more."""

    name: str
    position: Position
    best: tuple[int, ...]
    avoid: tuple[int, ...]
    question: str = ""
    hints: tuple[str, ...] = ()

    def passes(self, move: int) -> bool:
        return move not in self.avoid and (not self.best or move in self.best)

    @cached_property
    def wanted(self) -> str:
        """What should be played, in words: "e4 or d4", "not Qxb7"."""
        names = self.position.notation
        if self.best:
            return " or ".join(names(move) for move in self.best)
        return "not " + " or ".join(names(move) for move in self.avoid)

    @property
    def answer(self) -> str:
        """The words that give the answer, for the beginning of a clause: "the answer is e4"."""
        names = " or ".join(map(self.position.notation, self.best or self.avoid))
        return f"the answer is {names}" if self.best else f"the question was to avoid {names}"

    @cached_property
    def key(self) -> str:
        """The key of the case, which does not depend on its name."""
        texts = [" ".join(map(self.position.move_text, sorted(moves))) for moves in (self.best, self.avoid)]
        return " | ".join((self.position.text, *texts))


@dataclass(frozen=True)
class Suite:
    """`name` is for people, `path` is the file, `options` are the rules of its positions. `left_out` says in
    a line which entries of a list were left out because they name no move to play or avoid; else ""."""

    name: str
    path: Path
    game: str
    description: str
    options: Options
    cases: tuple[Case, ...]
    left_out: str = ""

    @property
    def count_in_words(self) -> str:
        """How many cases it has, in words."""
        return "1 case" if len(self.cases) == 1 else f"{len(self.cases)} cases"

    def number_of(self, case: Case) -> int | None:
        """The index of a case in the suite, also if the suite was read again since; None if it is not in
        it."""
        return next((number for number, known in enumerate(self.cases) if known.key == case.key), None)


def shipped_suites() -> list[str]:
    """The names of the suites that come with the program."""
    return shipped_names(SHIPPED)


def find_suite(name: str, own: Path | None = None) -> Path:
    """The file of a suite by its name, among those of the program and those in the folder `own`; or the file
    with this path. Raises BadText if there is none."""
    known = [] if own is None or name in shipped_suites() else suite_files(own)
    named = next((path for path in known if path.stem == name), None)
    return named or find_file("suite", name, SHIPPED, "the file of one")


def suite_files(folder: Path) -> list[Path]:
    """The suites in a folder, by name; none if there is no folder."""
    try:
        return sorted(path for path in folder.iterdir() if path.suffix.lower() in suffixes())
    except OSError:
        return []


def suffixes() -> tuple[str, ...]:
    """The suffixes of files that can be a suite, YAML first."""
    listed = (load_game(name).positions for name in game_names())
    return YAML, *(kind.suffix for kind in listed if kind is not None)


def read_suite(path: Path, settings: Settings) -> Suite:
    """The suite in a file. On failure raises a BadText that names the file, the case and what is wrong with
    it. A list of positions may be in Latin-1, as PGN may."""
    return suite_of(read_text(path, MOST_BYTES, latin=_listing(path) is not None), path, settings)


def suite_of(text: str, path: Path, settings: Settings) -> Suite:
    """The suite in a text, which is or will be the content of the file `path`. Raises BadText as `read_suite`
    does."""
    try:
        rules = _listing(path)
        return _yaml(text, path, settings) if rules is None else _listed(text, path, rules, settings)
    except ValidationError as error:
        raise BadText(f"{path}: {mistakes(error, SuiteFile)[0]}") from None
    except BadText as error:
        raise BadText(f"{path}: {error}") from None


def _listing(path: Path) -> Game | None:
    """The game whose lists of positions have the suffix of this file; None for a suite in YAML."""
    suffix = path.suffix.lower()
    games = map(load_game, game_names())
    return next((game for game in games if game.positions and game.positions.suffix == suffix), None)


def _yaml(text: str, path: Path, settings: Settings) -> Suite:
    content = read_yaml(text)
    if not isinstance(content, dict):
        raise BadText(f"expected keys such as 'game:', found {shown(content)}")
    file = SuiteFile.model_validate(content)
    rules, options = load_game(file.game), settings.options_for(file.game, file.rules)
    if len(file.cases) > MOST_CASES:
        raise BadText(f"cases: expected at most {MOST_CASES}, found {len(file.cases)}")
    cases = []
    for number, case in enumerate(file.cases):
        with mistakes_in(f"cases.{number}"):
            cases.append(_case(Position.start(rules, options, case.position), case))
    return Suite(path.stem, path, file.game, file.description, options, tuple(cases))


def _case(position: Position, case: CaseText) -> Case:
    if not position.moves:
        raise BadText(f"position: the game is over: {position.ending}")
    if not case.best and not case.avoid:
        raise BadText("expected moves under best: or avoid:, found none")
    best, avoid = (tuple(position.parse_move(text) for text in texts) for texts in (case.best, case.avoid))
    if len(set(avoid)) == len(position.moves):
        raise BadText("avoid: expected at least one legal move that it does not list")
    question, hints = in_words(case.question, case.hints)
    return Case(one_line(case.name, LONGEST_NAME), position, best, avoid, question, hints)


def in_words(question: str, hints: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """A question and its hints, safe to show. Raises BadText if they are too long, or too many."""
    if len(question) > LONGEST_QUESTION:
        raise BadText(f"question: expected at most {LONGEST_QUESTION} characters, found {len(question):,}")
    if len(hints) > MOST_HINTS:
        raise BadText(f"hints: expected at most {MOST_HINTS}, found {len(hints):,}")
    for number, hint in enumerate(hints, 1):
        if len(hint) > LONGEST_HINT:
            raise BadText(f"hint {number}: expected at most {LONGEST_HINT} characters, found {len(hint):,}")
    # Ten times as long, so that nothing is cut off: an escaped character is up to ten characters long.
    escaped = (one_line(" ".join(hint.split()), 10 * LONGEST_HINT) for hint in hints)
    return one_line(" ".join(question.split()), 10 * LONGEST_QUESTION), tuple(escaped)


def _listed(text: str, path: Path, rules: Game, settings: Settings) -> Suite:
    """The suite in a list of positions in a game's own format. Leaves out entries that name no move."""
    assert rules.positions is not None
    options, cases, left_out = settings.options_for(rules.name), [], []
    for listed in rules.positions.read(text):
        found = CaseText(name=listed.name, position="", best=list(listed.best), avoid=list(listed.avoid))
        if not found.best and not found.avoid:
            left_out.append(f"line {listed.line}: {NO_MOVE}")
            continue
        with mistakes_in(f"line {listed.line}"):
            cases.append(_case(Position.start(rules, options, listed.position), found))
        if len(cases) > MOST_CASES:
            raise BadText(f"expected at most {MOST_CASES} positions, found more")
    if left_out and not cases:
        raise BadText(left_out[0])
    more = f"; and {len(left_out) - 1} more like it" if len(left_out) > 1 else ""
    said = f"{left_out[0]}; it is left out{more}." if left_out else ""
    remarks = (line.strip("# ") for line in text.splitlines() if line.lstrip().startswith("#"))
    return Suite(path.stem, path, rules.name, one_line(" ".join(remarks)), options, tuple(cases), said)
