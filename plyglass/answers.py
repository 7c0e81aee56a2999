"""The results of the functions of `plyglass`: answers of the command line, as objects that a notebook
shows."""

from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from arena.html_page import Markup, joined, markup
from cli.analyse import analyse
from cli.arena.truth import TruthQuestion, measure
from cli.arena.truth_text import truth_heading, truth_tables
from cli.command_io import settings_from
from cli.evaluate import evaluate
from cli.position import position_of
from cli.why_not import why_not
from games.position import Position
from games.text_files import write_whole
from study.export.position_report import (
    PositionReport,
    aligned,
    of_analysis,
    of_breakdown,
    of_truth,
    of_why_not,
)
from study.settings.settings import Settings
from study.truth.figure_words import share_text
from ui.report_picture import board_png

Document = Mapping[str, Any]


@dataclass(frozen=True)
class BoardImage:
    """The board with arrows for the moves of the answer. A notebook shows it; `png` are its bytes."""

    png: bytes

    def _repr_png_(self) -> bytes:
        return self.png

    def __repr__(self) -> str:
        return f"<the board as a PNG of {len(self.png):,} bytes; save(path) writes it>"

    def save(self, path: str | Path) -> None:
        """Writes the picture as a PNG file. Raises OSError."""
        write_whole(Path(path), self.png)


class Answer:
    """An answer about a position. `json` is the same document that the command prints with `--json`.

    Values are numbers as the heuristic counts them: `per_unit` of them are one `unit`. With chess's
    `classical` 100 are a pawn. `unit` is "" if the heuristic has none, or if the weight of the unit's term
    was changed.
    """

    def __init__(self, document: Document, report: PositionReport) -> None:
        self.json, self._report = document, report

    @property
    def game(self) -> str:
        return str(self.json["game"])

    @property
    def position(self) -> str:
        """The position's text."""
        return str(self.json["position"])

    @property
    def unit(self) -> str:
        return str(self.json.get("unit", ""))

    @property
    def per_unit(self) -> float:
        return float(self.json.get("per_unit", 1.0))

    @property
    def terms(self) -> list[dict[str, Any]]:
        """A dictionary for each term; `pandas.DataFrame(answer.terms)` is a table of them."""
        return list(self.json["terms"])

    @property
    def sentences(self) -> tuple[str, ...]:
        return self._report.sentences

    @cached_property
    def board(self) -> BoardImage:
        return BoardImage(board_png(self._report))

    def __repr__(self) -> str:
        return self._report.text

    def _repr_html_(self) -> str:
        table = _html_table(self._report.table, total=True)
        return _page(self._report.title, self.sentences, [table], self.board, self.position)


class Explanation(Answer):
    """What a player would play, and why."""

    @property
    def move(self) -> str | None:
        return None if self.json["move"] is None else str(self.json["move"])

    @property
    def value(self) -> float:
        """The value for the side to move."""
        return float(self.json["value"])

    @property
    def depth(self) -> int:
        return int(self.json["depth"])

    @property
    def nodes(self) -> int:
        return int(self.json["nodes"])

    @property
    def line(self) -> list[str]:
        """The moves of the best line."""
        return list(self.json["pv"])

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The best lines, as many as the player's `multipv`: move, value, depth, pv and terms."""
        return list(self.json["lines"])

    @property
    def moves(self) -> list[dict[str, Any]]:
        """Every legal move with its value; `bound` says whether the value is exact."""
        return list(self.json["moves"])

    @property
    def terms(self) -> list[dict[str, Any]]:
        """The terms at the end of the best line: name and contribution, for the side to move. They add up to
        `value`. Empty if the value is no evaluation, as in a won game."""
        return list(self.lines[0]["terms"]) if self.lines else []


class WhyNotAnswer(Answer):
    """Why a player plays `chosen` and not `asked`."""

    @property
    def chosen(self) -> str:
        return str(self.json["chosen"])

    @property
    def asked(self) -> str:
        return str(self.json["asked"])

    @property
    def sentence(self) -> str:
        return str(self.json["sentence"])

    @property
    def difference(self) -> float:
        """How much better the chosen move is, for the side that plays it."""
        return float(self.json["difference"])


class BreakdownAnswer(Answer):
    """What a position is worth for one side, term by term."""

    @property
    def side(self) -> str:
        return str(self.json["side"])

    @property
    def value(self) -> float:
        """The sum of the terms' contributions."""
        return float(self.json["value"])


class TruthAnswer:
    """A heuristic's figures in proven positions. `json` is the same document that the command prints with
    `--json`; its shares are from 0 to 1."""

    def __init__(self, document: Document, report: PositionReport | None) -> None:
        self.json, self._report = document, report

    @property
    def by_depth(self) -> list[dict[str, Any]]:
        """A dictionary for each depth; `pandas.DataFrame(answer.by_depth)` is a table of them."""
        return list(self.json["by_depth"])

    @property
    def terms(self) -> list[dict[str, Any]]:
        """The figures at the smallest depth without each of the terms in `without`."""
        return list(self.json["terms"])

    @property
    def worst(self) -> list[dict[str, Any]]:
        """Positions in which the heuristic gives the outcome away at the smallest depth, the worst first."""
        return list(self.json["worst"])

    @property
    def sentences(self) -> tuple[str, ...]:
        kept = ", ".join(
            f"depth {row['depth']}: {share_text(row['kept'], row['kept_low'], row['kept_high'])}"
            for row in self.by_depth
            if row["kept"] is not None
        )
        said = f"{self.json['heuristic']} keeps the outcome of {self.json['positions']} positions"
        said += f": {kept}." if kept else "."
        worst = () if self._report is None else self._report.sentences
        return tuple(filter(None, (self.json["conclusion"], said, self.json["why_few"], *worst)))

    @cached_property
    def board(self) -> BoardImage | None:
        """The position of the worst mistake, with the move played and the right one; None without one."""
        return None if self._report is None else BoardImage(board_png(self._report))

    def __repr__(self) -> str:
        lines = [truth_heading(self.json), *self.sentences]
        for table in truth_tables(self.json):
            lines += ["", *aligned([table.columns, *table.rows])]
        return "\n".join(lines) + "\n"

    def _repr_html_(self) -> str:
        tables = [_html_table([table.columns, *table.rows]) for table in truth_tables(self.json)]
        position = "" if self._report is None else self._report.position.text
        return _page(truth_heading(self.json), self.sentences, tables, self.board, position)


def explained(game: str, position: str | None, player: str, seed: int) -> Explanation:
    settings = settings_from(None)
    document = analyse(game, player, position, seed, settings)
    return Explanation(document, _report(document, of_analysis, settings))


def compared(game: str, position: str | None, player: str, move: str, seed: int) -> WhyNotAnswer:
    settings = settings_from(None)
    document = why_not(game, player, move, position, seed, settings)
    return WhyNotAnswer(document, _report(document, of_why_not, settings))


def broken_down(
    game: str, position: str | None, heuristic: str, side: str | None, weights: Mapping[str, float]
) -> BreakdownAnswer:
    settings = settings_from(None)
    document = evaluate(game, heuristic, position, side, weights, settings)
    return BreakdownAnswer(document, _report(document, of_breakdown, settings))


def measured(asked: TruthQuestion) -> TruthAnswer:
    settings = settings_from(None)
    document = measure(asked, settings)
    if not document["worst"]:
        return TruthAnswer(document, None)
    position = position_of(document["game"], document["worst"][0]["position"], settings)
    return TruthAnswer(document, of_truth(document, position))


def _report(
    document: Document, make: Callable[[Document, Position], PositionReport], settings: Settings
) -> PositionReport:
    return make(document, position_of(document["game"], document["position"], settings))


def _page(
    title: str, sentences: Sequence[str], tables: Sequence[Markup], board: BoardImage | None, position: str
) -> Markup:
    """A notebook's view of an answer: the board if there is one, sentences and tables."""
    picture = ""
    if board is not None:
        data = b64encode(board.png).decode("ascii")
        source = f"data:image/png;base64,{data}"
        picture = markup('<img alt="{}" style="width: 320px" src="{}">', position, source)
    return markup(
        '<div style="display: flex; flex-wrap: wrap; gap: 1.5em; align-items: flex-start">'
        '{}<div style="flex: 1; min-width: 20em"><h4>{}</h4>{}{}</div></div>',
        picture,
        title,
        joined(markup("<p>{}</p>", sentence) for sentence in sentences),
        joined(tables),
    )


def _html_table(table: Sequence[Sequence[str]], total: bool = False) -> Markup:
    """Names on the left, all else on the right; a last row with a `total` is bold."""
    if not table:
        return Markup("")
    bold = (0, len(table) - 1) if total else (0,)
    lines = (
        joined(_cell("th" if number in bold else "td", text, column) for column, text in enumerate(row))
        for number, row in enumerate(table)
    )
    return markup("<table>{}</table>", joined(markup("<tr>{}</tr>", line) for line in lines))


def _cell(tag: str, text: str, column: int) -> Markup:
    side = "right" if column else "left"
    return markup('<{0} style="text-align: {1}">{2}</{0}>', tag, side, text)
