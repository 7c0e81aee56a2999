"""The terms of a position as a table for a page, in groups as in the window. Folded rows can be unfolded; on
paper groups are unfolded."""

from dataclasses import dataclass, field

from arena.html_page import escaped
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
    """Rows that are folded together by `key`, "" for rows that are not."""

    key: str = ""
    is_open: bool = True
    rows: list[str] = field(default_factory=list)

    @property
    def html(self) -> str:
        return f"<tbody{' class=open' if self.is_open else ''}>{''.join(self.rows)}</tbody>"


def terms_table(lens: Lens, seen: Breakdown, names: tuple[str, str]) -> str:
    """The table of a position evaluated for White; `names` are those of the sides."""
    assert seen.side == WHITE
    form = ValueFormat.of_lens(lens)
    white, black = map(escaped, names)
    unit = f", in {escaped(form.units)}" if form.unit else ""
    titles = ("term", white, black, worth_title(form, tapers(lens)), f"for {white}{unit}")
    head = f"<tr>{''.join(f'<th>{title}</th>' for title in titles)}</tr>"
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
        elif not bodies or (bodies[-1].key and not row.inside):
            bodies.append(_Body())
        bodies[-1].rows += terms
    sums = []
    if abs(seen.value) < number_text.LEAST_SHARE_OF_A_WIN:
        lacking = form.lacking(seen.value, (part.amount for part in parts))
        sums += [_sum(ROUNDING, form.signed(lacking))] if lacking else []
    sums.append(_sum("value", amount(seen.value, form), " class=sum"))
    tables = "".join(body.html for body in (*bodies, _Body(rows=sums)))
    return f"<table class=terms><thead>{head}</thead>{tables}</table>"


def _head(row: TableRow, total: str, level: bool) -> str:
    """The row of a group, or of level terms, which can be unfolded."""
    kind = "head level" if level and row.kind != GROUP else "head"
    opened = "true" if row.unfolded else "false"
    key, label = escaped(row.key), escaped(row.label(level))
    name = f"<button class=fold value='{key}' aria-expanded={opened}>{label}</button>"
    return f"<tr class='{kind}'><td>{name}</td><td></td><td></td><td></td><td>{total}</td></tr>"


def _sum(name: str, value: str, kind: str = "") -> str:
    return f"<tr{kind}><td>{name}</td><td></td><td></td><td></td><td>{value}</td></tr>"


def _term(
    lens: Lens, form: ValueFormat, seen: Breakdown, names: tuple[str, str], index: int, at: TableRow
) -> str:
    row = seen.rows[index]
    shown = TermCells.of_row(form, lens, row)
    sides = ("" if side is None else shown.side_text(side) for side in (row.own, row.other))
    cells = "".join(f"<td>{side}</td>" for side in sides)
    inside = at.inside or at.kind != TERM
    name, tip = row.label, row.description
    if sided := explained(lens, row.name, seen.side, names):
        name, tip = f"{name} {MARK}", f"{tip} {sided}"
    value = amount(row.contribution, form)
    return (
        f"<tr{' class=in' if inside else ''}><td title='{escaped(tip)}'>{escaped(name)}</td>{cells}"
        f"<td class=w>{shown.worth_text}</td><td>{value}</td></tr>"
    )
