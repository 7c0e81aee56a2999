"""Truth kept: how often a heuristic chooses a move that keeps the proven outcome, with a term and without it.

The player looks one ply ahead, so that the evaluation decides and not the search. Only positions count in
which some moves keep the outcome and others do not. They are those of `arena.truth.sample`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.statistics import wilson_interval
from arena.truth.beside_random import beside_random, with_interval
from arena.truth.bounds import blind
from arena.truth.measure import OverRandom, ProvenChoices, TermTruth, random_share
from arena.truth.proven import Proven
from arena.truth.sample import DEPTH
from arena.truth.searched_positions import proven_near_ends
from engines.contract import StopSignal
from games.contract import Options
from heuristics.lens import Weights
from heuristics.registry import load_lens


@dataclass(frozen=True)
class TruthKept:
    """The shares of `positions` in which the full heuristic (`kept`), a heuristic that values everything
    alike (`blind`), and a random move keep the outcome. `tables` are the endgame tables that the positions
    come from, with their checksums; none if searches have proven the positions. `turned` is what it costs to
    turn the sign of one weight, by the label of its term; measured only if the heuristic is worse than
    random. `why_none` says why the shares are not known, "" if they are."""

    positions: int = 0
    kept: float = 0.0
    blind: float = 0.0
    random: float = 0.0
    over_random: OverRandom | None = None
    turned: tuple[tuple[str, TermTruth], ...] = ()
    tables: tuple[tuple[str, str], ...] = ()
    why_none: str = ""

    @property
    def sentence(self) -> str:
        """The shares in words, or why nothing is known."""
        if self.why_none or self.over_random is None:
            return f"Truth kept is not known. {self.why_none}".strip()
        where = "from tables" if self.tables else "near the ends of games"
        kept, unseeing, random = (
            with_interval(share, wilson_interval(share, self.positions))
            for share in (self.kept, self.blind, self.random)
        )
        shares = (
            f"Truth kept: looking one ply ahead, it keeps the outcome in {kept} of {self.positions} proven "
            f"positions {where}. Without any evaluation it keeps it in {unseeing}, a random move in {random}."
        )
        is_open = not self.over_random.is_better and not self.over_random.is_worse
        return f"{shares} {self.conclusion}" if is_open else shares

    @property
    def is_worse(self) -> bool:
        """Whether a random move keeps the outcome more often, beyond chance."""
        return self.over_random is not None and self.over_random.is_worse

    @property
    def conclusion(self) -> str:
        """Whether it is better than a random move, in a sentence or two; "" where nothing is known."""
        if self.over_random is None:
            return ""
        return beside_random(self.over_random, self.kept, self.random, self.turned)

    def to_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {"sentence": self.sentence, "positions": self.positions}
        answer["why_none"] = self.why_none
        answer["table"] = [{"name": name, "checksum": checksum} for name, checksum in self.tables]
        if not self.why_none and self.over_random is not None:
            for name in ("kept", "blind", "random"):
                share = getattr(self, name)
                low, high = wilson_interval(share, self.positions)
                answer |= {name: share, f"{name}_low": low, f"{name}_high": high}
            answer |= {"conclusion": self.conclusion, **self.over_random.to_json()}
            answer["turned"] = [{"name": name} | truth.to_json() for name, truth in self.turned]
        return answer


@dataclass(frozen=True)
class ProvenNearEnds:
    """A unit of work: searches for positions near the ends of GAMES_AT_ONCE games; `first` is the number of
    the first game. The answer: the positions in which moves differ in outcome and none wins at once, and how
    many positions were examined."""

    game: str
    options: Options
    seed: int
    first: int

    def work(self, stop: StopSignal) -> dict[str, Any]:
        games = proven_near_ends(self.game, self.options, self.seed, self.first, stop)
        seen = [proven for found in games for proven in found]
        found = [proven.to_json() for proven in seen if proven.is_telling and proven.differs]
        return {"found": found, "seen": len(seen)}


Changes = tuple[tuple[str, float], ...]
"""Weights by name, in place of the heuristic's own."""


@dataclass(frozen=True)
class OutcomesKept:
    """A unit of work: choices in proven positions, of the heuristic with each of `changes`; None among them
    stands for a heuristic that values everything alike. The answer has a list for each of `changes`: for each
    position 1 if the choice keeps the outcome, else 0; None where the search was stopped."""

    game: str
    heuristic: str
    weights: Weights | None
    options: Options
    positions: tuple[Mapping[str, Any], ...]
    changes: tuple[Changes | None, ...]

    def work(self, stop: StopSignal) -> list[list[int | None]]:
        full = load_lens(self.game, self.heuristic, self.weights)
        proven = [Proven.of_json(self.game, self.options, row) for row in self.positions]
        lenses = [blind(self.game) if each is None else full.with_weights(each) for each in self.changes]
        answers = (ProvenChoices(lens, DEPTH, proven).work(stop) for lens in lenses)
        return [[None if row is None else int(row.kept) for row in rows] for rows in answers]


def counted(
    proven: Sequence[Proven],
    answers: Sequence[Sequence[int | None]],
    without: Sequence[tuple[str, ...]],
) -> tuple[TruthKept, dict[tuple[str, ...], TermTruth]]:
    """The figures of the full heuristic, and those without each group of terms in `without`. `answers` are
    the answers of `OutcomesKept` for the positions, in this order: the player that values everything alike,
    the full heuristic, and the heuristic without each group."""
    rows = [at for at in range(len(proven)) if all(answer[at] is not None for answer in answers)]
    if not rows:
        return TruthKept(), {}
    unseeing, full, *left_out = ([bool(answer[at]) for at in rows] for answer in answers)
    positions = [proven[at] for at in rows]
    whole = TruthKept(
        len(rows),
        sum(full) / len(rows),
        sum(unseeing) / len(rows),
        random_share(positions) or 0.0,
        OverRandom.of(zip(full, positions, strict=True)),
    )
    of_terms = {
        names: TermTruth.of(zip(full, reduced, strict=True))
        for names, reduced in zip(without, left_out, strict=True)
    }
    return whole, of_terms
