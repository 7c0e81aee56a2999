"""What the board shows in addition to the pieces: one kind of numbers on its squares, and arrows of the best
moves, of the best line, of a threat, and of the two moves that Why not compares. The person switches them on
and off by commands, and the choice is remembered."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import pygame

from games.position import Position
from heuristics.failure import shortened
from study.format import number_text
from study.format.value_format import ValueFormat
from study.moves.reveals import Reveal, Reveals, reveals_of
from study.on_board.counted_squares import counted_on
from study.on_board.moves_on_squares import moves_on_squares
from study.on_board.piece_worth import choice_of, worth_of, worth_of_choice
from study.on_board.threats import Threats
from study.practice.hidden_answers import HiddenAnswers
from study.review.move_cost import move_cost
from study.saved_games.preferences import Layout
from study.searches.lines import best_line
from study.searches.values import for_side, source
from study.state.changes import Drawn
from study.state.search_store import has_value
from study.state.study import Study
from study.why_not.compared_line import ComparedLine
from study.why_not.questions import WhyNotQuestions
from ui.boards.arrows import RANKED, ranked, ways
from ui.boards.board import BoardView
from ui.boards.overlays import Amounts, Arrow, Warmth
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Sheet
from ui.panels.parts.outcome_table import decided_words, draw_outcomes
from ui.theme import Theme

TERMS, PIECES, CHOICE, REVEALS, MOVES = "terms", "pieces", "choice", "reveals", "moves"
"""The kinds of numbers on squares: what the terms count, piece values, how these differ at the ends of two
lines, what turning a piece over may bring, and the values of moves."""

ON_SQUARES = (TERMS, PIECES, CHOICE, REVEALS, MOVES)
LINE, THREATS, BEST = "line", "threats", "best moves"
"""The kinds of arrows."""

LINE_PLIES = 4
"""How many moves of the best line have arrows."""

COMPARED = "compared"
"""The arrows of the two moves that Why not compares."""

COMPARED_WIDTHS = (0.16, 0.08)
"""Widths of the arrows of the chosen and of the asked move, in the board picture's units. They differ, so
that the arrows can be recognised without colour."""

FIRST_WIDTH, LATER_WIDTH = 0.13, 0.1
"""Width of the first and of later arrows of the best line or of a threat, in the board picture's units."""

CARD_WIDTH = 280
"""Width of the table of outcomes over the board, in design pixels."""

Found = TypeVar("Found")


class OnBoard(Drawn):
    """The numbers and arrows on the board. `legend` describes each kind in a few words. `update`, called once
    a frame, sets what `board` shows."""

    fields = ("legend", "_pointed")

    def __init__(self, board: BoardView, layout: Layout, theme: Theme) -> None:
        self.board = board
        self.layout = layout
        self.theme = theme
        self.legend: tuple[str, ...] = ()
        # By kind: the values that the last result depends on, and the result.
        self._found: dict[str, tuple[tuple[object, ...], Any]] = {}
        self._reveals: Reveals | None = None  # shown in this frame
        self._pointed: tuple[Reveal, ...] = ()  # the possible outcomes on the square under the pointer
        self._scroll = Scroll()
        # What the person had chosen to show, before a lesson file changed it.
        self._before: tuple[str, list[str]] | None = None

    # Choices

    def shows(self, kind: str) -> bool:
        if kind == BEST:
            return self.layout.best_moves
        return kind == self.layout.on_squares or kind in self.layout.arrows

    def turn(self, kind: str) -> None:
        """Shows or hides a kind. Showing one kind of numbers hides the other kinds."""
        if kind == BEST:
            self.layout.best_moves = not self.layout.best_moves
        elif kind not in (LINE, THREATS):
            self.layout.on_squares = "" if self.layout.on_squares == kind else kind
        elif kind in self.layout.arrows:
            self.layout.arrows.remove(kind)
        else:
            self.layout.arrows.append(kind)

    def show_only(self, on_squares: str, arrows: Sequence[str]) -> None:
        """Shows only the numbers and arrows that a lesson file names, until `show_as_before`. Ignores unknown
        names."""
        if self._before is None:
            self._before = self.layout.on_squares, list(self.layout.arrows)
        self.layout.on_squares = on_squares if on_squares in ON_SQUARES else ""
        self.layout.arrows = [kind for kind in dict.fromkeys(arrows) if kind in (LINE, THREATS)]

    def show_as_before(self) -> None:
        """Restores what the person had chosen before a lesson file."""
        if self._before is not None:
            (self.layout.on_squares, self.layout.arrows), self._before = self._before, None

    def _once(self, kind: str, of: tuple[object, ...], find: Callable[[], Found]) -> Found:
        """The result of `find`, which is called again only when `of` has changed."""
        known = self._found.get(kind)
        if known is None or known[0] != of:
            known = self._found[kind] = of, find()
        found: Found = known[1]
        return found

    # Display

    def update(self, study: Study, theme: Theme, hint: str = "", compares: bool = False) -> None:
        """Sets the numbers and arrows of this frame. `hint` are the words of the hint on the board;
        `compares` says whether Why not is open: then its two moves have arrows instead of the best moves. A
        term that is pointed at in a panel replaces the chosen numbers. While the board shows a position on a
        line there are no arrows and no outcomes, because they belong to the game's position."""
        board, ahead, self.theme = self.board, study.shown_line_position, theme
        board.perspective = study.perspective
        board.overlay, board.warmths, self._reveals = study.pointed.squares, (), None
        board.note = ("", "")
        if study.of(HiddenAnswers).hides(study):
            self._pointed = ()
            self._hide(study)
            return
        legend = [hint] if hint else []
        if study.view.move_costs and ahead is None:
            legend += self._cost(study)
        if not study.pointed.squares:
            legend += self._squares(study)
        arrows: list[Arrow] = []
        if ahead is None:
            compared = self._compared(study, legend) if self.shows(BEST) and compares else []
            arrows += compared
            if self.shows(BEST) and study.advised and not compared:
                arrows += self._best_moves(study, legend)
            if self.shows(THREATS):
                arrows += self._threat(study, legend)
            if self.shows(LINE):
                arrows += self._line(study, legend)
        if not self.shows(THREATS):
            study.of(Threats).drop()
        board.arrows = arrows
        self.legend, self._pointed = tuple(legend), self._outcomes(study)

    def _hide(self, study: Study) -> None:
        """Shows no numbers and no arrows until the person has chosen a move."""
        study.of(Threats).drop()
        chosen = self.layout.on_squares or self.layout.arrows
        self.board.overlay, self.board.arrows = (), []
        self.legend = ("hidden until you have chosen a move",) if chosen else ()

    def _squares(self, study: Study) -> list[str]:
        """Puts the chosen kind of numbers on the squares; returns their legend."""
        kind = self.layout.on_squares
        ahead, lens = study.shown_line_position, study.lens
        position = study.position if ahead is None else ahead.position
        plus = f"+ for {study.side_name(study.perspective)}"
        if kind == TERMS:
            side = study.perspective
            count = partial(counted_on, lens, lens.heuristic.terms, position, side)
            amounts = self._once(TERMS, (position, lens, side), count)
            self.board.overlay = ValueFormat.of_lens(lens).squares(amounts)
            if not self.board.overlay:
                return [f"no term of {lens.name} says which squares it counts"]
            return [f"squares: what they add to {lens.name}, {plus}"]
        if kind == PIECES:
            worth = worth_of(study, position, lens, study.perspective)
            form = ValueFormat.of_lens(lens)
            return self._amounts(
                worth, f"piece values: {lens.name} with the piece minus without it, {plus}", form
            )
        if kind == CHOICE and ahead is None:
            return self._by_choice(study, plus)
        if kind == REVEALS and ahead is None:
            return self._by_reveals(study)
        if kind == MOVES and ahead is None:
            return self._by_moves(study)
        return []

    def _amounts(self, worth: object, legend: str, form: ValueFormat) -> list[str]:
        """Puts the amounts on the squares; returns their legend. Instead of a dict, `worth` is a text that
        says why there are no amounts, or None while they are computed."""
        if isinstance(worth, str):
            return [shortened(worth)]
        if not isinstance(worth, dict):
            return ["piece values: computing …"]
        self.board.overlay = form.squares(_without_noise(list(worth.items())))
        return [legend] if worth else ["piece values: none here"]

    def _by_choice(self, study: Study, plus: str) -> list[str]:
        choice = choice_of(study)
        if choice is None:
            return ["piece values: select a move in Moves, or ask why not (W), to compare two lines"]
        text = f"piece values: after {choice.chosen.text}'s line minus after {choice.asked.text}'s, {plus}"
        form = ValueFormat.of_lens(choice.lens)
        return self._amounts(worth_of_choice(study, choice), f"{text} ({choice.source})", form)

    # Values of moves

    def _cost(self, study: Study) -> list[str]:
        """Writes what the last move cost at the bottom of its square."""
        if not study.cursor:
            return []
        cost, text = move_cost(study, study.cursor - 1), study.record.numbered(study.cursor - 1)
        if cost is None:
            return [f"{text}: no search knows what it cost"]
        square = self.board.picture.entered[1]
        if square:
            self.board.note = square, f"< {cost.short}" if cost.at_least else cost.short
        return [f"{text} {cost.words} ({source(cost.thought)})"]

    def _by_moves(self, study: Study) -> list[str]:
        hand, thought, pointed = self.board.hand, study.thought_here, self._square
        alone = 0 if thought is None else len(study.search_store.alone(thought))
        # Searches of single moves (`alone`) change the values, too.
        asked = (study.position, thought, alone, hand.clicks, pointed)
        found = self._once(MOVES, asked, lambda: moves_on_squares(study, hand.clicks, pointed))
        if found is None:
            return ["moves: no search of this position"]
        mover = study.position.to_move
        form = ValueFormat.of_thought(found.thought)

        def words(value: float | None) -> str:
            if value is None:
                return number_text.NOTHING  # not "?", which marks a mistake
            shown = for_side(value, mover, study.perspective)
            return decided_words(shown) or form.signed(shown)

        self.board.warmths = [
            Warmth(square, (words(value),), mover, found.share(value)) for square, value in found.best.items()
        ]
        which = f"move from {found.begun}" if found.begun else "piece's best move"
        elsewhere = [f"{name} {words(value)}" for name, value in found.elsewhere.items()]
        unit = form.units or source(found.thought)
        what = ", ".join((f"value of each {which} ({unit})", *elsewhere))
        return [f"{what}, + for {study.side_name(study.perspective)}"]

    # Face-down pieces

    def _by_reveals(self, study: Study) -> list[str]:
        square = self._square
        of = (study.position, study.lens, study.thought_here, study.running)
        found = self._reveals = self._once(REVEALS, of, lambda: reveals_of(study, square))
        if found is None or found.busy:
            del self._found[REVEALS]  # not final: asks again in the next frame
        if found is None:
            return []
        self.board.warmths = [self._warmth(study, found, name) for name in found.squares]
        if found.error:
            return [shortened(found.error)]
        mover, whose = study.side_name(found.side), study.side_name(study.perspective)
        how = f"{found.source}, searching …" if found.busy else found.source
        return [f"face down: mean ± standard deviation ({how}), + for {whose}; long bar: good for {mover}"]

    @property
    def _square(self) -> str:
        """The square under the pointer, else the keyboard's choice; "" for none."""
        hand = self.board.hand
        return hand.hovered or (hand.cursor if hand.focused else "")

    def _outcomes(self, study: Study) -> tuple[Reveal, ...]:
        """The possible outcomes on the square under the pointer, else of the move pointed at or selected in
        a panel."""
        found, pointed = self._reveals, study.pointed
        if found is None:
            return ()
        here: tuple[Reveal, ...] = tuple(found.squares.get(self._square, ()))
        for move in (pointed.move, pointed.selected):
            if not here and move is not None:
                here = tuple(each for rows in found.squares.values() for each in rows if each.move == move)
        return here

    def _warmth(self, study: Study, found: Reveals, square: str) -> Warmth:
        best = found.best(square)
        if best is None or best.value is None:
            return Warmth(square, ("…" if found.busy else number_text.NOTHING,), found.side, None)
        form = ValueFormat.of_lens(found.lens)
        value = for_side(best.value, found.side, study.perspective)
        lines = [decided_words(value) or form.signed(value)]
        if best.spread is not None and best.spread < number_text.LEAST_SHARE_OF_A_WIN:
            lines.append(f"± {form.size(best.spread)}")
        return Warmth(square, tuple(lines), found.side, found.share(square))

    # Arrows

    def _best_moves(self, study: Study, legend: list[str]) -> list[Arrow]:
        """Arrows of the best moves that an analysis or a hint has found: the better a move, the thicker its
        arrow. The best move has none here if the hint or the best line already draws it. While a hint has
        several numbered moves there are no arrows, because they would be confused with the hint's."""
        thought = study.thought_here
        if thought is None or not has_value(thought) or self.board.hints_turn:
            return []
        moves = tuple(row.move for row in thought.best_moves[: len(RANKED)])
        if len(moves) > 1:
            legend.append(f"the {len(moves)} best moves, the best one thickest")
        draw = partial(ranked, self.board.art, thought.position, moves, self.theme.hint)
        arrows = self._once(BEST, (thought.position, moves, self.theme), draw)
        has_arrow = self.board.hint in moves[:1] or self.shows(LINE)
        return arrows[:-1] if has_arrow else arrows  # the best move's arrow is the last

    def _compared(self, study: Study, legend: list[str]) -> list[Arrow]:
        """Arrows of the two moves, or turns, that Why not compares in the shown position, in colours like
        those of its chart; none for another position."""
        questions = study.of(WhyNotQuestions)
        answer = questions.answer
        if answer is None or not study.shows(answer.thought.position):
            return []
        if answer.same:
            both: tuple[ComparedLine, ...] = (answer.chosen,)
            legend.append(f"arrow: {answer.asked.text}, the best move found")
        else:
            both = answer.chosen, answer.asked
            named = zip(questions.labels(study, answer), both, strict=True)
            texts = (f"{label} {compared_line.text}" for label, compared_line in named)
            legend.append(f"thick arrow: {', thin: '.join(texts)}")
        theme, art = self.theme, self.board.art

        def draw() -> list[Arrow]:
            styles = zip((theme.hint, theme.mark), COMPARED_WIDTHS, strict=True)
            return [
                Arrow(ways(art, position, move), color, 0, position.to_move, width=width)
                for compared_line, (color, width) in zip(both, styles, strict=False)
                for position, move in zip(
                    compared_line.positions, compared_line.moves[: compared_line.named], strict=False
                )
            ]

        return self._once(COMPARED, (answer.thought.position, tuple(b.moves for b in both), theme), draw)

    def _line(self, study: Study, legend: list[str]) -> list[Arrow]:
        """Numbered arrows of the best line's next moves, in the colours of the sides that make them."""
        line = best_line(study)
        if line is None or line.value is None or not line.played or not study.shows(line.start):
            reading = line is None and study.thought_here is not None
            legend.append(f"best line: {'being prepared …' if reading else 'no search of this position'}")
            return []
        legend.append(f"numbered: best line ({source(line.thought)})")
        positions = (line.start, *line.positions)
        return self._arrows(LINE, positions, line.played[:LINE_PLIES])

    def _threat(self, study: Study, legend: list[str]) -> list[Arrow]:
        """Dashed arrows of the turn that the other side would play if it were to move."""
        threats = study.of(Threats)
        threats.look(study)
        found = threats.found
        if found is None:
            legend.append(threats.problem or "threats: being searched …")
            return []
        start = found.position
        positions, moves = [start], list(found.pv[:1])
        for move, position in zip(found.pv[1:], start.along(found.pv), strict=False):
            if position.to_move != start.to_move or not position.moves:
                break
            positions.append(position)
            moves.append(move)
        names = " ".join(p.notation(move) for p, move in zip(positions, moves, strict=True))
        value = for_side(found.value, start.to_move, study.perspective)
        worth = decided_words(value) or ValueFormat.of_thought(found).with_unit(value)
        whose, mover = study.side_name(study.perspective), study.side_name(start.to_move)
        text = f"dashed: {mover}, if to move, would play {names}, {worth} for {whose}"
        legend.append(f"{text} ({source(found)})" if has_value(found) else text)
        return self._arrows(THREATS, positions, moves)

    def _arrows(self, kind: str, positions: Sequence[Position], moves: Sequence[int]) -> list[Arrow]:
        """An arrow for each move, the first on top; the arrows of the best line are numbered."""
        theme, numbered = self.theme, kind == LINE

        def draw() -> list[Arrow]:
            arrows = [
                Arrow(
                    ways(self.board.art, position, move),
                    theme.side_color(position.to_move) if numbered else theme.alarm,
                    number if numbered else 0,
                    position.to_move,
                    not numbered,
                    FIRST_WIDTH if number == 1 else LATER_WIDTH,
                )
                for number, (position, move) in enumerate(zip(positions, moves, strict=False), 1)
            ]
            return arrows[::-1]

        return self._once(kind, (positions[0], tuple(moves), theme), draw)

    # Outcomes

    def draw(self, sheet: Sheet, study: Study) -> None:
        """Draws the table of outcomes for the face-down piece under the pointer, on the other half of the
        board."""
        found, rows = self._reveals, self._pointed
        if found is None or not rows or self.board.hand.drag.held:
            return
        theme, board = sheet.theme, self.board.picture.geometry.rect
        best, others = rows[0], rows[1:]
        pad, line = theme.px(8), theme.px(20)
        deep = theme.px(24) + line * (len(best.outcomes) + len(others)) + 2 * pad
        card = pygame.Rect(0, 0, min(theme.px(CARD_WIDTH), board.width // 2), min(deep, board.height))
        left = self.board.picture.pixel_of(best.square)[0] > board.centerx
        card.centery = board.centery
        card.x = board.x + pad if left else board.right - card.width - pad
        sheet.fill(card, theme.panel, 6)
        pygame.draw.rect(sheet.surface, theme.line, card, 1, border_radius=theme.px(6))
        inner = card.inflate(-2 * pad, -2 * pad)
        table = pygame.Rect(inner.x, inner.y, inner.width, inner.height - line * len(others))
        if best.value is not None and best.outcomes:
            title = f"{best.text}: mean of {len(best.outcomes)}"
            row = title, best.value, best.outcomes, found.side
            draw_outcomes(sheet, table, study, found.lens, self._scroll, *row)
        else:
            sheet.label(pygame.Rect(table.topleft, (table.width, theme.px(24))), self._words(study, best))
        for number, other in enumerate(others):
            place = pygame.Rect(table.x, table.bottom + number * line, table.width, line)
            sheet.label(place, self._words(study, other), 12, theme.dim)

    def _words(self, study: Study, reveal: Reveal) -> str:
        """A move that turns something over, with its value, in a line."""
        found = self._reveals
        assert found is not None
        value = reveal.value if reveal.value is not None else reveal.bound
        if value is None:
            return f"{reveal.text}: not searched yet"
        shown = for_side(value, found.side, study.perspective)
        text = decided_words(shown) or ValueFormat.of_lens(found.lens).signed(shown)
        if reveal.value is None:
            return f"{reveal.text}: {'at most' if found.side == study.perspective else 'at least'} {text}"
        return f"{reveal.text}: {text}"


def _without_noise(amounts: Amounts) -> Amounts:
    """The amounts without those that are only rounding errors of sums."""
    largest = max((abs(amount) for _, amount in amounts), default=0.0)
    return [(square, amount) for square, amount in amounts if abs(amount) > 1e-9 * largest]
