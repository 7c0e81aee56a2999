"""Measures whether a term that is left out of a shipped heuristic is named.

python -m tests.arena.gaps.measure GAME HEURISTIC [TERM ...] [--games N] [--nodes N] [--workers W]

Each heuristic without a term is looked at as `main.py gaps` does; without terms, the whole heuristic is. A
line says the answers in their order, and a star that the term is among them. The same command goes on in the
files of the folder.
"""

import argparse
import tempfile
from pathlib import Path

from arena.gaps.gaps_run import GapsRun
from arena.gaps.plan import USUAL_NODES, GapsPlan
from engines.jobs import Job
from games.registry import load_game
from heuristics.contract import Heuristic
from heuristics.registry import load_heuristic, look_in

FILE = """
from dataclasses import replace
from importlib import import_module

from heuristics.contract import Heuristic

made = next(
    replace(each, name={name!r}, terms=[term for term in each.terms if term.name != {term!r}])
    for each in vars(import_module("heuristics.{game}")).values()
    if isinstance(each, Heuristic) and each.name == {heuristic!r}
)
"""


def without(heuristic: Heuristic, term: str, folder: Path) -> str:
    """Writes a heuristic without one of its terms. Returns its name."""
    name = f"{heuristic.name} without {term}".replace(":", "")
    text = FILE.format(game=heuristic.game, heuristic=heuristic.name, name=name, term=term)
    (folder / "without.py").write_text(text, encoding="utf-8")
    return name


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.arena.gaps.measure")
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("heuristic", metavar="HEURISTIC")
    parser.add_argument("term", nargs="*", metavar="TERM")
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--nodes", type=int, default=USUAL_NODES)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "gaps")
    wanted = parser.parse_args()
    folder: Path = wanted.folder / "heuristics"
    folder.mkdir(parents=True, exist_ok=True)
    heuristic = load_heuristic(wanted.game, wanted.heuristic)
    for term in wanted.term or [""]:
        # One file at a time: two heuristics without a term would lend it to each other.
        (folder / "without.py").unlink(missing_ok=True)
        name = without(heuristic, term, folder) if term else heuristic.name
        look_in(None)
        look_in(folder)
        plan = GapsPlan(wanted.game, name, load_game(wanted.game).options(), wanted.nodes, games=wanted.games)
        found = GapsRun(plan, wanted.folder / plan.file_name, wanted.workers).work(Job())
        named = [
            f"{each.candidate} {100 * each.share:.1f} % [{100 * each.low:.1f}, {100 * each.high:.1f}] "
            f"weight {each.weight:g}"
            for each in found.answers
        ]
        star = "*" if any(each.name == term for each in found.answers) else " "
        answers = "; ".join(named) or "nothing found"
        print(f"{star} {name}: {answers} ({found.positions} positions, {found.seconds:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
