"""The columns of a table, and how they share its width."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ui.theme import Theme

Size = float | str | tuple[str, ...]
"""A width: in design pixels, or the width of a text, or of the widest of several texts."""

NEVER = 1_000_000
"""The `gives_way` of a column that is never left out. It is only made narrower, and after all others."""

GAP = 8
"""Design pixels between two columns."""

LEFT, RIGHT = "left", "right"


@dataclass(frozen=True)
class DataColumn:
    """A column with its head. It wants room for its title, for `wanted` and for the cells that are in view. A
    column with a `least` width can do with that; its title may be cut then. If there is not enough room,
    columns with the lowest `gives_way` are made narrower and left out first. Width that is left goes to
    columns with `grow`, in proportion. With a `title` of None, the title of the column before may use this
    column's head, too."""

    key: Hashable
    title: str | None = ""
    tip: str = ""
    least: Size | None = None
    wanted: Size = ()
    grow: float = 0.0
    gives_way: int = NEVER
    align: str = LEFT


def pixels(theme: Theme, size: Size) -> int:
    """A size in real pixels."""
    if isinstance(size, int | float):
        return theme.px(size)
    return max((theme.width(text) for text in ((size,) if isinstance(size, str) else size)), default=0)


def wants(columns: Sequence[DataColumn], theme: Theme, seen: Mapping[Hashable, int]) -> dict[Hashable, int]:
    """The width that each column wants, in real pixels. `seen` are the widths of the cells in view."""
    found = {}
    for column, after in zip(columns, (*columns[1:], None), strict=False):
        is_cut = column.least is not None or (after is not None and after.title is None)
        titled = 0 if is_cut else theme.width(column.title or "", 12)
        found[column.key] = max(titled, pixels(theme, column.wanted), seen.get(column.key, 0))
    return found


def needed(widths: Iterable[int], theme: Theme) -> int:
    """The width in real pixels that columns of these widths take side by side."""
    found = tuple(widths)
    return sum(found) + theme.px(GAP) * (len(found) - 1)


def fit(
    columns: Sequence[DataColumn], width: int, theme: Theme, seen: Mapping[Hashable, int]
) -> dict[Hashable, tuple[int, int]]:
    """The left edge and the width, in real pixels, of each column that has room in `width`. A wider table
    never leaves out a column that a narrower table shows, and never makes one narrower as long as it shows
    the same columns."""
    gap, shown = theme.px(GAP), list(columns)
    wanted = wants(columns, theme, seen)
    least = {
        column.key: wanted[column.key] if column.least is None else pixels(theme, column.least)
        for column in columns
    }
    least = {key: min(wanted[key], size) for key, size in least.items()}

    def lacking(widths: Mapping[Hashable, int]) -> int:
        return needed((widths[column.key] for column in shown), theme) - width

    for level in sorted({column.gives_way for column in columns} - {NEVER}):
        if lacking(least) > 0:
            shown = [column for column in shown if column.gives_way != level]
    widths = {column.key: wanted[column.key] for column in shown}
    first_to_give = sorted(shown, key=lambda column: (column.gives_way, not column.grow))
    for lowest in (least, dict.fromkeys(least, 0)):
        for column in first_to_give:
            spare = widths[column.key] - lowest[column.key]
            widths[column.key] -= max(0, min(spare, lacking(widths)))
    left_over, shares = max(0, -lacking(widths)), sum(column.grow for column in shown)
    places, x = {}, 0
    for column in shown:
        more = int(left_over * column.grow / shares) if shares else 0
        place = min(x, width), min(widths[column.key] + more, max(0, width - x))
        places[column.key] = place
        x += place[1] + gap
    return places
