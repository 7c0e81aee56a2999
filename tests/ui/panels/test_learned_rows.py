"""What the page Learned shows, without a window."""

from dataclasses import replace

import pytest

from arena.gaps.gaps import ShownPosition
from arena.learned.explanation import KnownTerm, PlayerExplanation, ReadableTerm, Surprise, UnseenTerm
from arena.learned.plan import ExplanationPlan
from engines.player_kinds import PlayerSpec
from games.record import Record
from games.registry import load_game
from heuristics.registry import load_lens
from study.saved_games.game_to_open import OpenGame
from study.state.study import Study
from ui.panels.learned import learned_state
from ui.panels.learned_rows import learned_rows
from ui.theme import Theme

JUNGLE = load_game("jungle")
POSITION = "3dE3/2r1c3/1w6/1t3L2/8/1RDe4/5C2 w - - 27"
CAPTURES = KnownTerm("can take", "own captures", "minimax", "minimax/can take", "own")
MOVES = KnownTerm("moves", "moves", "", "moves", "difference")
FOUND = PlayerExplanation(
    ExplanationPlan("jungle", PlayerSpec("qtable"), JUNGLE.options()),
    "",
    games=400,
    positions=2400,
    candidates=111,
    terms=(ReadableTerm(CAPTURES, 23.3, 8.0, 0.52, 0.4, 0.6, 0.001),),
    share=0.52,
    low=0.4,
    high=0.6,
    unseen=(UnseenTerm(MOVES, 0.02, 0.01, 0.03, 4.0, 0.01, (ShownPosition(POSITION, 7.0),)),),
    surprises=(Surprise(POSITION, -0.2, 47.1),),
    seconds=41.0,
)


@pytest.fixture
def study():
    made = Study(Record.start(JUNGLE), load_lens("jungle", "hunter"))
    yield made
    made.features.close()


def rows(study, found=FOUND):
    return learned_rows(study, found, "400 games", Theme(1.0), lambda text, size: [text]).rows


def texts(row):
    cells = [cell for column in row.cells for cell in (column if isinstance(column, tuple) else (column,))]
    return [cell.text for cell in cells if getattr(cell, "text", "")]


def test_terms_come_first_and_then_what_is_not_seen(study):
    term, together, rest, unseen, shown, head, surprise = rows(study)
    assert texts(term) == ["own captures", "+23", "52 %"] and "by +8.0" in term.tip
    assert texts(together) == ["together", "52 %"] and "52 % (40 to 60)" in together.tip
    assert texts(rest) == [f"{FOUND.rest} 400 games."] and "48 % is left unexplained." in FOUND.rest
    assert texts(unseen) == [FOUND.unseen[0].sentence]
    assert texts(shown) == ["position 1, Amber to move", "+7"]
    assert texts(head) == ["Where its values and these terms differ most:"]
    assert texts(surprise) == ["position 1, Amber to move", "−0.2", "terms +47.1"]


def test_nothing_readable_leaves_no_head(study):
    nothing = replace(FOUND, terms=(), unseen=(), surprises=(), share=0.0)
    content = learned_rows(study, nothing, "400 games", Theme(1.0), lambda text, size: [text])
    assert not content.titled and [texts(row) for row in content.rows] == [[f"{nothing.rest} 400 games."]]


def test_position_opens_as_a_game(study):
    *_, surprise = rows(study)
    surprise.click()
    (wish,) = study.take_wishes()
    assert isinstance(wish, OpenGame) and wish.read().record.position.text == POSITION
    assert wish.read().remark.startswith(
        "Q-table values this at −0.2 for the side to move; the terms say +47.1."
    )


def test_line_says_whose_values_and_of_how_much(study):
    assert learned_state(study, FOUND) == "Q-table, 400 games, 2\u202f400 positions, 41 s"
    assert learned_state(study, replace(FOUND, stage="playing")).startswith("Q-table, stopped, 400 games")
