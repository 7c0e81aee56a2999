"""`main.py docs`: makes the tables and the lines of code in the documentation. It writes them into the pages,
each between two marks, or compares them with the pages."""

import argparse
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cli.command_io import show
from cli.parser import CommandParser
from cli.source_excerpts import excerpt, is_place
from engines.registry import kinds
from engines.search.options import CUTS
from games.contract import BadText
from games.installation import IS_CHECKOUT, ROOT
from games.registry import ENTRIES, entry
from heuristics.contract import Heuristic
from heuristics.registry import heuristics_of
from heuristics.sides import one_sided_terms
from study.format.term_cells import weight_text

DOCS = ROOT / "docs"

BEGIN, END = "<!-- made from the code: {} (main.py docs) -->", "<!-- end -->"
BETWEEN = re.compile(
    r"<!-- made from the code: ([^()\n]+) \(main\.py docs\) -->\n(.*?)<!-- end -->", re.DOTALL
)

OPTIONS = {
    "depth": "plies to look ahead",
    "nodes": "the most positions to search for a move",
    "ms": "the most milliseconds for a move",
    "seed": "fixes every random choice, such as the choice among moves of equal value",
    "threads": "threads of one search; with more than one it is not repeatable",
    "multipv": "how many best lines are searched exactly",
    "elo": "the Elo rating that the program limits itself to, as its UCI_Elo allows",
    "busy": "1: never ends a turn of several actions early",
    "trained": "plays by the table or net that you trained with that `--seed`",
}
"""The help of each option that is no switch."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing; exit status 1 if a table or a line differs from the code",
    )


def tables(parser: argparse.ArgumentParser, keys: Callable[[], str]) -> Mapping[str, Callable[[], str]]:
    """The functions that make the tables, by the name in the table's mark."""
    return {
        "players": _players,
        "options": _options,
        "cuts": _cuts,
        "terms": _terms,
        "commands": lambda: _commands(parser),
        "keys": keys,
    }


def run(arguments: argparse.Namespace, parser: argparse.ArgumentParser, keys: Callable[[], str]) -> None:
    """Writes the tables and lines; with `--check` only lists those that differ, with status 1 if any do."""
    differ = outdated(tables(parser, keys), write=not arguments.check)
    show(arguments, {"check": arguments.check, "differ": differ}, _tell)
    if arguments.check and differ:
        raise SystemExit(1)


def _tell(answer: Mapping[str, Any]) -> None:
    said = "differs from the code; main.py docs writes it" if answer["check"] else "written"
    for page, names in answer["differ"].items():
        print(f"{page}: {'; '.join(names)}: {said}")
    if not answer["differ"]:
        print("all tables and lines agree with the code")


def outdated(made: Mapping[str, Callable[[], str]], write: bool) -> dict[str, list[str]]:
    """By page: the tables and quoted lines that differ from the code; with `write` they are written again.
    Raises BadText outside a checkout, and for wrong marks."""
    if not IS_CHECKOUT:
        raise BadText("docs: only in a checkout of the project")
    texts: dict[str, str] = {}
    found: dict[str, list[str]] = {}
    used: set[str] = set()

    for page in (*ROOT.glob("CONTRIBUTING.md"), *sorted(DOCS.rglob("*.md"))):
        text = page.read_text(encoding="utf-8")
        path = page.relative_to(ROOT).as_posix()
        differ: list[str] = []

        def renewed(there: re.Match[str], path: str = path, differ: list[str] = differ) -> str:
            name = there[1]
            if is_place(name):
                wanted = lines_of(name, path)
            elif name in made:
                used.add(name)
                wanted = texts[name] = texts.get(name) or made[name]().strip()
            else:
                raise BadText(f"{path}: expected a mark of one of {', '.join(made)}, found {name!r}")
            if there[2].strip() != wanted:
                differ.append(name)
            return f"{BEGIN.format(name)}\n\n{wanted}\n\n{END}"

        new = BETWEEN.sub(renewed, text)
        if differ:
            found[path] = differ
            if write:
                page.write_text(new, encoding="utf-8", newline="\n")
    if absent := [name for name in made if name not in used]:
        raise BadText(f"docs: no page has the mark of {', '.join(absent)}")
    return found


def lines_of(place: str, page: str) -> str:
    """The lines of the source that a mark on a page names. Raises BadText, with the page, where there are
    none."""
    try:
        return excerpt(place, ROOT / page)
    except BadText as error:
        raise BadText(f"{page}: {error}") from None


# Tables


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    # chr(92) is the backslash, which the braces of an f-string cannot hold before Python 3.12.
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def _code(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _players() -> str:
    rows = ((f"`{kind.name}`", kind.description, _titles(kind.games)) for kind in kinds())
    return _table(("kind", "what it is", "games"), rows)


def _titles(games: Sequence[str] | None) -> str:
    """The titles of games; "all" for None."""
    return "all" if games is None else ", ".join(entry(game).title for game in games)


def _options() -> str:
    cuts = {cut.name for cut in CUTS}
    rows: list[Sequence[str]] = []
    switches: dict[str, str] = {}
    for name, does in OPTIONS.items():
        takers = [kind for kind in kinds() if name in kind.options]
        low, high = takers[0].options[name]
        values = f"{low} to {high}" if high < 10**6 else f"from {low}"
        rows.append((f"`{name}`", values, does, _code(kind.name for kind in takers)))
    for kind in kinds():
        switches |= {name: does for name, does in kind.switches.items() if name not in cuts}
    rows += [(f"`{name}`", "0, 1", does, _code(_takers(name))) for name, does in switches.items()]
    return _table(("option", "values", "what it does", "players"), rows)


def _takers(switch: str) -> list[str]:
    return [kind.name for kind in kinds() if switch in kind.switches]


def _cuts() -> str:
    return _table(("option", "what it does"), ((f"`{cut.name}`", cut.description) for cut in CUTS))


def _terms() -> str:
    parts = []
    for about in ENTRIES:
        parts.append(f"## {about.title}")
        for heuristic in heuristics_of(about.name):
            parts.append(f"### {heuristic.name}\n\n{heuristic.description}")
            parts.append(_terms_of(heuristic))
    return "\n\n".join(parts)


def _terms_of(heuristic: Heuristic) -> str:
    one_sided = one_sided_terms(heuristic)
    grouped = any(term.group for term in heuristic.terms)
    columns = ["term", "key", *(["group"] if grouped else []), "weight", "what it counts"]
    rows = []
    for term in heuristic.terms:
        sided = " One-sided." if term.name in one_sided else ""
        group = [term.group] if grouped else []
        does = f"{term.description}{sided}"
        weight = weight_text(term.weight, term.worth)
        rows.append([term.label or term.name, f"`{term.name}`", *group, weight, does])
    return _table(columns, rows)


def _commands(parser: argparse.ArgumentParser) -> str:
    parts = []
    for name, command in _commands_of(parser).items():
        command.complete()
        parts.append(f"## {name}\n\n{_sentence(command.description or '')}")
        rows = [_argument(action) for action in command._actions if action.help != argparse.SUPPRESS]
        rows = [row for row in rows if row[0] not in COMMON]
        if rows:
            parts.append(_table(("argument", "what it is"), rows))
    return "\n\n".join(parts)


COMMON = ("`-h`, `--help`", "`--settings FILE`", "`--json`")
"""The options of every command."""


def _commands_of(parser: argparse.ArgumentParser) -> dict[str, CommandParser]:
    """The parsers of the commands by their names."""
    (added,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return dict(added.choices)


def _argument(action: argparse.Action) -> tuple[str, str]:
    value = action.metavar or ""
    words = " ".join(value) if isinstance(value, tuple) else value
    if action.choices and not words:
        words = "|".join(map(str, action.choices))
    if not action.option_strings:
        return f"`{words}`", _sentence(action.help or "")
    named = [f"{option} {words}".strip() for option in action.option_strings]
    return _code(named), _sentence(action.help or "")


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""
