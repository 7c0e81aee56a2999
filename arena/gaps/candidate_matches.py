"""Short matches of a heuristic with one candidate added: which candidates help it to win?

What explains results does not always win. A search may see it already; or it hardly matters in games of
players who do not aim for it. So the best candidates play. They are terms of one heuristic, which is compiled
once. Each player has one of them, with one of SIZES; the weights of the others are 0. All play against the
heuristic without candidates. Those that win most go on to the next round, the best five at last from other
openings. Only these last pairs say whether a candidate wins, since no candidate was chosen by them.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from arena.card.pairs import ChunkOfPairs, Worth, by_pair
from arena.card.plan import CHUNK
from arena.card.staged_run import rounded
from arena.experiments.experiment_run import GoesOn, Workshop
from arena.experiments.plan import PLAYER
from arena.gaps.candidates import GapCandidate
from arena.gaps.plan import PROOF, SCREENING, GapsPlan
from arena.match import Match
from arena.statistics import PairCounts, holm
from engines.player_kinds import PlayerSpec
from heuristics.content_hash import content_hash
from heuristics.contract import Heuristic, Kernel
from heuristics.lens import Lens
from heuristics.registry import lend_made

SIZES = 3.0, 1.0, 0.3, 0.1, 0.03
"""The weights that a candidate is tried with: its contribution then has this many times the standard
deviation of the heuristic's own value."""

ROUNDS = (10, 16), (30, 8), (60, 5)
"""Each round: up to how many pairs each player plays, and how many players then go on. After the last round,
only the best player of each candidate may go on."""

PROOF_PAIRS = 200
"""Pairs of each candidate that has come through all rounds."""

OPENINGS = max(PROOF_PAIRS, ROUNDS[-1][0])

MOST_CANDIDATES = 12
"""The most candidates that play."""

LEVEL = 0.05
"""The probability that any candidate is said to win although none helps."""


@dataclass(frozen=True)
class Addition:
    """A candidate with a weight, and its pairs against the heuristic without it. `index` is the candidate's,
    `term` the name of its term in the heuristic that plays. `p` is the probability that one of the
    candidates wins so much if none of them helps; 1.0 without a proof."""

    index: int
    term: str
    weight: float
    points: tuple[tuple[float, float], ...] = ()
    p: float = 1.0

    @property
    def mean(self) -> float:
        """The points of a game on average."""
        return PairCounts.of(self.points).mean if self.points else 0.5

    @property
    def worth(self) -> Worth:
        """What it wins."""
        return Worth.of(PairCounts.of(self.points))

    @property
    def is_proven(self) -> bool:
        """Whether it wins beyond chance."""
        return self.p <= LEVEL


class CandidateHeuristic(Heuristic):
    """A heuristic with candidates as further terms. Terms of weight 0 are not computed."""

    def evaluator(self) -> Kernel:
        """As `Heuristic.evaluator`."""
        return self._written(
            ["def evaluate(state, side, weights):"],
            ["    decision = {decision}", "    if decision != 0.0:", "        return decision"],
            ["    if weights[{index}] != 0.0:", "        value = value + weights[{index}] * {amount}"],
            "evaluation",
        )


def with_candidates(
    lens: Lens, candidates: Mapping[int, GapCandidate]
) -> tuple[CandidateHeuristic | None, dict[int, str]]:
    """A heuristic with the terms of a lens and, with weight 0, those of the candidates; and by index the term
    of each candidate. A term that takes weights is left out, as is a term that needs other shared values or
    another phase than those before it. None if the heuristic has parameters: they come after its terms."""
    base = lens.heuristic.compiled_as
    if base.parameters:
        return None, {}
    made = CandidateHeuristic(f"{base.name} and candidates", base.game, "", "", scale=base.clear_advantage)
    made.phase, made.shared, made.decisive = base.phase, base.shared, base.decisive
    weights = zip(base.terms, map(float, lens.prepared), strict=True)
    made.terms += [replace(term, weight=weight) for term, weight in weights]
    terms: dict[int, str] = {}
    for index, candidate in candidates.items():
        name = f"candidate {index + 1}"
        if candidate.feature is not None:
            candidate.feature.add_to(made, weight=0.0)
        elif candidate.term is not None and candidate.heuristic is not None:
            term, other = candidate.term, candidate.heuristic.compiled_as
            if term.takes_weights or (term.takes_shared and made.shared not in (None, other.shared)):
                continue
            if term.worth is not None and made.phase not in (None, other.phase):
                continue
            made.shared = other.shared if term.takes_shared else made.shared
            made.phase = other.phase if term.worth is not None else made.phase
            made.terms.append(replace(term, weight=0.0))
        made.terms[-1] = replace(made.terms[-1], name=name)
        terms[index] = name
    return made, terms


@dataclass
class CandidateMatches:
    """The matches of a plan's heuristic with one of `candidates` added. `units`: by index, the weight with
    which a candidate spreads as much as the heuristic's value, with the sign that helps; others do not play.

    `played` are the candidates that came through all rounds, each with its weight and the pairs of the proof;
    those that surely win come first, the best one first. `means`: by index, the points of a game with a
    candidate's best weight: in the proof if it has come that far, else in the rounds. `stages` are the names
    under which the units are kept."""

    plan: GapsPlan
    candidates: Sequence[GapCandidate]
    units: Mapping[int, float]
    played: list[Addition] = field(default_factory=list)
    means: dict[int, float] = field(default_factory=dict)
    stages: list[str] = field(default_factory=list)
    heuristic: CandidateHeuristic | None = field(init=False)

    def __post_init__(self) -> None:
        chosen = {at: self.candidates[at] for at in self.units}
        self.heuristic, terms = with_candidates(self.plan.lens, chosen)
        self.additions = [
            Addition(index, name, rounded(size * self.units[index]))
            for index, name in terms.items()
            for size in SIZES
        ]

    def prepare(self) -> bool:
        """Compiles. Returns whether there are candidates to play and their games can be played compiled, so
        in this process: others do not know the heuristic."""
        if self.heuristic is None or not self.additions:
            return False
        lend_made(self.heuristic)
        return self._match(self.additions[0], SCREENING).prepare()

    def _match(self, addition: Addition, stage: int) -> Match:
        assert self.heuristic is not None
        budget = (("nodes", self.plan.nodes),)
        weights = ((addition.term, addition.weight),)
        player = PlayerSpec(PLAYER, self.heuristic.name, budget, weights=weights)
        return self.plan.match(player, self.plan.player(), stage, self.plan.random_plies, OPENINGS)

    def play(self, workshop: Workshop, goes_on: GoesOn = None) -> bool:
        """Plays all pairs, which fills `played` and `means`. Returns whether there was time for them."""
        playing, done = self.additions, 0
        for pairs, most in ROUNDS:
            playing = self._round(workshop, playing, SCREENING, done, pairs, goes_on)
            if not playing:
                return False
            playing, done = sorted(playing, key=lambda each: -each.mean), pairs
            best = {each.index: each for each in reversed(playing)}
            self.means |= {index: each.mean for index, each in best.items()}
            if pairs == ROUNDS[-1][0]:
                playing = [each for each in playing if each is best[each.index]]
            playing = playing[:most]
        finalists = [replace(each, points=()) for each in playing if each.mean > 0.5]
        proven = self._round(workshop, finalists, PROOF, 0, PROOF_PAIRS, goes_on)
        self.played = with_probabilities(proven)
        self.means |= {each.index: each.mean for each in proven}
        return len(proven) == len(finalists)

    def _round(
        self,
        workshop: Workshop,
        playing: Sequence[Addition],
        stage: int,
        done: int,
        pairs: int,
        goes_on: GoesOn,
    ) -> list[Addition]:
        """Each of `playing` with its pairs from `done` to `pairs` added. Empty if the time is up."""
        matches = [self._match(each, stage) for each in playing]
        chunks = range(done // CHUNK, pairs // CHUNK)

        def unit(number: int) -> ChunkOfPairs:
            return ChunkOfPairs.of(matches[number // len(chunks)], chunks[number % len(chunks)])

        wanted = range(len(playing) * len(chunks))
        self.stages.append(self._stage(playing, stage, chunks))
        answers = workshop.ask(self.stages[-1], wanted, unit, goes_on)
        if len(answers) < len(wanted):
            return []
        found = []
        for at, each in enumerate(playing):
            new = (pair for points in answers[at * len(chunks) :][: len(chunks)] for pair in by_pair(points))
            found.append(replace(each, points=(*each.points, *new)))
        return found

    def _stage(self, playing: Sequence[Addition], stage: int, chunks: range) -> str:
        """The name under which the units of a round are kept: the same for the same games."""
        assert self.heuristic is not None
        who = [(each.term, each.weight) for each in playing]
        described = json.dumps([content_hash(self.heuristic), who, stage, [*chunks]])
        return f"matches {hashlib.sha256(described.encode()).hexdigest()[:16]}"


def with_probabilities(played: Sequence[Addition]) -> list[Addition]:
    """The additions with their `p`, which is one-sided and corrected for their number (`holm`). Those that
    win come first, then those with the most points."""
    chances = holm([1.0 - (PairCounts.of(each.points).superiority() or 0.0) for each in played])
    found = (replace(each, p=p) for each, p in zip(played, chances, strict=True))
    return sorted(found, key=lambda each: (not each.is_proven, -each.mean))
