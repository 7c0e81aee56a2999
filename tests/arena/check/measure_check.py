"""How often a check says something false of a shipped heuristic, and how often it names a planted fault.

python tests/arena/check/measure_check.py --sound 50      checks of each shipped heuristic, by seed
python tests/arena/check/measure_check.py --planted 20    faults of each kind, the games in turn

`--kind`, `--game` and `--first` choose some. `--alone` leaves out the comparison with other heuristics. It
prints a line for each failure, and the counts that stand in docs/guide/check-methods.md. What terms cost is
not measured here.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from planted_faults import GAMES, PLANTS, TRUE, Planted, plant  # noqa: E402

from arena.check.check import Checking  # noqa: E402
from arena.check.finding import BY_KIND, CONSTANT, Finding  # noqa: E402
from games.compiling.kept_kernels import default_folder, keep_kernels_in  # noqa: E402
from heuristics.lens import Lens  # noqa: E402
from heuristics.registry import heuristics_of  # noqa: E402

COSTS, OTHERS = "Measures the computing time of terms", "Compares with other heuristics' terms"


def findings(lens: Lens, seed: int, compares: bool = True) -> Iterator[Finding]:
    """What a check finds, without what terms cost; also without what other heuristics' terms say, unless it
    `compares`."""
    for doing, work in Checking(lens, seed).steps():
        if doing != COSTS and (compares or doing != OTHERS):
            yield from work()


def false_findings(game: str, name: str, found: Iterable[Finding]) -> list[Finding]:
    """The faults, and the remarks on kinds of positions, that are not among the true ones of a shipped
    heuristic."""
    true = TRUE[f"{game} {name}"]
    return [
        each
        for each in found
        if (each.is_fault or each.kind in (BY_KIND, CONSTANT))
        and not (each.terms and set(each.terms) <= set(true.get(each.kind, ())))
    ]


def names(planted: Planted, found: list[Finding]) -> bool:
    """Whether the planted fault is named: its kind, and the term. A whole heuristic that is turned is worse
    than random; a sign may be named by what it does, too."""
    kinds = {"sign": ("sign", "random"), "by kind": ("by kind", "sign")}.get(planted.kind, (planted.kind,))
    asked = {planted.key, planted.like} - {""}
    return any(each.kind in kinds and (not asked or asked & set(each.terms)) for each in found)


def false_besides(planted: Planted, found: list[Finding]) -> list[Finding]:
    """What is false of the heuristic, and is not about the terms of the planted fault."""
    asked = {planted.key, planted.like} - {""}
    false = false_findings(planted.heuristic.game, planted.original, found)
    return [each for each in false if each.kind != planted.kind and not asked & set(each.terms)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sound", type=int, default=0)
    parser.add_argument("--planted", type=int, default=0)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--alone", action="store_true", help="without other heuristics' terms")
    parser.add_argument("--kind", nargs="*", default=list(PLANTS))
    parser.add_argument("--game", nargs="*", default=list(GAMES))
    wanted = parser.parse_args()
    keep_kernels_in(default_folder())
    began = time.process_time()
    checks: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for game in wanted.game:
        for heuristic in heuristics_of(game) if wanted.sound else ():
            for seed in range(wanted.first, wanted.first + wanted.sound):
                lies = false_findings(game, heuristic.name, findings(Lens.of(heuristic), seed))
                checks[game] += 1
                wrong[game] += bool(lies)
                for lie in lies:
                    print(f"FALSE {game} {heuristic.name} {seed}: {lie.kind}: {lie.sentence}", flush=True)
    for game in wanted.game if wanted.sound else ():
        print(f"sound {game}: {wrong[game]} of {checks[game]} checks say something false")
    for kind in wanted.kind if wanted.planted else ():
        named, others = 0, 0
        games = [game for game in wanted.game if plant(kind, game, wanted.first) is not None]
        for seed in range(wanted.first, wanted.first + wanted.planted):
            planted = plant(kind, games[seed % len(games)], seed)
            assert planted is not None
            found = list(findings(Lens.of(planted.heuristic), seed, not wanted.alone))
            hit = names(planted, found)
            named += hit
            wrong_too = false_besides(planted, found)
            others += bool(wrong_too)
            for lie in wrong_too:
                print(f"BESIDES {kind} {seed}: {planted.original}: {lie.kind}: {lie.sentence}", flush=True)
            if not hit:
                told = [f"{each.kind} {each.terms}" for each in found if each.is_fault]
                of = f"{planted.heuristic.game} {planted.key} ({planted.what})"
                print(f"MISSED {kind} {seed}: {of}; said {told}", flush=True)
        print(
            f"planted {kind}: {named} of {wanted.planted} named; {others} with false ones besides", flush=True
        )
    print(f"{time.process_time() - began:.0f} processor seconds")


if __name__ == "__main__":
    main()
