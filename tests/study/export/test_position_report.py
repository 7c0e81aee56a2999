"""The report on a position, as text and CSV."""

import csv
import io

import pytest

from engines.contract import WIN
from games.contract import SIDE_NAMES
from games.position import Position
from games.registry import game_names, load_game
from heuristics.registry import default_heuristic, load_lens
from samples import ongoing_positions
from study.evaluation.one_sided import as_json
from study.export.position_report import of_analysis, of_breakdown, of_why_not

AS_IT_COUNTS = {"unit": "", "per_unit": 1.0, "decimals": 3}


def numbers_of(report):
    """The rows of the CSV by name, with numbers as floats."""
    head, *rows = csv.reader(io.StringIO(report.csv))
    assert tuple(head) == report.columns

    def read(cell, column):
        return None if cell == "" else cell if column == "best there" else float(cell)

    return {name: [read(*pair) for pair in zip(cells, head[1:], strict=True)] for name, *cells in rows}


@pytest.mark.parametrize("game", game_names())
def test_a_breakdown_adds_up_in_its_csv_and_on_paper(game) -> None:
    position = ongoing_positions(game, 7, 3)[-1]
    lens = load_lens(game, default_heuristic(game).name)
    breakdown = lens.breakdown(position.state, 1)
    report = of_breakdown(as_json(lens, breakdown) | {"heuristic": lens.name}, position)
    rows = numbers_of(report)
    total = 0.0
    for row in breakdown.rows:
        own, other, weight, *worth, contribution = rows[row.name]
        assert (own, other, weight, contribution) == (row.own, row.other, row.weight, row.contribution)
        assert worth == ([] if lens.heuristic.per_unit == 1.0 else [1.0 if row.worth is None else row.worth])
        total += contribution
    assert rows["value"][-1] == total == breakdown.value
    shown = [float(row[-1].replace("−", "-")) for row in report.table[1:]]
    assert sum(shown[:-1]) == pytest.approx(shown[-1], abs=1e-9)
    assert position.text in report.text and lens.name in report.text


def test_one_sided_terms_are_named() -> None:
    position = ongoing_positions("isolation", 7, 3)[-1]
    for name, told in (("open", "one-sided terms"), ("improved", "")):
        lens = load_lens("isolation", name)
        answer = as_json(lens, lens.breakdown(position.state, 1)) | {"heuristic": name}
        sentences = of_breakdown(answer, position).sentences
        assert len(sentences) == 1 + bool(told) and told in sentences[-1]
    assert sentences[0].endswith(" for Black, by improved, static evaluation.")


def test_what_rounding_leaves_is_a_row() -> None:
    position = Position.start(load_game("isolation"))
    terms = [{"name": name, "label": name, "weight": 1 / 3, "contribution": 1 / 3} for name in "abc"]
    report = of_breakdown(
        AS_IT_COUNTS | {"divisor": 1.0, "heuristic": "x", "side": "white", "value": 1.0, "terms": terms},
        position,
    )
    assert report.table[-2:] == [["rounding", "", "", "", "+0.001"], ["value", "", "", "", "+1.000"]]


ANSWER = AS_IT_COUNTS | {
    "chosen": "d4",
    "asked": "a1",
    "side": SIDE_NAMES[0],
    "chosen_value": 2.5,
    "asked_value": -1.0,
    "difference": 3.5,
    "labels": ["best move", "your move"],
    "chosen_line": ["d4", "b3"],
    "asked_line": ["a1", "b3"],
    "terms": [
        {
            "name": "x",
            "label": "free squares",
            "chosen": 2.5,
            "asked": 0.0,
            "difference": 2.5,
            "weight": 1.0,
            "flip_weight": -0.4,
            "flip_until": -1.5,
            "best_beyond": "b3",
        },
        {"name": "y", "label": "y", "chosen": 0.0, "asked": -1.0, "difference": 1.0},
    ],
    "sentence": "d4 is better.",
}


def test_paper_has_units_and_csv_exact_values() -> None:
    position = ongoing_positions("chess", 7, 3)[-1]
    lens = load_lens("chess", "classical")
    breakdown = lens.breakdown(position.state, 0)
    report = of_breakdown(as_json(lens, breakdown) | {"heuristic": lens.name}, position)
    assert report.table[0][-1] == "for White, in pawns" and report.columns[-1] == "for White"
    value = float(report.table[-1][-1].replace("−", "-"))
    assert value == pytest.approx(breakdown.value / 100, abs=0.005)
    assert f"{report.table[-1][-1]} pawns for White" in report.text
    assert numbers_of(report)["value"][-1] == breakdown.value
    assert report.table[0] == ["term", "White", "Black", "worth", "for White, in pawns"]
    assert report.table[1][:2] == ["pawns", str(int(breakdown.rows[0].own))]
    assert [row[3] for row in report.table if row[0] == "mobility"] == [""]


def test_why_not_with_its_lines_and_weights() -> None:
    position = Position.start(load_game("isolation"))
    report = of_why_not(ANSWER, position)
    assert report.moves == (position.parse_move("d4"), position.parse_move("a1"))
    assert numbers_of(report) == {
        "x": [2.5, 0.0, 2.5, 1.0, -0.4, -1.5, "b3"],
        "y": [0.0, -1.0, 1.0, None, None, None, None],
        "value": [2.5, -1.0, 3.5, None, None, None, None],
    }
    assert report.table[:2] == [
        ["term", "d4", "a1", "difference", "weight", "flips at", "until", "best there"],
        ["free squares", "+2.500", "0.000", "+2.500", "1", "−0.4", "−1.5", "b3"],
    ]
    assert "best move d4: +2.500 for White: d4 b3" in report.text and "d4 is better." in report.text
    won = of_why_not(ANSWER | {"terms": [], "chosen_value": WIN - 3}, position)
    assert won.rows == () and won.table == [] and "wins in 3" in won.text and won.csv.startswith("term,d4")


def test_an_analysis_with_the_end_of_its_line() -> None:
    position = Position.start(load_game("isolation"))
    amounts = {"x": 1.5, "y": -1.0}
    line = {"terms": [{"name": x, "label": f"the {x}", "contribution": a} for x, a in amounts.items()]}
    answer = AS_IT_COUNTS | {
        "player": "p",
        "move": "d4",
        "value": 0.5,
        "depth": 3,
        "pv": ["d4", "b3"],
        "lines": [line],
    }
    report = of_analysis(answer, position)
    assert numbers_of(report) == {"x": [1.5], "y": [-1.0], "value": [0.5]}
    assert [row[0] for row in report.table] == ["term", "the x", "the y", "value"]
    assert "+0.500 for White, 3 plies deep: d4 b3" in report.text
    assert of_analysis(answer | {"lines": [], "move": None}, position).rows == ()
