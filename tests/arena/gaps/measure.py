"""Measures whether a term that is left out of a shipped heuristic is named, and what adding an answer wins.

python -m tests.arena.gaps.measure [GAME HEURISTIC [TERM ...]] [--games N] [--nodes N] [--pairs N]

Without names, each term of STRONG is left out; with a heuristic alone, nothing. A look is made as `main.py
gaps` makes it, once with the term among the candidates, and once without it and its near copies. Matches at
equal nodes say what leaving the term out costs, and what the first answer of each look wins of it; `--pairs
0` plays none. The same command goes on in the files of the folder.
"""

import argparse
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from arena.card.pairs import PairsPlayed
from arena.card.plan import CONFIRM, CardPlan
from arena.experiments.experiment_run import ExperimentRun
from arena.experiments.plan import PLAYER
from arena.gaps.candidates import candidates_of
from arena.gaps.gaps import Gap, Gaps
from arena.gaps.gaps_run import GapsRun
from arena.gaps.plan import USUAL_NODES, GapsPlan
from arena.gaps.weight_choice import best_of, weights_tried
from arena.pools.pool import pool_of
from engines.jobs import Job
from engines.player_kinds import PlayerSpec
from games.compiling.kept_kernels import default_folder, keep_kernels_in
from games.contract import BadText
from games.registry import load_game
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from heuristics.registry import load_heuristic, load_lens, look_in
from study.gaps.added_term import write_with_term

STRONG = {
    ("tabletactics", "siege"): (
        "noble hitpoints",
        "nearness to the other Noble",
        "hitpoints",
        "attacks on the Noble",
    ),
    ("isolation", "territory"): ("territory", "dead ends"),
    ("morris", "mobile"): ("stones", "steps", "possible_mills", "stash"),
    ("jungle", "hunter"): ("plies to a catch", "untouchable"),
    ("chess", "classical"): (
        "mobility",
        "passed pawns",
        "pawns",
        "knights",
        "bishops",
        "rooks",
        "queens",
        "threats",
    ),
}
"""The terms of our heuristics of which a card says that they are worth 30 Elo (docs/lab/cards.md)."""

NEAR = 0.8
"""A candidate with at least this correlation with a term is a near copy of it."""

SAMPLES = 2000
"""Samples of terms, and of the pairs of each, for an interval."""

FILE = """
from heuristics import {game}
from heuristics.contract import Heuristic

mine = Heuristic("{name}", "{game}", "", "", scale={scale})
mine.phase = {game}.{variable}.phase
mine.shared = {game}.{variable}.shared
mine.decisive = {game}.{variable}.decisive
mine.terms += [term for term in {game}.{variable}.terms if term.name != "{term}"]
"""


class PairsRun(ExperimentRun[CardPlan, list[float]]):
    """Plays the plan's pairs against its rival. The answer is what each pair brought, from 0 to 1. With
    `chooses`, the weight of the last term is chosen first, as `--try` does; no pairs are played if no weight
    plays better. `weight` is the chosen one."""

    def __init__(self, plan: CardPlan, folder: Path, chooses: bool = False) -> None:
        super().__init__(plan, folder / plan.file_name)
        self._chooses = chooses
        self.weight: float | None = None

    def _first(self) -> list[float]:
        return []

    @property
    def _played(self) -> PairsPlayed:
        plan = self.plan
        assert plan.pairs is not None
        rival = PlayerSpec(PLAYER, plan.rival, (("nodes", plan.nodes),))
        changes = {} if self.weight is None else {plan.terms[-1]: self.weight}
        match = plan.match(plan.player(changes), rival, CONFIRM, plan.random_plies, plan.pairs)
        return PairsPlayed("pairs" if self.weight is None else f"pairs at {self.weight:g}", match)

    def _prepare(self) -> bool:
        return self._played.match.prepare()

    def _make(self) -> None:
        if self._chooses:
            *_, tried = weights_tried(self.plan, self._workshop)
            best = best_of(tried)
            if not best.is_better:
                return
            self.weight = best.weight
        played = self._played
        assert self.plan.pairs is not None
        played.play(self._workshop, self.plan.pairs)
        self._report([sum(points) / 2 for points in played.points])


@dataclass(frozen=True)
class Case:
    """A heuristic without a term; `term` is "" for the whole heuristic."""

    game: str
    heuristic: str
    term: str
    games: int
    nodes: int
    pairs: int
    match_nodes: int
    folder: Path

    @property
    def name(self) -> str:
        return f"{self.heuristic} without {self.term}".replace(":", "") if self.term else self.heuristic

    @property
    def own(self) -> Path:
        return self.folder / "heuristics"

    def write(self) -> None:
        """Writes the heuristic as the only own file: terms of other files would be candidates."""
        self.own.mkdir(parents=True, exist_ok=True)
        for file in self.own.glob("*.py"):
            file.unlink()
        if self.term:
            whole = load_heuristic(self.game, self.heuristic)
            text = FILE.format(
                game=self.game,
                variable=variable_of(whole),
                name=self.name,
                scale=whole.scale,
                term=self.term,
            )
            (self.own / "without.py").write_text(text, encoding="utf-8")
        self.load()

    @property
    def lens(self) -> Lens:
        """The heuristic as it was last loaded."""
        return load_lens(self.game, self.name, None)

    def load(self) -> None:
        look_in(None)
        look_in(self.own)

    def look(self, left_out: tuple[str, ...] = ()) -> Gaps:
        options = load_game(self.game).options()
        plan = GapsPlan(self.game, self.name, options, self.nodes, games=self.games, left_out=left_out)
        return GapsRun(plan, self.folder / plan.file_name).work(Job())

    def near_copies(self) -> tuple[str, ...]:
        """The keys of the term among the candidates, and of its near copies, by positions of the pool that
        no look has drawn."""
        states = pool_of(self.game).positions(seed=1).states
        candidates, amounts = candidates_of(self.lens, states)
        keys = [each.key for each in candidates]
        term = amounts[:, keys.index(f"{self.heuristic}/{self.term}")]
        with np.errstate(invalid="ignore"):
            near = [abs(np.corrcoef(term, column)[0, 1]) >= NEAR for column in amounts.T]
        return tuple(key for key, is_near in zip(keys, near, strict=True) if is_near)

    def wins(self, found: Gaps) -> tuple[np.ndarray, str]:
        """What each pair of the heuristic with the first answer brings above a half, and a remark."""
        nothing = np.zeros(self.pairs)
        if not found.answers:
            return nothing, "nothing found"
        try:
            written = write_with_term(self.lens, found.answers[0], self.own)
        except BadText as problem:
            return nothing, str(problem)
        self.load()
        run = PairsRun(self.plan(written.name), self.folder, chooses=True)
        points = run.work(Job())
        if not points:
            return nothing, f"{written.name}, better with no weight"
        return np.array(points) - 0.5, f"{written.name} at {run.weight:g}"

    def plan(self, heuristic: str) -> CardPlan:
        """The plan of a match against the heuristic of the case."""
        options = load_game(self.game).options()
        return CardPlan(self.game, heuristic, options, self.match_nodes, pairs=self.pairs, rival=self.name)

    def match(self, heuristic: str) -> np.ndarray:
        """What each pair against the heuristic of the case brings above a half."""
        return np.array(PairsRun(self.plan(heuristic), self.folder).work(Job())) - 0.5


def variable_of(heuristic: Heuristic) -> str:
    module = __import__(f"heuristics.{heuristic.game}", fromlist=["heuristics"])
    return next(name for name, value in vars(module).items() if value is heuristic)


def described(found: Gaps) -> str:
    """The answers in a line."""
    named = [
        f"{each.candidate} {100 * each.share:.1f} % ({100 * each.low:.1f} to {100 * each.high:.1f}) at "
        f"{each.weight:g}{won(each)}"
        for each in found.answers
    ]
    return "; ".join(named) or "nothing found"


def won(gap: Gap) -> str:
    """What the matches of the look itself say, if they show that the answer wins."""
    if gap.match is None or gap.match.elo is None:
        return ""
    return f", wins {gap.match.elo:+.0f}"


def elo(mean: float) -> float:
    chance = min(max(0.5 + mean, 1e-3), 1.0 - 1e-3)
    return float(-400.0 * np.log10(1.0 / chance - 1.0))


def with_interval(pairs: np.ndarray) -> str:
    """The mean of pairs in Elo, with its 95 % interval."""
    half = 1.96 * pairs.std() / np.sqrt(len(pairs))
    return f"{elo(pairs.mean()):+.0f} ({elo(pairs.mean() - half):+.0f} to {elo(pairs.mean() + half):+.0f})"


def pooled(losses: list[np.ndarray], wins: list[np.ndarray]) -> str:
    """The share of all losses that is won back, in points of a pair. Its interval is by samples of terms,
    and of the pairs of each. There is no share if the losses may be none."""
    share = sum(each.mean() for each in wins) / max(1e-9, sum(each.mean() for each in losses))
    random = np.random.default_rng(0)
    sums = np.zeros((SAMPLES, 2))  # lost and won
    for row in sums:
        for at in random.integers(0, len(losses), len(losses)):
            pairs = random.integers(0, len(losses[at]), len(losses[at]))  # both have the same openings
            row += losses[at][pairs].mean(), wins[at][pairs].mean()
    lost, won = sums.T
    if np.quantile(lost, 0.025) <= 0.0:
        return "no share: it is not sure that anything was lost"
    low, high = np.quantile(won[lost > 0.0] / lost[lost > 0.0], (0.025, 0.975))
    return f"{share:.2f} ({low:.2f} to {high:.2f})"


def measure(case: Case) -> tuple[bool, np.ndarray, np.ndarray, np.ndarray]:
    """Prints the lines of a case. Returns whether the term is named, the loss, and what both looks win."""
    case.write()
    began = time.process_time()
    whole = case.look()
    seconds = time.process_time() - began
    is_named = any(each.name == case.term for each in whole.answers)
    print(f"{'*' if is_named else ' '} {case.name}: {described(whole)}", end=" ")
    print(f"[{whole.positions} positions, {seconds:.0f} s of the processor]", flush=True)
    nothing = np.zeros(case.pairs)
    other = None
    if case.term:
        near = case.near_copies()
        other = case.look(near)
        print(f"    without {', '.join(near)}: {described(other)}", flush=True)
    if not case.pairs:
        return is_named, nothing, nothing, nothing
    loss = case.match(case.heuristic) if case.term else nothing
    won, remark = case.wins(whole)
    again, same = won, remark
    if other and [each.candidate for each in other.answers[:1]] != [
        each.candidate for each in whole.answers[:1]
    ]:
        case.write()
        again, same = case.wins(other)
    print(f"    costs {with_interval(loss)}; wins {with_interval(won)}: {remark}", end="; ")
    print(f"wins {with_interval(again)}: {same}", flush=True)
    return is_named, loss, won, again


def cases(wanted: argparse.Namespace) -> Iterator[Case]:
    """The cases in the order of STRONG."""
    chosen = STRONG if not wanted.game else {(wanted.game, wanted.heuristic): wanted.term or ("",)}
    for (game, heuristic), terms in chosen.items():
        for term in terms:
            known = [each.name for each in load_heuristic(game, heuristic).terms]
            if term and term not in known:
                raise SystemExit(f"{heuristic}: expected one of {', '.join(known)}, found {term}")
            yield Case(
                game,
                heuristic,
                term,
                wanted.games,
                wanted.nodes,
                wanted.pairs,
                wanted.match_nodes,
                wanted.folder,
            )


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.arena.gaps.measure")
    parser.add_argument("game", metavar="GAME", nargs="?")
    parser.add_argument("heuristic", metavar="HEURISTIC", nargs="?")
    parser.add_argument("term", nargs="*", metavar="TERM")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=USUAL_NODES)
    parser.add_argument("--pairs", type=int, default=400)
    parser.add_argument("--match-nodes", type=int, default=400)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "gaps")
    wanted = parser.parse_args()
    if wanted.game and not wanted.heuristic:
        parser.error("expected GAME HEURISTIC")
    keep_kernels_in(default_folder())
    done = [measure(case) for case in cases(wanted)]
    named, losses, won, again = map(list, zip(*done, strict=True))
    print(f"{sum(named)} of {len(named)} named")
    if wanted.pairs and any(each.any() for each in losses):
        print(
            f"won back by the first answer: {pooled(losses, won)} of what was lost; without near copies: "
            f"{pooled(losses, again)}"
        )


if __name__ == "__main__":
    main()
