"""A tournament as one HTML file with tables and charts in SVG. It loads nothing from elsewhere.

Everything is drawn from the answer that `--json` prints, so the two cannot differ.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from arena.html_page import Markup, joined, markup, page, table
from arena.sequential import would_decide
from arena.statistics import signed_elo
from games.figure_text import grouped, percent, percents, signed

TournamentAnswer = Mapping[str, Any]

PAIRS = ("both lost", "one lost", "even", "one won", "both won")

LEFT, WIDTH, ROW = 210, 880, 26
"""A chart's measures in pixels: where its scale begins, its width, the height of a row."""


def report(answer: TournamentAnswer) -> Markup:
    """The page of a tournament, from what `main.py tournament --json` prints."""
    parts = [
        markup("<h1>{}</h1>", answer["name"]),
        markup(
            "<p class=dim>{}</p>",
            f"{answer['game']}, {grouped(answer['games'])} of "
            f"{grouped(answer['games_in_all'])} games, {grouped(answer['plies'])} plies in "
            f"{answer['seconds']:.0f} s; seed {answer['seed']}, {grouped(answer['distinct_games'])} "
            f"different games from {grouped(answer['distinct_openings'])} different openings "
            f"of {answer['random_plies']} random plies. Intervals are 95 %, over pairs of games.",
        ),
    ]
    if "llr" in answer:
        parts += [_heading("Sequential test"), _test(answer)]
    else:
        parts += [_heading("Elo"), _elo_chart(answer["table"])]
    parts += [_heading("Table"), _standings(answer)]
    parts += [_heading("Everybody against everybody"), _cross_table(answer)]
    parts += [_heading("Pairs of games"), _pairings(answer["crosstable"])]
    if answer["forfeits"]:
        rows = ([row["name"], row["games"], row["failure"]] for row in answer["forfeits"])
        parts += [_heading("Lost by forfeit"), table(("player", "games", "why"), rows)]
    if answer.get("published"):
        parts += [_heading("Published results, and the results here"), _published(answer["published"])]
    parts += [
        _heading("Players"),
        table(("name", "player"), ((p["name"], p["player"]) for p in answer["players"])),
    ]
    return page(answer["name"], parts)


def _heading(text: str) -> Markup:
    return markup("<h2>{}</h2>", text)


def _percent(value: float | None) -> str:
    return "" if value is None else percent(value)


def elo_text(row: TournamentAnswer) -> str:
    """A rating with its interval, or its bound."""
    elo, low, high = row["elo"], row["elo_low"], row["elo_high"]
    if elo is not None:
        left = "−∞" if low is None else signed_elo(low)
        right = "+∞" if high is None else signed_elo(high)
        return f"{signed_elo(elo)} [{left}, {right}]"
    if low is not None:
        return f"at least {signed_elo(low)}"
    return "?" if high is None else f"at most {signed_elo(high)}"


def _standings(answer: TournamentAnswer) -> Markup:
    measured = "llr" not in answer
    columns = ["player", "games", "points", "score", *(("95 %", "Elo") if measured else ())]
    rows = []
    for row in answer["table"]:
        cells = [row["name"], row["games"], f"{row['points']:g}", _percent(row["score"])]
        if measured:
            cells += [percents(row["score_low"], row["score_high"]), elo_text(row)]
        rows.append(cells)
    return table(columns, rows)


def scores(answer: TournamentAnswer) -> dict[tuple[str, str], float]:
    """The score of each player against each opponent that it met; against itself, the first player's."""
    found: dict[tuple[str, str], float] = {}
    for cell in answer["crosstable"]:
        if cell["score"] is not None:
            found[cell["second"], cell["first"]] = 1 - cell["score"]
            found[cell["first"], cell["second"]] = cell["score"]
    return found


def _cross_table(answer: TournamentAnswer) -> Markup:
    names = [row["name"] for row in answer["table"]]
    found = scores(answer)
    head = joined(markup("<th>{}</th>", name) for name in ("", *names))
    rows = []
    for name in names:
        cells = []
        for other in names:
            score = found.get((name, other))
            if score is None:
                cells.append(Markup("<td></td>"))
                continue
            colour, strength = ("good", score - 0.5) if score >= 0.5 else ("bad", 0.5 - score)
            shade = f"background: rgba(var(--{colour}), {strength:.2f})"
            cells.append(markup('<td style="{}">{}</td>', shade, percent(score)))
        rows.append(markup("<tr><td>{}</td>{}</tr>", name, joined(cells)))
    return markup("<div class=wide><table><tr>{}</tr>{}</table></div>", head, joined(rows))


def _pairings(cells: Sequence[TournamentAnswer]) -> Markup:
    rows = (
        [f"{c['first']} – {c['second']}", f"{c['wins']} / {c['draws']} / {c['losses']}", *c["pairs"]]
        for c in cells
    )
    return table(("pairing", "won / drawn / lost", *PAIRS), rows)


def _test(answer: TournamentAnswer) -> Markup:
    low, high, ratio = answer["llr_low"], answer["llr_high"], answer["llr"]
    zero, one = answer["sprt"]
    scale = _Scale(min(low, ratio), max(high, ratio))
    marks = [scale.tick(value, signed(value, 2), 34) for value in (low, 0.0, high)]
    dot = markup('<circle class=dot cx="{:.1f}" cy="12" r="5"/>', scale.x(ratio))
    chart = _svg(40, [*marks, _label(0, f"log-likelihood ratio {signed(ratio, 2)}"), dot])
    meant = {
        "accept": f"better by {one:g} rather than {zero:g}",
        "reject": f"not better by {one:g}, but by {zero:g} at most",
        "none": "not decided yet",
    }
    if answer["more_pairs"] is not None:
        meant["none"] += f": {would_decide(answer['more_pairs'])}"
    first = answer["crosstable"][0]["first"]
    said = f"{first}, in normalized Elo [{zero:g}, {one:g}]: {meant[answer['decision']]}."
    return markup("<p>{}</p>{}", said, chart)


class _Scale:
    """A linear scale from values to pixels."""

    def __init__(self, low: float, high: float) -> None:
        room = (high - low) * 0.05 or 1.0
        self.low, self.high = low - room, high + room

    def x(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return LEFT + (WIDTH - LEFT - 60) * min(1.0, max(0.0, share))

    def tick(self, value: float, text: str, height: int) -> Markup:
        return markup(
            '<line class=axis x1="{0:.1f}" y1="0" x2="{0:.1f}" y2="{1}"/>'
            '<text class=dim x="{0:.1f}" y="{2}" text-anchor="middle">{3}</text>',
            self.x(value),
            height - 12,
            height + 2,
            text,
        )

    def steps(self) -> list[float]:
        """Round values for the axis, four to ten of them."""
        width = self.high - self.low
        step = 1e-3
        while width / step > 10:  # 1, 2, 5, 10, 20, … thousandths
            step *= 2.5 if f"{step:e}"[0] == "2" else 2
        first = int(self.low // step) + 1
        return [step * n for n in range(first, int(self.high // step) + 1)]


def _label(row: int, text: str) -> Markup:
    return markup('<text x="{}" y="{}" text-anchor="end">{}</text>', LEFT - 12, row * ROW + 17, text)


def _svg(height: int, parts: Iterable[Markup]) -> Markup:
    return markup(
        '<div class=wide><svg width="{0}" height="{1}" viewBox="0 0 {0} {1}" role="img">{2}</svg></div>',
        WIDTH,
        height,
        joined(parts),
    )


def _interval(scale: _Scale, row: int, value: float | None, low: float, high: float, title: str) -> Markup:
    y = row * ROW + 12
    line = markup(
        '<line class=bar x1="{0:.1f}" y1="{1}" x2="{2:.1f}" y2="{1}"/>', scale.x(low), y, scale.x(high)
    )
    dot = (
        "" if value is None else markup('<circle class=dot cx="{:.1f}" cy="{}" r="4.5"/>', scale.x(value), y)
    )
    return markup("<g><title>{}</title>{}{}</g>", title, line, dot)


def _elo_chart(table: Sequence[TournamentAnswer]) -> Markup:
    known = [row[key] for row in table for key in ("elo_low", "elo_high") if row[key] is not None]
    if not known:
        return Markup("<p class=dim>No rating is known yet: more games are needed.</p>")
    scale = _Scale(min(known), max(known))
    height = len(table) * ROW
    parts = [scale.tick(value, signed_elo(value), height + 14) for value in scale.steps()]
    for number, row in enumerate(table):
        parts.append(_label(number, row["name"]))
        if row["elo_low"] is None and row["elo_high"] is None:
            continue
        low = scale.low if row["elo_low"] is None else row["elo_low"]
        high = scale.high if row["elo_high"] is None else row["elo_high"]
        parts.append(_interval(scale, number, row["elo"], low, high, f"{row['name']}: {elo_text(row)}"))
    return _svg(height + 22, parts)


def figure_name(figure: TournamentAnswer) -> str:
    """The name of what a published figure measures."""
    of = " drawn" if figure["of"] == "draws" else ""
    against = f" – {figure['second']}" if figure["second"] else ", all games"
    return f"{figure['first']}{against}{of}"


def _published(published: TournamentAnswer) -> Markup:
    figures = published["figures"]
    rows = (
        [
            figure_name(f) + (f" (published: {f['by']})" if f["by"] else ""),
            _percent(f["published"]),
            _percent(f["found"]),
            percents(f["low"], f["high"]),
            f["verdict"],
        ]
        for f in figures
    )
    scale = _Scale(0.0, 1.0)
    height = len(figures) * ROW
    chart = [scale.tick(share / 10, f"{share * 10} %", height + 14) for share in range(0, 11, 2)]
    for number, f in enumerate(figures):
        y = number * ROW + 12
        chart.append(_label(number, figure_name(f)))
        chart.append(_interval(scale, number, f["found"], f["low"], f["high"], _percent(f["found"])))
        chart.append(markup('<circle class=other cx="{:.1f}" cy="{}" r="6"/>', scale.x(f["published"]), y))
    said = joined(markup("<li>{}</li>", sentence) for sentence in published["sentences"])
    columns = ("score or draws of", "published", "here", "95 %", "the published figure")
    return markup(
        "<p class=dim>{}</p><ul>{}</ul>"
        "<p class=dim>Filled: found here, with its interval. Rings: published.</p>{}{}",
        published["source"],
        said,
        _svg(height + 22, chart),
        table(columns, rows),
    )
