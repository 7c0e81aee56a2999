"""The page of a tournament: complete, self-contained, and with the JSON's figures."""

from html.parser import HTMLParser
from typing import Any

from test_published_results import clear
from tournaments import game_of, table_of, toy

from arena.published_results import Claim, Figure, Published, compare
from arena.report import report
from arena.sequential import SequentialTest
from arena.statistics import signed_elo


class Page(HTMLParser):
    """Checks that every opened tag is closed, and keeps the text and what the page loads."""

    EMPTY = ("meta", "line", "circle", "rect")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []
        self.tags: list[str] = []
        self.loaded: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.loaded += [value or "" for name, value in attributes if name in ("src", "href", "xlink:href")]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def answer(**more: Any) -> dict[str, Any]:
    return clear().to_json() | {"seconds": 3.0, "games_per_second": 1.0, "file": "f"} | more


def test_a_page_holds_all_and_loads_nothing() -> None:
    published = Published(
        "a <source>", (Figure("a", "b", 0.9), Figure("c", None, 0.1)), (Claim("x", "a", "b"),)
    )
    comparison = compare(clear(), published).to_json()
    forfeits = [{"name": "b", "games": 2, "failure": "said <nothing> & died"}]
    page = report(answer(published=comparison, forfeits=forfeits, name="<b>toy</b>"))
    read = Page(page)
    text = " ".join(read.text)
    assert "http" not in page and read.loaded == [] and not {"script", "link", "img", "b"} & set(read.tags)
    assert read.tags.count("svg") == 2
    for said in ("<b>toy</b>", "said <nothing> & died", "a <source>", *comparison["sentences"]):
        assert said in text
    row = answer()["table"][0]
    rating, low, high = (signed_elo(row[name]) for name in ("elo", "elo_low", "elo_high"))
    assert f"{rating} [{low}, {high}]" in text


def test_a_page_of_a_test_has_no_elo() -> None:
    one = toy(games=20, players=("random", "random,seed=5"), test=SequentialTest(0, 20))
    table = table_of(one, (game_of(one, number) for number in range(20))).to_json()
    read = Page(report(table | {"seconds": 1.0}))
    text = " ".join(read.text)
    assert (
        "not decided yet" in text
        and f"{table['llr']:+.2f}" in text
        and "Elo [" not in text.replace("in normalized Elo [", "")
    )


def test_a_page_of_nothing_yet() -> None:
    read = Page(report(table_of(toy(), []).to_json() | {"seconds": 0.0}))
    assert "No rating is known yet: more games are needed." in read.text
