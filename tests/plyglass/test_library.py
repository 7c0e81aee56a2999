"""`plyglass` in a notebook: its answers are the command line's, and display themselves."""

import json
import math
import re
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest

import plyglass
from games.compiling.compiler import jit_disabled
from games.figure_text import percent
from games.installation import ROOT
from main import main
from plyglass.answers import TruthAnswer

PLACE = "4bxx/2xxx2/1x2wxx/3x3/xx3x1/3x3/1x5 w"
PLAYER = "alphabeta:custom_score_2,depth=3"
PNG = b"\x89PNG\r\n\x1a\n"


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> dict:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def without_time(document: dict) -> dict:
    return {name: value for name, value in document.items() if name != "seconds"}


def test_an_explanation_is_the_answer_of_analyse(capsys: pytest.CaptureFixture[str]) -> None:
    answer = plyglass.explain("isolation", PLACE, PLAYER)
    assert without_time(answer.json) == without_time(
        printed(capsys, "analyse", "isolation", PLAYER, "--position", PLACE)
    )
    assert answer.move == answer.line[0] and answer.depth == 3 and answer.nodes > 0
    assert math.isclose(sum(term["contribution"] for term in answer.terms), answer.value)
    assert [line["move"] for line in answer.lines] == [answer.move]
    assert {row["move"] for row in answer.moves} >= {answer.move} and len(answer.moves) > 1


def test_a_breakdown_is_the_answer_of_eval(capsys: pytest.CaptureFixture[str]) -> None:
    answer = plyglass.breakdown("isolation", PLACE, "custom_score", side="black", weights={"targets": 2.0})
    words = (
        "eval",
        "isolation",
        "custom_score",
        "--position",
        PLACE,
        "--side",
        "black",
        "--weight",
        "targets=2",
    )
    assert answer.json == printed(capsys, *words)
    assert answer.side == "black" and answer.per_unit == 1.0
    assert answer.unit == "", "a move does not count 1 any more"
    assert math.isclose(sum(term["contribution"] for term in answer.terms), answer.value)
    plain = plyglass.breakdown("isolation", PLACE, "custom_score")
    assert plain.side == "white" and plain.value != answer.value and plain.unit == "move"


def test_a_why_not_is_the_answer_of_whynot(capsys: pytest.CaptureFixture[str]) -> None:
    answer = plyglass.explain("isolation", PLACE, PLAYER)
    other = next(row["move"] for row in answer.moves if row["move"] != answer.move)
    why = plyglass.why_not("isolation", PLACE, PLAYER, other)
    document = printed(capsys, "whynot", "isolation", PLAYER, other, "--position", PLACE)
    # These two have flips, which depend on time.
    for name in document.keys() - {"seconds", "terms", "sentence"}:
        assert why.json[name] == document[name], name
    assert (why.chosen, why.asked) == (answer.move, other)
    assert why.sentence == why.sentences[0] and why.difference >= 0
    assert math.isclose(sum(term["difference"] for term in why.terms), why.difference)


def test_all_best_lines_are_shown() -> None:
    answer = plyglass.explain("isolation", PLACE, f"{PLAYER},multipv=3")
    assert len(answer.lines) == 3 and len(answer.sentences) == 4
    for line, sentence in zip(answer.lines, answer.sentences[1:], strict=True):
        assert sentence.endswith(": " + " ".join(line["pv"]))


def test_tables_are_made_of_plain_values() -> None:
    for row in plyglass.explain("isolation", PLACE, PLAYER).terms:
        assert {type(value) for value in row.values()} <= {str, float, int, bool, type(None)}


class Seen(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.rows = 0
        self.text = ""
        self.pictures: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.rows += tag == "tr"
        if tag == "img":
            self.pictures.append(dict(attributes)["src"] or "")
        else:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_notebook_shows_board_sentences_and_terms(tmp_path: Path) -> None:
    answer = plyglass.breakdown("isolation", PLACE, "custom_score")
    seen = Seen()
    seen.feed(answer._repr_html_())
    assert seen.open == [] and len(seen.pictures) == 1
    assert seen.pictures[0].startswith("data:image/png;base64,")
    assert seen.rows == 1 + len(answer.terms) + 1
    assert all(sentence in seen.text for sentence in answer.sentences)
    assert answer.board._repr_png_().startswith(PNG)
    answer.board.save(tmp_path / "board.png")
    assert (tmp_path / "board.png").read_bytes() == answer.board.png


def test_a_notebook_shows_text_as_text() -> None:
    assert plyglass.answers._html_table([["<b>", "a&b"], ["x", "1"]]).count("<b>") == 0


def test_a_prompt_shows_the_same_as_text() -> None:
    answer = plyglass.breakdown("isolation", PLACE, "custom_score")
    text = repr(answer)
    assert PLACE in text and all(sentence in text for sentence in answer.sentences)
    head, *rows, value = text.rpartition("\n\n")[2].splitlines()
    assert head.startswith("term ") and len(rows) == len(answer.terms) and value.startswith("value ")


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: plyglass.explain("no-such", None, "random"), "expected one of isolation"),
        (lambda: plyglass.explain("isolation", "nonsense", PLAYER), "position 'nonsense'"),
        (lambda: plyglass.explain("isolation", None, "human"), "expected a program"),
        (lambda: plyglass.why_not("isolation", PLACE, "random", "a1"), "searches with a heuristic"),
        (
            lambda: plyglass.breakdown("isolation", None, "custom_score", side="red"),
            "expected white or black",
        ),
    ],
)
def test_a_mistake_is_one_line(ask, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        ask()
    assert len(str(caught.value).splitlines()) == 1


def test_a_player_without_a_heuristic_has_no_terms() -> None:
    answer = plyglass.explain("isolation", PLACE, "random", seed=3)
    assert answer.terms == [] and answer.move == plyglass.explain("isolation", PLACE, "random", seed=3).move
    assert answer._repr_html_().count("<table>") == 0


@pytest.mark.skipif(jit_disabled(), reason="searches many times")
def test_truth_is_the_answer_of_truth(capsys: pytest.CaptureFixture[str]) -> None:
    answer = plyglass.truth("isolation", "improved", depths=[1], positions=3, without=["mobility"])
    words = ("--depth", "1", "--positions", "3", "--without", "mobility")
    assert without_time(answer.json) == without_time(
        printed(capsys, "truth", "isolation", "improved", *words)
    )
    assert len(answer.by_depth) == len(answer.terms) == 1 and "keeps the outcome of" in repr(answer)


@pytest.mark.skipif(jit_disabled(), reason="searches many times")
def test_an_answer_of_truth_shows_board_and_tables() -> None:
    answer = plyglass.truth("isolation", "improved", depths=[1], positions=8)
    worst = answer.worst[0]
    shown = answer._repr_html_()
    assert answer.board.png.startswith(PNG) and f'alt="{worst["position"]}"' in shown
    assert all(escape(sentence) in shown for sentence in answer.sentences)
    assert worst["chosen"]["outcome"] in answer.sentences[-1] and worst["position"] in repr(answer)
    for text in ("keeps the outcome", "kind of position", "plays", percent(answer.by_depth[0]["kept"])):
        assert text in shown and text in repr(answer)
    without = TruthAnswer(dict(answer.json, worst=[]), None)
    assert without.board is None and "<img" not in without._repr_html_() and "<table" in without._repr_html_()


@pytest.mark.skipif(jit_disabled(), reason="searches")
def test_printed_answers_are_short() -> None:
    answer = plyglass.breakdown("isolation", None, "improved")
    assert len(repr(answer.board)) < 100 and len(repr(answer)) < 2000


def test_the_example_of_the_guide_runs() -> None:
    page = (ROOT / "docs" / "guide" / "notebooks.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict = {}
    exec(code, names)
    assert names["why"].chosen == names["answer"].move != names["why"].asked
    assert names["now"].value == sum(term["contribution"] for term in names["now"].terms)
    for name, told in re.findall(r"`(answer|why)\.(\w+)`", page):
        assert hasattr(names[name], told), told
