"""Sets up a position of TableTactics: soldiers with their hitpoints, actions and free steps, obstacles, and
whether the armies are still being placed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.contract import BLACK, SIDE_NAMES, WHITE, BadText
from games.tabletactics import (
    ACTIONS,
    HITPOINTS,
    LETTERS,
    SPEED,
    TITLES,
    Soldier,
    TableTacticsOptions,
    read_board,
    write_board,
)
from study.setups.setup import ChoiceField, FieldRow, Number, Setup, field_of, number_of

NAMES = dict(zip(LETTERS, TITLES, strict=True))
OBSTACLE = "obstacle"


MOST_TURNS = 1_000_000
PLACE, PLAY = "place", "play"
STAGE, TURNS, HITS, ACTS, STEPS = "stage", "turns", "hitpoints", "actions", "free steps"


def most_hitpoints(letter: str) -> int:
    return int(HITPOINTS[LETTERS.index(letter)])


def _army(side: int) -> tuple[str, ...]:
    """One soldier of each kind, as the art names it."""
    return tuple(f"{side} {letter} {most_hitpoints(letter)} - -" for letter in LETTERS)


@dataclass(frozen=True)
class SoldierKind:
    """A soldier without its square: `side`, `letter`, and what it has left."""

    side: int
    letter: str
    hitpoints: int
    actions: int = ACTIONS


class TableTacticsSetup(Setup):
    """`soldiers` by square; `steps` are the square of the soldier on the move and its free steps. `text` has
    only what stage and turn allow: full strength while armies are placed, and all actions for the side that
    is not to move."""

    palette = ((*_army(WHITE), OBSTACLE), _army(BLACK))
    hint = "Click a soldier to set its hitpoints and actions."
    by_square = True

    def __init__(self, options: TableTacticsOptions) -> None:
        self.soldiers: dict[str, SoldierKind] = {}
        self.obstacles: set[str] = set()
        self.steps: tuple[str, int] = ("", 0)
        self.to_move = WHITE
        self.stage = PLAY
        self.turns = 0

    # The board

    def _soldier(self, square: str) -> Soldier:
        """The soldier on a square as the stage and the turn allow it."""
        standing = self.soldiers[square]
        hitpoints, actions = standing.hitpoints, standing.actions
        if self.stage == PLACE:
            hitpoints = most_hitpoints(standing.letter)
        if self.stage == PLACE or standing.side != self.to_move:
            actions = ACTIONS
        going = self.steps[0] == square and standing.side == self.to_move and self.stage == PLAY
        steps = self.steps[1] if going and actions < ACTIONS else 0
        return Soldier(square, standing.side, standing.letter, hitpoints, actions, steps)

    @property
    def pieces(self) -> Mapping[str, str]:
        standing = dict.fromkeys(self.obstacles, OBSTACLE)
        for square, soldier in self.soldiers.items():
            acts = self.stage == PLAY and soldier.side == self.to_move
            standing[square] = soldier_piece(self._soldier(square), acts)
        return standing

    def put(self, square: str, piece: str) -> None:
        self.soldiers.pop(square, None)
        self.obstacles.discard(square)
        if self.steps[0] == square:
            self.steps = ("", 0)
        if piece == OBSTACLE:
            self.obstacles.add(square)
        elif piece:
            side, letter = piece.split()[:2]
            self.soldiers[square] = SoldierKind(int(side), letter, most_hitpoints(letter))

    def move(self, place: str, square: str) -> None:
        soldier, steps = self.soldiers.get(place), self.steps
        super().move(place, square)
        if soldier is not None and square:
            self.soldiers[square] = soldier
            if steps[0] == place:
                self.steps = (square, steps[1])

    def pass_turn(self) -> None:
        """Gives the turn to the other side; `text` gives the side that waits all its actions."""
        super().pass_turn()
        self.turns += 1

    def clear(self) -> None:
        self.soldiers, self.obstacles, self.steps = {}, set(), ("", 0)
        self.stage, self.turns = PLAY, 0

    def piece_name(self, piece: str) -> str:
        if piece == OBSTACLE:
            return "An obstacle"
        side, letter = piece.split()[:2]
        return f"{SIDE_NAMES[int(side)].capitalize()}'s {NAMES[letter]}"

    # The fields

    def fields(self, square: str) -> Sequence[FieldRow]:
        placing = self.stage == PLACE
        options = [(PLAY, "armies fight"), (PLACE, "armies are placed")]
        stage = ChoiceField(STAGE, "Stage", "Whether the armies are still being placed.", self.stage, options)
        tip = "Completed turns, including the two of the placement. The game is drawn at the limit."
        turns = Number(TURNS, "Turns completed", tip, self._turns, 0, MOST_TURNS, enabled=not placing)
        return (FieldRow((stage,)), FieldRow((turns,)), *self._soldier_rows(square))

    def _soldier_rows(self, square: str) -> Sequence[FieldRow]:
        """The fields about the soldier on the chosen square, which are disabled if there is none."""
        chosen = self.soldiers.get(square)
        placing = self.stage == PLACE
        title = "Choose a soldier on the board"
        hitpoints, actions, steps, most, speed = 0, 0, 0, 0, 1
        if chosen is not None:
            soldier = self._soldier(square)
            title = f"{self.piece_name(f'{soldier.side} {soldier.letter}')} on {square}"
            hitpoints, actions, steps = soldier.hitpoints, soldier.actions, soldier.steps_left
            most, speed = most_hitpoints(soldier.letter), int(SPEED[LETTERS.index(soldier.letter)])
        able = chosen is not None and not placing
        acts = chosen is not None and able and chosen.side == self.to_move
        tip = "How many attacks the chosen soldier can still take."
        hits = Number(HITS, "Hitpoints", tip, hitpoints, min(1, most), most, enabled=able)
        tip = "What the chosen soldier may still do in this turn; for the side to move."
        left = Number(ACTS, "Actions left", tip, actions, 0, ACTIONS, enabled=acts)
        tip = "Steps left of a move that has begun, for a soldier that has spent an action."
        free = Number(STEPS, "Free steps left", tip, steps, 0, speed - 1, enabled=acts and actions < ACTIONS)
        return FieldRow((hits,), title), FieldRow((left,)), FieldRow((free,))

    def set(self, name: str, value: Any, square: str) -> None:
        if name == STAGE:
            self.stage = value
        elif name == TURNS:
            self.turns = value
        elif name == STEPS:
            self.steps = (square, value) if value else ("", 0)
        else:
            self.soldiers[square] = replace(self.soldiers[square], **{name: value})

    @property
    def _turns(self) -> int:
        """The number of completed turns. While armies are placed, it is 1 if Black is to move, else 0."""
        return self.to_move if self.stage == PLACE else self.turns

    # Text

    def read(self, text: str) -> bool:
        board, *fields = text.split() or [""]
        try:
            standing = read_board(board)
        except BadText:
            return False
        self.obstacles = {name for name, what in standing.items() if what == "#"}
        self.soldiers = {
            name: SoldierKind(
                WHITE if what[0].isupper() else BLACK, what[0].upper(), int(what[1]), int(what[2])
            )
            for name, what in standing.items()
            if what != "#"
        }
        self.to_move = BLACK if field_of(fields, 0, "w") == "b" else WHITE
        self.stage = PLACE if field_of(fields, 1, PLAY) == PLACE else PLAY
        square, _, steps = field_of(fields, 2, "-").partition(":")
        self.steps = (square, number_of([steps], 0, 0, 9)) if square in self.soldiers else ("", 0)
        self.turns = number_of(fields, 3, 0, MOST_TURNS)
        return True

    @property
    def text(self) -> str:
        soldiers = [self._soldier(square) for square in self.soldiers]
        standing = dict.fromkeys(self.obstacles, "#") | {soldier.square: soldier.text for soldier in soldiers}
        steps = next((f"{s.square}:{s.steps_left}" for s in soldiers if s.steps_left), "-")
        return f"{write_board(standing)} {'wb'[self.to_move]} {self.stage} {steps} {self._turns}"


def soldier_piece(soldier: Soldier, acts: bool) -> str:
    """The name of a soldier in the game's art: side, letter, hitpoints, actions and free steps, "-" for what
    is not shown."""
    shown = f"{soldier.actions} {soldier.steps_left}" if acts else "- -"
    return f"{soldier.side} {soldier.letter} {soldier.hitpoints} {shown}"
