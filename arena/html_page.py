"""Self-contained HTML pages. Text becomes markup by `markup` and `joined`, which escape it."""

import html
from collections.abc import Iterable, Sequence
from string import Formatter

STYLE = """
:root { color-scheme: light dark; --ink: #1d2430; --dim: #66707f; --line: #d6dbe3; --mark: #2f6fde;
  --good: 47, 111, 222; --bad: 214, 106, 42; --paper: #ffffff; }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --dim: #98a2b3; --line: #3a4250;
  --mark: #74a7ff; --good: 116, 167, 255; --bad: 240, 150, 90; --paper: #171b22; } }
body { background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; max-width: 70rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; } th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line);
  text-align: right; white-space: nowrap; } th:first-child, td:first-child { text-align: left; }
th { color: var(--dim); font-weight: 500; } .wide { overflow-x: auto; } .dim { color: var(--dim); }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; } svg .dim { fill: var(--dim); }
svg .axis { stroke: var(--line); } svg .bar { stroke: var(--mark); stroke-width: 2; }
@media print { :root { color-scheme: light; } body { margin: 0; max-width: none; } }
svg .dot { fill: var(--mark); } svg .other { fill: none; stroke: rgb(var(--bad)); stroke-width: 2; }
"""


PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{}</title>\
<style>{}</style></head>
<body>
{}
</body>
</html>
"""


class Markup(str):
    """Text that is markup and is not escaped again."""


class _Filling(Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        return value if isinstance(value, Markup) else html.escape(format(value, format_spec))


_FILLING = _Filling()


def markup(template: str, *values: object) -> Markup:
    """A template with its fields, such as `{}` and `{:.1f}`, filled by these values. Values are escaped,
    except `Markup`."""
    return Markup(_FILLING.format(template, *values))


def joined(parts: Iterable[object], between: str = "") -> Markup:
    """The parts one after the other, escaped as the values of `markup` are."""
    return Markup(between.join(markup("{}", part) for part in parts))


def page(title: str, parts: Iterable[Markup], style: str = "") -> Markup:
    """A whole page with its `parts`; `style` is added to the common style."""
    return markup(PAGE, title, Markup(STYLE + style), joined(parts, "\n"))


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Markup:
    """A table with these column heads and rows."""
    head = joined(markup("<th>{}</th>", column) for column in columns)
    body = joined(markup("<tr>{}</tr>", joined(markup("<td>{}</td>", cell) for cell in row)) for row in rows)
    return markup("<div class=wide><table><tr>{}</tr>{}</table></div>", head, body)
