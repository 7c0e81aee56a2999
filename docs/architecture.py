"""Reads the imports of all modules, draws them as `docs/architecture.svg` and counts them.

    python docs/architecture.py              draws the picture again
    python docs/architecture.py --numbers    counts lines, circles and the modules of architecture.md's walks

`--root FOLDER` reads another checkout; its picture goes into its own `docs`.
"""

import argparse
import ast
import re
import sys
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LAYERS = (
    ("games",),
    ("heuristics",),
    ("engines",),
    ("arena",),
    ("study",),
    ("ui", "cli"),
    ("main", "plyglass"),
)
"""From the bottom up. Folders of one layer do not import each other."""
LAYER_OF = {folder: number for number, layer in enumerate(LAYERS) for folder in layer}

Needs = dict[str, set[str]]
"""By a name, the names that it imports."""

# Imports


def sources(root: Path = ROOT) -> list[Path]:
    """The files of all modules of the program."""
    found = (path for folder in LAYER_OF for path in sorted((root / folder).rglob("*.py")))
    return [*found, root / "main.py"]


@cache
def modules(root: Path = ROOT) -> dict[str, ast.Module]:
    """Every module by its name."""
    paths = {path.relative_to(root).with_suffix(""): path for path in sources(root)}
    trees = {name.parts: ast.parse(path.read_text(encoding="utf-8")) for name, path in paths.items()}
    return {".".join(parts).removesuffix(".__init__"): tree for parts, tree in trees.items()}


@cache
def _importing(tree: ast.AST) -> tuple[ast.Import | ast.ImportFrom | ast.Call, ...]:
    """All statements and calls that may import something."""
    kinds = (ast.Import, ast.ImportFrom, ast.Call)
    return tuple(node for node in ast.walk(tree) if isinstance(node, kinds))


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """(line, module) of every import, those inside functions, by `import_module("…")` and by
    `cli.run.later("…")` included."""
    for node in _importing(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.lineno, node.module or ""
        elif isinstance(node, ast.Call) and node.args:
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            target = node.args[0]
            if isinstance(target, ast.JoinedStr) and target.values:
                target = target.values[0]
            if name in ("import_module", "__import__", "later") and isinstance(target, ast.Constant):
                yield node.lineno, str(target.value)


def forget_modules() -> None:
    """Frees what was read of the modules, some 160 megabytes."""
    for read in (modules, _importing, _names):
        read.cache_clear()


def needed(tree: ast.Module, known: Container[str]) -> set[str]:
    """The `known` modules that a module imports at run time, at once or later. Imports under TYPE_CHECKING
    are only for the type checker."""
    return {name for name in _names(tree) if name in known}


@cache
def _names(tree: ast.Module) -> set[str]:
    runs = [node for node in tree.body if not (isinstance(node, ast.If) and _is_for_checking(node.test))]
    running = ast.Module(runs, [])
    found = {module for _, module in imported(running)}
    for node in _importing(running):
        if isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def named(tree: ast.Module, known: Container[str]) -> set[str]:
    """The `known` modules that a module names in an import, even if only for the type checker."""
    parts = [ast.Module(_for_checking(node), []) for node in tree.body]
    return needed(tree, known).union(*(needed(part, known) for part in parts))


def _is_for_checking(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


def _for_checking(node: ast.stmt) -> list[ast.stmt]:
    return node.body if isinstance(node, ast.If) and _is_for_checking(node.test) else []


def reached(needs: Needs, start: str) -> set[str]:
    """All that a name imports, directly or indirectly."""
    found: set[str] = set()
    ahead = [start]
    while ahead:
        new = needs[ahead.pop()] - found
        found |= new
        ahead += new
    return found


def circles(needs: Needs) -> set[frozenset[str]]:
    """The sets of names that import each other, directly or indirectly."""
    far = {name: reached(needs, name) for name in needs}
    return {
        frozenset(other for other in far[name] if name in far[other]) for name in needs if name in far[name]
    }


# Walks

HOP = re.compile(r"^\d+\. `([\w/]+\.py)`( \*passes on\*)?:", re.MULTILINE)
"""A step of a walk: a module, and whether it only passes on what it gets."""


@dataclass(frozen=True)
class Hop:
    file: str
    passes_on: bool


def walks(page: str) -> dict[str, list[Hop]]:
    """The hops of each walk that a page describes, by its heading."""
    parts = re.split(r"^### (.+)\n", page, flags=re.MULTILINE)
    titled = zip(parts[1::2], parts[2::2], strict=True)
    found = {title: [Hop(file, bool(on)) for file, on in HOP.findall(text)] for title, text in titled}
    return {title: hops for title, hops in found.items() if hops}


def in_words(hops: list[Hop]) -> str:
    """How many modules change what they get, and how many only pass it on."""
    makers = changing(hops)
    passing = len({hop.file for hop in hops} - makers)
    return f"{len(makers)} modules" + (f", and {passing} that pass on" if passing else "")


def changing(hops: list[Hop]) -> set[str]:
    """The modules that change what they get."""
    return {hop.file for hop in hops if not hop.passes_on}


# The picture

WIDTH, MARGIN, GAP = 880, 16, 28
BOX, LETTER, HEAD = 30, 7.4, 34
"""In pixels: the height of a folder, the width of a letter, and a layer's heading."""

STYLE = (
    "text{font:13px 'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:#222}"
    ".layer{fill:#f3f1ec;stroke:#8a8578}.folder{fill:#fff;stroke:#55524a}"
    ".arrow{fill:none;stroke:#55524a;stroke-width:1.3;marker-end:url(#tip)}"
    ".circle{stroke:#c0392b;stroke-width:2.5}.name{font-weight:bold}"
)


def folders(trees: dict[str, ast.Module], root: Path = ROOT) -> Needs:
    """The layers and the folders inside them, and which of them import which."""

    def places_of(module: str) -> set[str]:
        layer, *rest = module.split(".")
        inside = bool(rest) and (root / layer / rest[0]).is_dir()
        return {layer, f"{layer}/{rest[0]}"} if inside else {layer}

    found: Needs = {place: set() for module in trees for place in places_of(module)}
    for module, tree in trees.items():
        for place in places_of(module):
            for other in needed(tree, trees):
                found[place] |= places_of(other) - {place}
    return found


@dataclass
class Layer:
    """A folder of a layer as it is drawn. `rows` are the folders inside it: each imports only from rows below
    its own, apart from circles."""

    name: str
    needs: Needs
    rows: list[list[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        far = {name: reached(self.needs, name) for name in self.needs}
        below = {name: {other for other in far[name] if name not in far[other]} for name in self.needs}
        left = sorted(self.needs)
        while left:
            lowest = [name for name in left if not below[name] & set(left)]
            self.rows.insert(0, lowest)
            left = [name for name in left if name not in lowest]

    @property
    def height(self) -> int:
        return HEAD + len(self.rows) * (BOX + GAP) - (GAP - MARGIN if self.rows else 0)

    @property
    def arrows(self) -> list[tuple[str, str]]:
        """The imports between its folders, without those that follow from two others."""
        far = {name: reached(self.needs, name) for name in self.needs}

        def follows(name: str, other: str) -> bool:
            others = self.needs[name] - {other}
            return any(other in far[between] for between in others if name not in far[between])

        return [
            (name, other)
            for name in sorted(self.needs)
            for other in sorted(self.needs[name])
            if not follows(name, other)
        ]

    def draw(self, x: int, y: int, width: int, height: int) -> Iterator[str]:
        yield f'<rect class="layer" x="{x}" y="{y}" width="{width}" height="{height}" rx="6"/>'
        yield f'<text class="name" x="{x + 12}" y="{y + 22}">{self.name}</text>'
        places: dict[str, tuple[int, int]] = {}
        for number, row in enumerate(self.rows):
            widths = [int(len(name) * LETTER) + 24 for name in row]
            left = x + (width - sum(widths) - MARGIN * (len(row) - 1)) // 2
            top = y + HEAD + number * (BOX + GAP)
            for name, wide in zip(row, widths, strict=True):
                places[name] = left + wide // 2, top
                yield f'<rect class="folder" x="{left}" y="{top}" width="{wide}" height="{BOX}" rx="4"/>'
                yield f'<text x="{left + 12}" y="{top + 20}">{name}</text>'
                left += wide + MARGIN
        for name, other in self.arrows:
            (x1, y1), (x2, y2) = places[name], places[other]
            kind = "arrow circle" if name in reached(self.needs, other) else "arrow"
            yield _arrow(kind, x1, y1 + BOX, x2, y2 - 3)


def _arrow(kind: str, x1: int, y1: int, x2: int, y2: int) -> str:
    bend = (y2 - y1) // 2
    return f'<path class="{kind}" d="M{x1},{y1} C{x1},{y1 + bend} {x2},{y2 - bend} {x2},{y2}"/>'


def picture(trees: dict[str, ast.Module], root: Path = ROOT) -> str:
    """The program as SVG: its layers from the top down, with the folders inside them."""
    needs = folders(trees, root)
    drawn: list[str] = []
    y, above = MARGIN, dict[str, int]()
    for layer in reversed(LAYERS):
        inside = [{each for each in needs if each.startswith(f"{name}/")} for name in layer]
        kept = [
            Layer(name, {each: needs[each] & own for each in own})
            for name, own in zip(layer, inside, strict=True)
        ]
        width, height = WIDTH // len(layer) - MARGIN, max(each.height for each in kept)
        middles = {name: WIDTH * (2 * at + 1) // (2 * len(layer)) for at, name in enumerate(layer)}
        for upper, x in above.items():
            for lower, other in middles.items():
                if lower in needs[upper]:
                    straight = x if len(above) > len(middles) else other
                    drawn.append(_arrow("arrow", straight, y - GAP, straight, y - 3))
        for each in kept:
            drawn += each.draw(middles[each.name] - width // 2, y, width, height)
        y, above = y + height + GAP, middles
    y += MARGIN - GAP
    tip = (
        '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y}" viewBox="0 0 {WIDTH} {y}">'
    defined = f'<defs>{tip}<path d="M0,0 L8,4 L0,8 z" fill="#55524a"/></marker></defs>'
    ground = f'<rect width="{WIDTH}" height="{y}" fill="#fff"/>'
    return "\n".join([head, f"<style>{STYLE}</style>", defined, ground, *drawn, "</svg>"]) + "\n"


def numbers(root: Path) -> Iterator[str]:
    """The lines that `--numbers` prints."""
    trees = modules(root)
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in sources(root))
    yield f"modules, tests not counted: {len(trees)}, with {lines} lines"
    running = circles({name: needed(tree, trees) for name, tree in trees.items()})
    checked = circles({name: named(tree, trees) for name, tree in trees.items()})
    yield f"circles of imports: {len(running)}; those of TYPE_CHECKING included: {len(checked)}"
    page = root / "docs" / "architecture.md"
    if page.is_file():
        for title, hops in walks(page.read_text(encoding="utf-8")).items():
            yield f"{title}: {in_words(hops)}"


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--numbers", action="store_true", help="print the numbers instead")
    parser.add_argument("--root", type=Path, default=ROOT, metavar="FOLDER", help="another checkout")
    arguments = parser.parse_args(words)
    root = arguments.root.resolve()
    if arguments.numbers:
        print("\n".join(numbers(root)))
    else:
        svg = picture(modules(root), root)
        (root / "docs" / "architecture.svg").write_text(svg, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
