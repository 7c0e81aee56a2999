"""Suites: positions with the moves that should, or should not, be played there. Unit tests for
heuristics.

A suite is a YAML file, or a list of positions of the kind that a game has (for chess, EPD).
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from games.contract import BadText, Game
from games.plain_text import one_line, shown
from games.position import Position
from games.registry import game_names, load_game
from games.text_files import read_text, write_whole
from study.settings import Settings
from study.shipped_files import find_file, shipped_names
from study.yaml_texts import mistakes, read_yaml

SHIPPED = Path(__file__).resolve().parent.parent / "assets" / "suites"

YAML = ".yaml"

MOST_BYTES = 1 << 20
MOST_CASES = 10_000
LONGEST_NAME = 120


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CaseText(_Section):
    """A case as the file has it; moves as the command line writes them, or as people do."""

    name: str = ""
    position: str
    best: list[str] = []
    avoid: list[str] = []


class SuiteFile(_Section):
    """What may stand in the file. `rules` are options of the game's rules, of which the settings give
    those that are left out."""

    description: str = ""
    game: str
    rules: dict[str, Any] = {}
    cases: list[CaseText] = []


@dataclass(frozen=True)
class Case:
    """`best` are the legal moves that pass, all but `avoid` where it is empty."""

    name: str
    position: Position
    best: tuple[int, ...]
    avoid: tuple[int, ...]

    def passes(self, move: int) -> bool:
        return move not in self.avoid and (not self.best or move in self.best)

    @property
    def wanted(self) -> str:
        """What should be played, in words."""
        names = self.position.notation
        if self.best:
            return " or ".join(names(move) for move in self.best)
        return "not " + ", nor ".join(names(move) for move in self.avoid)

    @property
    def key(self) -> str:
        """What it is the same case by, whatever it is called."""
        texts = [" ".join(map(self.position.move_text, sorted(moves))) for moves in (self.best, self.avoid)]
        return " | ".join((self.position.text, *texts))


@dataclass(frozen=True)
class Suite:
    """`name` is what it is called, `path` where it was read."""

    name: str
    path: Path
    game: str
    description: str
    cases: tuple[Case, ...]


def shipped_suites() -> list[str]:
    """The names of those that come with the program."""
    return shipped_names(SHIPPED)


def find_suite(name: str) -> Path:
    """The file of a suite that comes with the program, or the file of that name; BadText where there is
    neither."""
    return find_file("suite", name, SHIPPED, "the file of one")


def read_suite(path: Path, settings: Settings) -> Suite:
    """The suite in a file; BadText names the file, the case and what is wrong with it."""
    text = read_text(path, MOST_BYTES)
    try:
        for rules in map(load_game, game_names()):
            if rules.positions is not None and rules.positions.suffix == path.suffix.lower():
                return _listed(text, path, rules, settings)
        return _yaml(text, path, settings)
    except ValidationError as error:
        raise BadText(f"{path}: {mistakes(error, SuiteFile)[0]}") from None
    except BadText as error:
        raise BadText(f"{path}: {error}") from None


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
        try:
            cases.append(_case(Position.start(rules, options, case.position), case))
        except BadText as error:
            raise BadText(f"cases.{number}: {error}") from None
    return Suite(path.stem, path, file.game, file.description, tuple(cases))


def _case(position: Position, case: CaseText) -> Case:
    if not position.moves:
        raise BadText(f"position: the game is over: {position.ending}")
    if not case.best and not case.avoid:
        raise BadText("expected moves under best: or avoid:, found none")
    best, avoid = (tuple(position.parse_move(text) for text in texts) for texts in (case.best, case.avoid))
    if len(set(avoid)) == len(position.moves):
        raise BadText("avoid: expected a move that is left, found none")
    return Case(one_line(case.name, LONGEST_NAME), position, best, avoid)


def _listed(text: str, path: Path, rules: Game, settings: Settings) -> Suite:
    assert rules.positions is not None
    options, cases = settings.options_for(rules.name), []
    for listed in rules.positions.read(text):
        found = CaseText(name=listed.name, position="", best=list(listed.best), avoid=list(listed.avoid))
        try:
            cases.append(_case(Position.start(rules, options, listed.position), found))
        except BadText as error:
            raise BadText(f"line {listed.line}: {error}") from None
        if len(cases) > MOST_CASES:
            raise BadText(f"expected at most {MOST_CASES} positions, found more")
    remarks = (line.strip("# ") for line in text.splitlines() if line.lstrip().startswith("#"))
    return Suite(path.stem, path, rules.name, one_line(" ".join(remarks)), tuple(cases))


# A person's own


def own_suite(folder: Path, game: str) -> Path:
    """Where the cases of a game go that a person adds, in the folder of his data."""
    return folder / "suites" / f"{game}{YAML}"


def add_case(path: Path, game: str, case: Case, settings: Settings) -> int:
    """Appends a case to a suite in YAML, which is begun where there is none; returns how many it has now.
    BadText where the file is another game's, or cannot be read or written; one that is in it already is
    not added again."""
    cases = list(read_suite(path, settings).cases) if path.exists() else []
    if path.exists() and read_suite(path, settings).game != game:
        raise BadText(f"{path}: expected a suite of {game}")
    if any(known.key == case.key for known in cases):
        return len(cases)
    text = read_text(path, MOST_BYTES) if path.exists() else f"game: {game}\ncases:\n"
    position = case.position
    entry: dict[str, Any] = {"name": case.name, "position": position.text}
    for key, moves in (("best", case.best), ("avoid", case.avoid)):
        if moves:
            entry[key] = [position.move_text(move) for move in moves]
    text = re.sub(r"^cases: *\[\] *$", "cases:", text.rstrip(), flags=re.MULTILINE) + "\n"
    listed = yaml.safe_dump([entry], sort_keys=False, allow_unicode=True, width=1000)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text + "".join(f"  {line}\n" for line in listed.splitlines()))
    except OSError as error:
        raise BadText(f"{path}: cannot be written: {error.strerror or error}") from None
    return len(read_suite(path, settings).cases)
