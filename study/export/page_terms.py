"""Writes the terms of a position as a table of HTML, in groups as in the window. A reader can unfold folded
rows; in print, groups are unfolded."""

from dataclasses import dataclass, field

from arena.html_page import Markup, joined, markup
from games.contract import WHITE
from heuristics.lens import Breakdown, Lens
from study.evaluation.one_sided import MARK, explained
from study.export.position_report import amount
from study.format import number_text
from study.format.term_cells import TermCells, tapers, worth_title
from study.format.term_groups import GROUP, TERM, TableRow, arrange, groups_of, parts_of
from study.format.value_format import ValueFormat
from study.why_not.comparison import ROUNDING

ROOM = 14
"""With more rows than this, level terms are folded first, and then groups."""

STYLE = """
.terms { width: 100%; max-width: 38rem; } .terms td:first-child, .terms th:last-child { white-space: normal; }
.terms .w { color: var(--dim); }
.terms .in td:first-child { padding-left: 1.5rem; } .terms .head td, .terms .sum td { font-weight: 600; }
.terms .level td { font-weight: 400; color: var(--dim); }
.terms .fold { all: unset; cursor: pointer; } .terms .fold:focus-visible { outline: 2px solid var(--mark); }
.terms .fold::before { content: "▸ "; } .terms .open .fold::before { content: "▾ "; }
.terms tbody:not(.open) .in { display: none; }
@media (max-width: 32rem) { .terms th, .terms td { padding: .2rem .3rem; font-size: .85rem; }
  .terms .in td:first-child { padding-left: .8rem; } }
@media print { .terms tbody:not(.open) .head:not(.level) ~ .in { display: table-row; }
  .terms tbody .fold::before { content: ""; } .terms tr { break-inside: avoid; }
  .terms td, .terms th { padding: .05rem .3rem; font-size: .8rem; } }
"""


@dataclass
class _Body:
    """Rows that are folded and unfolded together. `key` identifies them; it is "" for rows that cannot be
    folded."""

    key: str = ""
    is_open: bool = True
    rows: list[Markup] = field(default_factory=list)

    @property
    def html(self) -> Markup:
        return markup("<tbody{}>{}</tbody>", " class=open" if self.is_open else "", joined(self.rows))


def terms_table(lens: Lens, seen: Breakdown, names: tuple[str, str]) -> Markup:
    """The table of a position evaluated for White; `names` are the sides' names."""
    assert seen.side == WHITE
    form = ValueFormat.of_lens(lens)
    unit = f", in {form.units}" if form.unit else ""
    titles = ("term", *names, worth_title(form, tapers(lens)), f"for {names[WHITE]}{unit}")
    head = markup("<tr>{}</tr>", joined(markup("<th>{}</th>", title) for title in titles))
    parts = parts_of(form, seen)
    bodies: list[_Body] = []
    for row in arrange(parts, groups_of(form, parts), ROOM):
        terms = [_term(lens, form, seen, names, index, row) for index in row.terms]
        if row.kind != TERM:
            total = form.signed(form.subtotal(parts[index].amount for index in row.terms))
            bodies.append(
                _Body(
                    row.key, row.unfolded, [_head(row, total, all(parts[index].level for index in row.terms))]
                )
            )
            terms = [] if row.unfolded else terms
        elif not bodies or (bodies[-1].key and not row.inside):  # a term that belongs to no group before it
            bodies.append(_Body())
        bodies[-1].rows += terms
    sums = []
    if abs(seen.value) < number_text.LEAST_SHARE_OF_A_WIN:
        lacking = form.lacking(seen.value, (part.amount for part in parts))
        sums += [_sum(ROUNDING, form.signed(lacking))] if lacking else []
    sums.append(_sum("value", amount(seen.value, form), " class=sum"))
    tables = joined(body.html for body in (*bodies, _Body(rows=sums)))
    return markup("<table class=terms><thead>{}</thead>{}</table>", head, tables)


def _head(row: TableRow, total: str, level: bool) -> Markup:
    """The row of a group, or of level terms, which can be unfolded."""
    kind = "head level" if level and row.kind != GROUP else "head"
    opened = "true" if row.unfolded else "false"
    button = "<button class=fold value='{}' aria-expanded={}>{}</button>"
    name = markup(button, row.key, opened, row.label(level))
    return markup("<tr class='{}'><td>{}</td><td></td><td></td><td></td><td>{}</td></tr>", kind, name, total)


def _sum(name: str, value: str, kind: str = "") -> Markup:
    return markup("<tr{}><td>{}</td><td></td><td></td><td></td><td>{}</td></tr>", kind, name, value)


def _term(
    lens: Lens, form: ValueFormat, seen: Breakdown, names: tuple[str, str], index: int, at: TableRow
) -> Markup:
    """The row of the term `index`, which the table row `at` contains or is."""
    row = seen.rows[index]
    shown = TermCells.of_row(form, lens, row)
    sides = ("" if side is None else shown.side_text(side) for side in (row.own, row.other))
    cells = joined(markup("<td>{}</td>", side) for side in sides)
    inside = at.inside or at.kind != TERM
    name, tip = row.label, row.description
    if sided := explained(lens, row.name, seen.side, names):
        name, tip = f"{name} {MARK}", f"{tip} {sided}"
    value = amount(row.contribution, form)
    return markup(
        "<tr{}><td title='{}'>{}</td>{}<td class=w>{}</td><td>{}</td></tr>",
        " class=in" if inside else "",
        tip,
        name,
        cells,
        shown.worth_text,
        value,
    )
