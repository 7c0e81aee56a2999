"""The two heuristics that a person compares on the page Compare, and the judge of its scan."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from engines.jobs import Job
from games.contract import BLACK, WHITE
from games.position import Position
from games.record import Record
from heuristics.lens import Lens
from heuristics.presets import differences, in_words
from heuristics.registry import default_heuristic
from study.compare.background_scan import Scanned, ScanRun
from study.compare.paired_search import PairedSearch
from study.compare.scan import Disagreement
from study.evaluation.other_lenses import named_with_age, with_changes
from study.saved_games.game_to_open import GameToOpen, OpenGame
from study.state.features import Feature
from study.state.study import Study
from study.state.wishes import Show

SHOWN, NAMED, PLAYER, HELD = "shown", "named", "player", "held"
"""Kinds of offers: the heuristic that the window shows, a heuristic by its name, the heuristic of a side's
program, and those that were compared last."""

FIRST, SECOND, JUDGE = 0, 1, 2

Key = tuple[str, Hashable]


@dataclass(frozen=True)
class Offer:
    """A lens that can be chosen, its label, and a remark on it."""

    key: Key
    label: str
    detail: str
    lens: Lens


def offers(study: Study) -> tuple[Offer, ...]:
    """The lenses to choose from: the shown heuristic with its present weights, the game's heuristics, and
    those of its programs and those compared last (`held`), if their weights or versions are others."""
    found = [_offer((SHOWN, ""), f"shown: {with_changes(study.lens)}", study.lens)]
    found += [_offer((NAMED, name), name, study.named(name)) for name in study.lens_names]
    for side in (WHITE, BLACK):
        spec, lens = study.players[side], lens_of_player(study, side)
        if spec.weights and lens is not None:
            _add(found, _offer((PLAYER, side), f"{study.side_name(side)}'s {lens.name}", lens))
    for which, lens in enumerate(study.of(HeuristicPair).held):
        _add(found, _offer((HELD, which), f"compared: {named_with_age(study, lens)}", lens))
    return tuple(found)


def _offer(key: Key, label: str, lens: Lens) -> Offer:
    changes = differences(lens)
    detail = in_words(lens.heuristic, changes) if changes else lens.heuristic.description
    return Offer(key, label, detail, lens)


def _add(found: list[Offer], offer: Offer) -> None:
    """Adds an offer, unless its lens is offered already. The shown lens does not count, because a person may
    change it."""
    if all(offer.lens != other.lens for other in found if other.key[0] != SHOWN):
        found.append(offer)


def lens_of_player(study: Study, side: int) -> Lens | None:
    """The lens of a side's program; None for a person, and for a program whose heuristic is missing."""
    spec = study.players[side]
    if spec.heuristic not in study.lens_names:
        return None
    return study.named(spec.heuristic).with_weights(spec.weights)


class HeuristicPair(Feature):
    """Which heuristics are compared. `chosen` are the keys of the first, the second and the judge; None for
    the default. `held` are the lenses of the last scan, or of the pair of tournament games that was opened
    last. `choices` searches the position on the board with both, `scan` scans many positions."""

    fields = ("held", "_said")

    def __init__(self, study: Study) -> None:
        self.chosen: list[Key | None] = [None, None, None]
        self.held: tuple[Lens, ...] = ()
        self._said: tuple[Position | None, str] = (None, "")
        self.choices = PairedSearch(study.features.lanes.study)
        self.scan = ScanRun(study.features.lanes.batch)

    def offer(self, study: Study, which: int, known: tuple[Offer, ...]) -> Offer:
        """The offer that is chosen for FIRST, SECOND or JUDGE. Without a choice: the shown
        heuristic, another heuristic of the game, and the game's default heuristic as judge."""
        for offer in known:
            if offer.key == self.chosen[which]:
                return offer
        if which == FIRST:
            return known[0]
        named = [offer for offer in known if offer.key[0] == NAMED]
        if which == JUDGE:
            default = default_heuristic(study.record.game.name).name
            return next(offer for offer in named if offer.lens.name == default)
        first = self.offer(study, FIRST, known).lens
        at = next((i + 1 for i, offer in enumerate(named) if offer.lens.name == first.name), 0)
        others = [*named[at:], *named[:at]]  # first those after it in the list
        return next((offer for offer in others if offer.lens != first), others[-1])

    def lenses(self, study: Study) -> tuple[Lens, Lens, Lens]:
        """The two lenses that are compared, and the judge's."""
        known = offers(study)
        first, second, judge = (self.offer(study, which, known).lens for which in (FIRST, SECOND, JUDGE))
        return first, second, judge

    def hold(self, study: Study, lenses: tuple[Lens, ...], words: str) -> None:
        """Compares these lenses, even if the window then shows another heuristic, and opens the page Compare.
        A single lens becomes the first of the two. `words` say what was found in the shown position."""
        self.held, self._said = lenses, (study.position, words)
        known = [offer for offer in offers(study) if offer.key[0] != SHOWN]
        for which, lens in enumerate(self.held):
            self.chosen[which] = next(offer.key for offer in known if offer.lens == lens)
        study.wish(Show(HeuristicPair))

    def begin_scan(self, study: Study) -> None:
        """Scans with the two lenses that are compared now, or with the first one alone."""
        known = offers(study)
        first, second, judge = (self.offer(study, which, known) for which in (FIRST, SECOND, JUDGE))
        if self.scan.deeper:
            self.scan.begin_deeper(study.record, first.lens, first.label, study.data)
            return
        self.held = (first.lens, second.lens)
        self.scan.begin(study.record, (first.lens, second.lens, judge.lens), (first.label, second.label))

    def show(self, study: Study, scanned: Scanned, found: Disagreement) -> None:
        """Shows a position that a scan found, compared by the scan's lenses: in the game, or as a game of its
        own."""
        positions = study.record.positions
        at = next((i for i, position in enumerate(positions) if position is found.spot.position), None)
        if at is None:
            study.wish(OpenGame(lambda: game_of(scanned, found), "the scan"))
            return
        study.go_to(at)
        self.hold(study, scanned.compared, scanned.sentence(found))

    def sentence_on(self, position: Position) -> str:
        """A sentence on what was found in a position, by a scan for example; "" if nothing was."""
        here, words = self._said
        return words if here is position else self.scan.sentence_on(position)

    @property
    def at_work(self) -> bool:
        return self.scan.running

    @property
    def jobs(self) -> Iterable[Job | None]:
        return *self.choices.jobs, *self.scan.jobs

    def close(self) -> None:
        self.choices.drop()
        self.scan.drop()


def game_of(scanned: Scanned, found: Disagreement) -> GameToOpen:
    """A game that leads to a position that a scan has found, and shows it compared by the scan's lenses.
    Raises BadText if the position or a move is not legal."""
    game, options, spot = scanned.record.game, scanned.record.options, found.spot
    text = None if spot.moves else spot.position.text  # without moves, the game begins with it
    record = Record.start(game, options, text)
    for move, chance in spot.moves:
        record.play(move, chance)
    lenses, words = scanned.compared, scanned.sentence(found)
    remark = f"Position {spot.number} of the scan; Escape leads back."
    prepare = lambda study: study.of(HeuristicPair).hold(study, lenses, words)  # noqa: E731
    return GameToOpen(record, remark=remark, prepare=prepare)
