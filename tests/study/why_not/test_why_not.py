"""Why not my move: the terms make up the difference to the last bit, each special case has its sentence, and
stated weights and depths are confirmed by fresh searches."""

import re
from dataclasses import replace
from typing import Any

import pytest

from asked_moves import (
    NAMES,
    at,
    check_crossing,
    check_flips,
    check_identity,
    check_pairs,
    compare,
    compared_with_second,
    quick,
    searcher,
)
from engines.contract import WIN, EngineFailure, Limits, StopSignal, Thought
from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher
from games.compiling.compiler import jit_disabled
from games.contract import BadText
from games.position import Position
from games.registry import game_names, load_game
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from samples import ongoing_positions, searched_heuristic
from study.format.loss_scale import is_marked
from study.format.number_text import is_decided
from study.why_not import two_searches
from study.why_not.comparison import Comparison, Later
from study.why_not.two_searches import WhyNot, explainer_of, read_turn
from study.why_not.why_not_text import WhyNotText, as_json, headline, sentence

pytestmark = pytest.mark.skipif(jit_disabled(), reason="searches dozens of times")


@pytest.mark.parametrize("game", game_names())
def test_the_terms_make_the_difference(game: str) -> None:
    check_pairs(game, 60, 1)


@pytest.mark.parametrize("game", game_names())
def test_what_is_asked_is_searched_and_no_bound(game: str) -> None:
    """The asked move's value is that of minimax, even where the first search only proved a bound."""
    engine = at(searcher(game), 2)
    slow = make_engine(parse_player(f"minimax:{searched_heuristic(game)},depth=2", game), game)
    for position in ongoing_positions(game, 4, 6):
        exact = {row.move: row.value for row in slow.think(position).root_moves}
        for move in position.moves[:3]:
            compared = quick(engine, position, move)
            if compared.depth < 2:
                continue  # a win in one ply: it searched no deeper
            assert compared.asked.value == pytest.approx(exact[move], rel=1e-12)
            assert compared.chosen.value == pytest.approx(max(exact.values()), rel=1e-12)


def test_selective_answers_with_the_terms_too() -> None:
    engine, explained = searcher("chess", "selective", "piece_value"), 0
    for position in ongoing_positions("chess", 41, 8):
        first = at(engine.with_empty_memory(), 5).think(position)
        moves = [row.move for row in first.root_moves if row.move != first.move]
        for move in moves[:2]:
            compared = WhyNot(at(engine.with_empty_memory(), 5), position, (move,), NAMES, first).compared()
            assert compared.depth <= first.depth or abs(first.value) > 10_000
            explained += check_identity(compared)
    assert explained > 8


# Special cases


def test_a_better_move_that_a_level_skipped_is_said_to_be_known() -> None:
    position = Position.start(load_game("isolation"), text="7/7/3w3/7/2b4/7/7 w")
    for seed in range(20):
        engine = explainer_of(make_engine(parse_player("level:1", "isolation"), "isolation", seed=seed))
        first = engine.think(position)
        if first.best_moves[0].value > first.value:
            break
    asked = (first.best_moves[0].move,)
    compared = WhyNot(engine, position, asked, NAMES, first).answer()
    assert (compared.chosen.asked, compared.asked.asked) == ((first.move,), asked)
    assert compared.difference < 0.0 and compared.passed_over == asked[0]
    better, played = (position.notation(move) for move in (asked[0], first.move))
    said = sentence(compared)
    assert said.startswith(f"{better} is better than {played} by ")
    assert f"It saw {better}, skipped it on purpose (level 1)." in said
    assert f"Saw {better}, skipped it on purpose (level 1)." in first.remark
    assert compared.labels == ("its move", "your move")
    assert compared.asked.value == first.best_moves[0].value, "as the search that chose has found it"
    assert compare_by_strong(position).passed_over is None


def test_level_that_skipped_a_better_move_says_so() -> None:
    """That includes a move that is worse than the level's own, which is then not called the best."""
    position = Position.start(load_game("isolation"), text="7/7/3w3/7/2b4/7/7 w")
    for seed in range(20):
        engine = explainer_of(make_engine(parse_player("level:1", "isolation"), "isolation", seed=seed))
        first = engine.think(position)
        values = {row.move: row.value for row in first.root_moves}
        worse = min(values, key=lambda move: values[move])
        if first.best_moves[0].value > first.value and worse != first.move:
            break
    compared = WhyNot(engine, position, (worse,), NAMES, first).answer()
    best = max(values, key=lambda move: values[move])
    assert compared.difference >= 0.0 and values[best] > first.value
    assert f"It saw {position.notation(compared.passed_over)}, skipped it on purpose" in sentence(compared)
    assert compared.labels == ("its move", "your move")


@pytest.mark.parametrize("seen", ["by itself", "by a review"])
def test_why_a_level_s_own_move_was_played(seen: str) -> None:
    """It is compared with the best move that the search knew, by that search's values."""
    position, level = Position.start(load_game("isolation"), text="7/7/3w3/7/2b4/7/7 w"), "level:1"
    spec, limits = parse_player(level, "isolation"), "Level 1 looks 1 ply ahead and may play almost any move"
    for seed in range(20):
        engine = explainer_of(make_engine(spec, "isolation", seed=seed))
        first = engine.think(position)
        if first.best_moves[0].value > first.value:
            break
    assert first.move is not None and first.best_moves[0].move != first.move
    asked, best = (first.move,), first.best_moves[0]
    if seen == "by a review":
        engine = explainer_of(
            make_engine(parse_player("alphabeta:territory,depth=3", "isolation"), "isolation")
        )
        deeper = engine.think(position)
        compared = WhyNot(engine, position, asked, NAMES, deeper, played_by=spec).answer()
        assert compared.difference > 0.0 and not compared.by_level
        assert "skipped it on purpose" not in sentence(compared) and limits in headline(compared)
        assert limits not in headline(WhyNot(engine, position, asked, NAMES, deeper).answer())
        own = (deeper.move,)
        same = WhyNot(engine, position, own, NAMES, deeper, played_by=spec).answer()
        assert same.same and limits not in headline(same), "nothing better is known"
        return
    compared = WhyNot(engine, position, asked, NAMES, first, played_by=spec).answer()
    assert (compared.chosen.asked, compared.asked.asked) == ((best.move,), asked)
    assert (compared.chosen.value, compared.asked.value) == (best.value, first.value)
    assert compared.labels == ("best move", "played move") and not compared.same
    said, (better, played) = headline(compared), (position.notation(move) for move in (best.move, *asked))
    assert said.startswith(f"{better} is better than {played} by ")
    assert f"It saw {better}, skipped it on purpose (level 1). {limits}" in said


def test_a_level_s_best_move_is_said_with_its_limits() -> None:
    position, spec = Position.start(load_game("chess")), parse_player("level:5", "chess")
    for text in ("b1c3", "g7g6"):
        position = position.play(position.parse_move(text))
    engine = explainer_of(make_engine(spec, "chess"))
    first = engine.think(position)
    assert first.move is not None
    limits = "Level 5 searches at most 3\u202f400 nodes a move."
    answer = WhyNot(engine, position, (first.move,), NAMES, first, played_by=spec).answer()
    late = f"e4 came up as best at depth {first.depth + 1}, which was not finished. It is worth "
    assert answer.came_late and headline(answer).startswith(late) and headline(answer).endswith(limits)
    done = replace(first, depth=answer.chosen_at)
    said = headline(WhyNot(engine, position, (first.move,), NAMES, done, played_by=spec).answer())
    assert said.startswith("e4 is the best move found: it is worth ") and said.endswith(limits)


def compare_by_strong(position: Position) -> Comparison:
    engine = explainer_of(make_engine(parse_player("strong:territory,depth=3", "isolation"), "isolation"))
    return WhyNot(engine, position, position.moves[:1], NAMES).answer()


def test_a_win_has_no_terms() -> None:
    compared = compare("chess", "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", "h2h3", 4)
    assert compared.chosen.text == "Re8#"
    assert compared.terms == ()
    assert sentence(compared).startswith("For White, Re8# gives mate and wins in 1 ply; h3 is worth ")


def test_a_move_that_loses_names_the_reply() -> None:
    compared = compare("chess", "r5k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "b1b7", 4)
    assert compared.terms == ()
    assert "Rb7 allows 1…Ra1+ and loses in 4 plies" in sentence(compared)


def test_a_draw_by_rule_is_worth_nothing_and_says_why() -> None:
    compared = compare("chess", "8/8/8/4k3/8/8/3p4/3K1B2 w - - 0 1", "d1d2", 1)
    assert compared.asked.value == 0.0
    assert compared.terms == ()
    assert "Kxd2 ends in a draw after 1 ply, worth 0 by rule: " in sentence(compared)


def test_a_tie_is_drawn_by_the_seed() -> None:
    compared = compare("morris", None, "a1", 1)
    if compared.same:
        compared = compare("morris", None, "g7", 1)
    assert compared.difference == 0.0
    assert "are equal for White (depth 1)" in sentence(compared)
    assert "Chance picked one." in sentence(compared)
    assert compared.flips == () and compared.crossing is None and compared.decisive is None


def test_a_tie_at_a_smaller_depth_is_not_called_chance() -> None:
    """The deeper search that chose may have found one of the moves better."""
    compared = compare("morris", None, "a1", 1)
    if compared.same:
        compared = compare("morris", None, "g7", 1)
    rows = tuple(replace(row, depth=2) for row in compared.thought.root_moves)
    deeper = replace(compared, thought=replace(compared.thought, depth=2, root_moves=rows))
    assert "are equal for White (depth 1)" in sentence(deeper)
    assert "Chance" not in sentence(deeper)


def test_moves_that_differ_by_nothing_that_shows_are_equal() -> None:
    compared = compare("chess", None, "a2a3", 2)
    tiny = compared.chosen.value - 1e-4
    near = replace(compared, asked=replace(compared.asked, value=tiny))
    assert near.difference > 0.0
    said = sentence(near)
    both = f"{near.chosen.text} and {near.asked.text}"
    assert f"{both} are equal for White (depth 2): they differ by less" in said
    assert "better" not in said.split(".")[0]


def test_the_chosen_move_itself() -> None:
    first = compare("chess", None, "a2a3", 2)
    compared = compare("chess", None, first.chosen.move_text, 2)
    assert compared.same and compared.terms == ()
    assert sentence(compared).startswith(f"{first.chosen.text} is the best move found: it is worth ")


def test_quiescence_goes_below_the_depth() -> None:
    engine, seen = at(searcher("chess", "alphabeta,quiescence=1"), 2), 0
    for position in ongoing_positions("chess", 3, 20):
        compared = quick(engine, position, position.moves[0])
        below = [b for b in (compared.chosen, compared.asked) if len(b.moves) > compared.depth]
        if below and check_identity(compared):
            verb = "are" if len(below[0].moves) > compared.depth + 1 else "is"
            told = f"of {below[0].text}'s line {verb} quiescence search, beyond depth 2."
            assert told in sentence(compared)
            seen += 1
    assert seen > 2


TURN = "4f32n42/3f222/3t222/6/1N424/T211F301F321 w play c1:2 12"


def test_a_whole_turn_is_asked_about() -> None:
    game = load_game("tabletactics")
    position = Position.start(game, text=TURN)
    turn = read_turn(position, "c1-b1 end")
    engine = at(searcher("tabletactics"), 5)
    compared = WhyNot(engine, position, turn, NAMES).answer()
    assert compared.asked.moves[:2] == turn
    assert compared.asked.text == "c1-b1 end"
    chosen = compared.chosen
    sides = [p.to_move for p in chosen.positions]
    turn_length = next((i for i, side in enumerate(sides) if side != sides[0]), len(chosen.moves))
    assert chosen.text == " ".join(chosen.positions[i].notation(chosen.moves[i]) for i in range(turn_length))
    assert chosen.asked == chosen.moves[:1]
    assert check_identity(compared)
    before = position.play(turn[0])
    alone = at(searcher("tabletactics"), 4).think(before, only=turn[1:])
    assert compared.asked.value == alone.value
    assert compared.asked.values[0] is None and compared.asked.values[4] == compared.asked.value
    assert compared.asked.reply() == 2


def test_a_turn_longer_than_the_depth_deepens_both() -> None:
    position = Position.start(load_game("tabletactics"), text=TURN)
    turn = read_turn(position, "c1-b1 b1-c1 end")
    compared = WhyNot(at(searcher("tabletactics"), 1), position, turn, NAMES).answer()
    assert compared.depth == 3
    assert len(compared.chosen.values) == len(compared.asked.values) == 3
    assert check_identity(compared)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("c1-b1 c1-b1", "'c1-b1' is not legal here"),
        ("end end", "expected moves of one turn, but the turn is over before this move"),
        ("sideways", "'sideways' is not legal here"),
    ],
)
def test_no_turn(text: str, message: str) -> None:
    position = Position.start(load_game("tabletactics"), text=TURN)
    with pytest.raises(BadText, match=message):
        read_turn(position, text)


def test_a_line_that_ends_within_a_turn_says_so() -> None:
    compared = compare("tabletactics", TURN, "end", 1)
    assert "ends in the middle of a turn" in sentence(compared)
    quiet = compare("tabletactics", TURN, "end", 1, "alphabeta,quiescence=1")
    assert "in the middle of a turn" not in sentence(quiet)


def test_chance_by_the_terms_means() -> None:
    engine = at(searcher("jungle"), 2)
    seen = 0
    for position in ongoing_positions("jungle", 8, 30):
        for move in position.moves:
            if len(position.chances(move)) == 1:
                continue
            compared = quick(engine, position, move)
            compared_line = compared.asked
            assert compared_line.by_chance and compared_line.outcomes
            assert sum(compared_line.share(outcome) for outcome in compared_line.outcomes) == pytest.approx(
                0.0, abs=1e-9
            )
            if check_identity(compared) and compared.difference and not compared.same:
                assert "on average" in sentence(compared)
                worst = min(compared_line.outcomes, key=lambda outcome: outcome.value)
                assert f"can bring is {worst.text} (" in sentence(compared)
                told = as_json(compared)["asked_outcomes"]
                mean = sum(row["probability"] * row["value"] for row in told)
                assert mean == pytest.approx(compared_line.value)
                assert sum(row["share"] for row in told) == pytest.approx(0.0, abs=1e-9)
                seen += 1
            break
    assert seen > 3


def test_other_players_cannot_be_explained() -> None:
    engine = make_engine(parse_player("random", "chess"), "chess")
    with pytest.raises(BadText, match="expected one that searches with a heuristic"):
        explainer_of(engine)


@pytest.mark.parametrize("player", ["greedy", "minimax,depth=2"])
def test_players_that_do_not_deepen(player: str) -> None:
    """They choose in their own way; the values are those of the deepening search, which are the same."""
    engine = searcher("chess", player)
    position = ongoing_positions("chess", 3, 4)[3]
    chosen = engine.think(position)
    other = next(move for move in position.moves if move != chosen.move)
    compared = WhyNot(engine, position, (other,), NAMES).answer()
    assert compared.chosen.asked == (chosen.move,)
    assert compared.chosen.value == chosen.value
    assert check_identity(compared) or not compared.terms


def test_stopped_before_the_answer() -> None:
    stop = StopSignal()
    stop.request()
    position = Position.start(load_game("chess"))
    asking = WhyNot(at(searcher("chess"), 3), position, position.moves[:1], NAMES, stop=stop)
    with pytest.raises(EngineFailure, match="stopped before both moves were searched"):
        asking.answer()


# What is stated is true


def test_printed_flips_flip_and_crossings_cross() -> None:
    flips = crossings = 0
    for compared in compared_with_second("chess", 9, 8, 3):
        flips += check_flips("chess", compared)
        crossings += check_crossing("chess", compared)
    assert flips > 2 and crossings > 0


def test_weights_that_other_terms_take_are_found_by_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The leaves do not tell how a term depends on weights that it reads itself, so other weights are
    searched."""
    monkeypatch.setattr(two_searches, "LEAST_SECONDS", 30.0)  # enough time on a busy machine
    heuristic = Heuristic("squared", "isolation", "A term that takes its weight twice.", "the tests")

    @heuristic.difference("column", weight=2.0)
    def column(state, side, weights):
        """The file of the piece, times the weight."""
        return weights[0] * (state.pieces[side] % 7)

    @heuristic.own("row", weight=3.0)
    def row(state, side):
        """The rank of the piece."""
        return state.pieces[side] // 7

    engine = Searcher(Lens.of(heuristic), Limits(depth=1), compile=False, table_megabytes=0.01)
    position = Position.start(load_game("isolation"), text="7/7/7/3w3/7/6b/7 w")
    thought = engine.think(position)
    found = {}
    for move in position.moves:
        if move != thought.move:
            compared = WhyNot(engine, position, (move,), NAMES).answer()
            found |= {(move, flip.term): flip.weight for flip in compared.flips}
    assert found
    for (move, name), weight in found.items():
        now = compared.lens.weight(name)
        for share, better in ((0.99, 0), (1.01, 1)):
            lens = compared.lens.with_weight(name, now + share * (weight - now))
            values = [
                lens.breakdown(position.play(each).state, position.to_move).value
                for each in (thought.move, move)
            ]
            assert values[better] > values[1 - better]


@pytest.mark.long
def test_prepared_weights_flip_where_the_ends_say() -> None:
    """Morris scales its weights by the largest: changing one changes all."""
    flips = 0
    for compared in compared_with_second("morris", 6, 10, 3):
        flips += check_flips("morris", compared)
    assert flips > 0


def test_it_names_the_move_from_which_the_values_part() -> None:
    found = [each for each in compared_with_second("isolation", 6, 10, 3) if each.decisive is not None]
    assert found
    for compared in found:
        ply, compared_line = compared.decisive or (0, compared.chosen)
        place = f" in the line of {compared_line.text}" if ply > 1 else ""
        assert f"The values part at {compared_line.plies[ply - 1][0]}{place}." in sentence(compared)


def test_game_that_counts_no_moves_has_its_record_s_numbers() -> None:
    position = Position.start(load_game("isolation"), text="7/7/3w3/7/2b4/7/7 w")
    engine = at(searcher("isolation"), 3)
    asked = min(engine.think(position).root_moves, key=lambda row: row.value).move
    alone = WhyNot(engine, position, (asked,), NAMES).answer()
    numbered = WhyNot(engine, position, (asked,), NAMES, number=4).answer()
    for before, compared_line in ((alone.asked, numbered.asked), (alone.chosen, numbered.chosen)):
        labels = ("4. ", "4…", "5. ")
        assert [text for text, _ in compared_line.plies] == [
            label + text for label, (text, _) in zip(labels, before.plies, strict=False)
        ]
    assert f"is answered by 4…{alone.asked.plies[1][0]}" in sentence(numbered)


def test_black_s_counts_say_so_where_values_are_for_white() -> None:
    sides = set()
    for compared in compared_with_second("isolation", 12, 10, 3):
        whom = " for Black" if compared.side else ""
        if compared.difference > 0.0 and compared.parts:
            assert f" is better{whom} than " in headline(compared) or f" is better{whom} by " in headline(
                compared
            )
        found = WhyNotText(compared).refutation
        answered, _, costs = found.partition(". From there to the end of its line ")
        if costs:
            loses = f"{compared.names[compared.side]} loses "
            assert costs.startswith(loses) and "−" not in costs, "no signs"
            sides.add(compared.side)
            label = next(row.label for row in compared.lens.heuristic.terms if f"({row.label})" in costs)
            assert label and " is answered by " in answered
    assert sides == {0, 1}


def test_the_worst_that_chance_can_bring_says_for_whom() -> None:
    told = set()
    for compared in compared_with_second("jungle", 8, 12, 2):
        worst = compared.chosen.worst
        if worst is not None and not is_decided(worst.value) and worst.text in sentence(compared):
            said = f"{compared.form.with_unit(worst.value)}{' for Black' if compared.side else ''}."
            assert said in sentence(compared)
            told.add(compared.side)
    assert told == {0, 1}


def test_a_ply_more_that_turns_it_round_is_said_at_once() -> None:
    found = next(
        each
        for each in compared_with_second("isolation", 6, 30, 3)
        if each.difference > 0.0
        and not is_marked(each.chosen.value, each.asked.value, each.lens.heuristic.clear_advantage)
    )
    compared = replace(found, chosen=found.asked, asked=found.chosen, flips=(), without=None, doing="")
    chosen, asked = compared.chosen.text, compared.asked.text
    assert "The search that chose did not see that." in sentence(replace(compared, later=None))
    pending = replace(compared, later=None, looked_deeper=False, doing="looking one ply deeper")
    assert "did not see" not in sentence(pending), "not before it is known"
    deeper = compared.depth + 1
    amount = compared.form.with_unit(-compared.written_difference).removeprefix("+")
    turned = replace(compared, later=Later(deeper, 0.1, 0.0), looked_deeper=True)
    said, whom, one = headline(turned), compared.for_whom, compared.form.gap(0.1, 0.0)
    now = f"{asked} is better{whom} by {amount} at depth {compared.depth}"
    assert said.startswith(f"{asked} and {chosen} are about equal: {now}")
    assert said.endswith(f", {chosen} by {one} at depth {deeper}.")
    assert f" is better{whom} than " not in said and f"At depth {deeper}" not in sentence(turned)
    assert "best move" not in turned.labels_for(yours=True) and turned.labels == compared.labels
    stays = sentence(replace(compared, later=Later(deeper, 0.0, 1.0)))
    assert f"At depth {deeper} " in stays and " too." in stays and "about equal" not in stays


def test_unsteady_extra_ply_does_not_call_them_equal() -> None:
    compared = next(each for each in compared_with_second("isolation", 6, 10, 3) if each.difference > 0.0)
    chosen, asked = compared.chosen.text, compared.asked.text
    far = 10.0 * compared.lens.heuristic.clear_advantage
    said = headline(replace(compared, later=Later(compared.depth + 1, -far, far)))
    assert (
        said.startswith(f"Which is better{compared.for_whom} depends on the depth: {chosen} by ")
        and "equal" not in said
    )
    behind = Later(compared.depth + 1, -13.0 * far, -12.0 * far)  # lost with either, and yet not equal
    assert headline(replace(compared, later=behind)).startswith("Which is better")
    loses = Later(compared.depth + 1, 9.0 - WIN, 1.0)
    said = headline(replace(compared, later=loses))
    assert said.startswith(f"{asked} is better{compared.for_whom} than {chosen}: at depth {loses.depth} ")
    assert said.endswith(f"{chosen} loses in 9 plies.")


def test_answer_says_that_it_is_checked_one_ply_deeper() -> None:
    """Each report until then, and none after it, says so; the weights are looked at later."""
    found = next(
        each for each in compared_with_second("isolation", 6, 10, 3) if each.later is not None and each.flips
    )
    engine = at(searcher("isolation"), 3)
    asking = WhyNot(engine, found.thought.position, found.asked.asked, NAMES)
    reports: list[Comparison] = []
    answer = asking.answer(reports.append)
    checks = [WhyNotText(each).check for each in reports]
    known = [each.later is not None for each in reports]
    assert answer.later is not None and known == sorted(known) and True in known and False in known
    for said, is_known in zip(checks, known, strict=True):
        assert is_known != (said == f"Being checked at depth {answer.depth + 1} …"), said
    assert not any(each.flips for each in reports if each.later is None)


# What it may cost


@pytest.mark.long
@pytest.mark.parametrize("kind", ["alphabeta", "strong"])
def test_a_move_that_is_dear_to_look_at_is_compared_nearer(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a share of the first search that falls short of its depth, the answer is that of a smaller depth:
    just as exact, and it states the depth. That includes depths at which the asked move was better."""
    monkeypatch.setattr(two_searches, "LEAST_NODES", 200)
    monkeypatch.setattr(two_searches, "WHOLE_SHARE", 0.02)
    monkeypatch.setattr(two_searches, "ANSWER_SHARE", 0.01)
    engine = at(searcher("isolation", kind), 7)
    nearer = otherwise = 0
    for position in ongoing_positions("isolation", 5, 10):
        if len(position.moves) < 2:
            continue
        first = engine.think(position)
        before = first.before.move if first.before is not None else None
        other = next(move for move in (before, *position.moves) if move not in (first.move, None))
        asking = WhyNot(engine, position, (other,), NAMES, first)
        compared = asking.answer()
        check_identity(compared)
        nearer += compared.depth < first.depth
        if compared.difference < 0.0:
            assert compared.depth < first.depth and "did not see" not in sentence(compared)
            assert f"It was chosen at depth {first.depth}" in sentence(compared)
            otherwise += 1
        if compared.terms and kind == "alphabeta":
            fresh = at(searcher("isolation"), compared.depth).think(position, only=(other,))
            assert compared.asked.value == fresh.value
            assert re.search(rf"\bdepth {compared.depth}\b", sentence(compared)) or compared.difference <= 0.0
    assert nearer > 0 and (otherwise > 0 or kind == "alphabeta")


def test_a_deeper_look_goes_on_where_the_first_was_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """The smaller depths keep their values, from before the table filled with deeper searches."""
    monkeypatch.setattr(two_searches, "LEAST_NODES", 200)
    engine = at(searcher("chess", "strong"), 7)
    later = 0
    for position in ongoing_positions("chess", 6, 6):
        first = engine.think(position)
        other = next(move for move in position.moves if move != first.move)
        fresh: Thought = engine.with_empty_memory().think(position, only=(other,))
        # A tenth of the nodes that the move takes, and then the rest and a little more.
        monkeypatch.setattr(two_searches, "ANSWER_SHARE", 0.1 * fresh.nodes / first.nodes)
        monkeypatch.setattr(two_searches, "WHOLE_SHARE", 1.2 * fresh.nodes / first.nodes)
        asking = WhyNot(engine, position, (other,), NAMES, first)
        asking._asking = engine
        soon = asking._both(first)
        compared = asking._deeper(soon, first.depth)
        if not soon.depth < compared.depth == first.depth:
            continue
        check_identity(compared)
        assert asking._spent <= 1.2 * fresh.nodes
        thought: Thought | None = fresh
        while thought is not None:
            assert thought.depth > soon.depth or compared.asked.values[thought.depth - 1] == thought.value
            thought = thought.before
        later += 1
    assert later > 0


def test_a_stop_during_the_deeper_look_leaves_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_searches, "LEAST_NODES", 200)
    monkeypatch.setattr(two_searches, "ANSWER_SHARE", 0.02)
    engine = at(searcher("chess", "strong"), 7)
    position = Position.start(
        load_game("chess"), text="r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w"
    )
    first = engine.think(position)
    asking = WhyNot(engine, position, (min(set(position.moves) - {first.move}),), NAMES, first)
    asking._asking = engine
    soon = asking._both(first)
    search = WhyNot._values

    def stopped_after(*arguments: Any, **named: Any) -> Any:
        found = search(*arguments, **named)
        asking.stop.request()
        return found

    monkeypatch.setattr(WhyNot, "_values", stopped_after)
    assert soon.depth < first.depth and asking._deeper(soon, first.depth) is soon


@pytest.mark.long
@pytest.mark.parametrize("game", ["isolation", "chess"])
def test_last_moment_move_is_searched_within_the_budget(game: str) -> None:
    """The search that chose knows that move at a greater depth than all others. There, nothing else could be
    compared with it."""
    engine = replace(searcher(game, "strong"), limits=Limits(nodes=60_000))
    deeper = otherwise = 0
    for position in ongoing_positions(game, 8, 60):
        first = engine.think(position)
        if "last moment" not in first.remark:
            continue
        came_at = next(row.depth for row in first.root_moves if row.move == first.move)
        before = max(first.root_moves, key=lambda row: (row.depth, row.value)).move
        asking = WhyNot(engine, position, (before,), NAMES, first)
        asking._asking = engine
        compared = asking._deeper(asking._both(first), first.depth)
        check_identity(compared)
        assert compared.came_late
        assert asking._spent <= two_searches.WHOLE_SHARE * first.nodes + two_searches.LEAST_NODES
        deeper += compared.depth > came_at
        if compared.terms and compared.difference < 0.0:
            told = f"came up as better at depth {first.depth + 1}, which was not finished."
            assert told in sentence(compared) and "did not see" not in sentence(compared)
            otherwise += 1
    assert deeper > 0 and otherwise > 0


def test_a_depth_that_is_not_known_leaves_the_crossing_open() -> None:
    compared = next(found for found in compared_with_second("chess", 10, 30, 4) if found.crossing)
    crossing = compared.crossing
    assert crossing is not None
    values = list(compared.asked.values)
    values[crossing - 1] = None
    assert replace(compared, asked=replace(compared.asked, values=tuple(values))).crossing is None
