"""The frame of a self-contained HTML page: its style, tables, escaped text."""

import html
from collections.abc import Iterable, Sequence

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


def page(title: str, parts: Iterable[str], style: str = "") -> str:
    """A whole page with the markup of its `parts`; `style` is added to the common style."""
    shown = escaped(title)
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{shown}</title>'
    body = "\n".join(parts)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>{head}<style>{STYLE}{style}</style></head>
<body>
{body}
</body>
</html>
"""


def escaped(value: object) -> str:
    """The text with its special characters escaped, so that none of it is read as markup."""
    return html.escape(str(value))


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    head = "".join(f"<th>{escaped(column)}</th>" for column in columns)
    body = "".join("<tr>" + "".join(f"<td>{escaped(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<div class=wide><table><tr>{head}</tr>{body}</table></div>"
