"""The guide as pages of HTML, made from the Markdown in `docs`, which the system's browser opens offline.

Pages are in the same folders as their sources, so that links between them work. Pictures are not copied: a
page shows them from the folder where the program is installed.
"""

import re
import tempfile
import webbrowser
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from arena.html_page import Markup, markup
from arena.html_page import page as html_page
from games.compiling.kept_kernels import cache_folder
from games.installation import COMMAND, ROOT

DOCS = ROOT / "docs"
FOLDERS = ("guide", "course", "lab")
"""The folders of `docs` that become pages. An installed program may lack some."""

INDEX = "guide/README"
"""The page that lists the others."""

IN_TERMINALS = frozenset(("www-browser", "links", "elinks", "lynx", "w3m"))
"""Browsers that need a terminal, which a window does not have."""

STYLE = """
body { max-width: 50rem; font-size: 16px; line-height: 1.5; } img { max-width: 100%; border-radius: 8px; }
h1 { font-size: 1.8rem; margin-top: 1rem; } h2 { font-size: 1.25rem; }
a { color: var(--mark); } nav { color: var(--dim); font-size: .9rem; }
table { display: block; overflow-x: auto; margin: 1rem 0; }
th, td { text-align: left; white-space: normal; vertical-align: top; }
code { font: .9em/1.5 ui-monospace, Consolas, monospace; background: var(--line); border-radius: 4px;
  padding: .1em .3em; } pre { background: var(--line); border-radius: 8px; padding: .8rem 1rem;
  overflow-x: auto; } pre code { background: none; padding: 0; }
blockquote { margin: 1rem 0; padding-left: 1rem; border-left: 4px solid var(--mark); }
"""


def sources() -> list[Path]:
    """The Markdown files that become pages."""
    return sorted(file for folder in FOLDERS for file in (DOCS / folder).rglob("*.md"))


def html_of(source: Path, pages: Collection[Path]) -> str:
    """A source as a page of HTML. `python main.py` in it becomes the command that starts this copy of the
    program.

    `pages` are the sources that become pages next to it. A link to another file leads to that file; if it is
    not installed, only the link's text stays.
    """
    tokens = parsed(source.read_text(encoding="utf-8").replace("python main.py", COMMAND))
    for token in inline(tokens):
        _adapt_link(token, source, pages)
    title = next(
        (after.content for token, after in pairwise(tokens) if token.type == "heading_open"), "Plyglass"
    )
    up = "../" * (len(source.relative_to(DOCS).parts) - 1)
    home = markup('<nav><a href="{}{}.html">Plyglass guide</a></nav>', up, INDEX)
    rendered = Markup(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))
    return html_page(title, [home, rendered], STYLE)


def write_pages(folder: Path) -> None:
    """Writes all pages into a folder. Raises OSError if that fails."""
    pages = sources()
    for source in pages:
        file = folder / source.relative_to(DOCS).with_suffix(".html")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(html_of(source, pages), encoding="utf-8", newline="\n")


def written_page(name: str) -> Path:
    """The file of a page, such as "guide/moves": in the person's cache, or in a temporary folder if the cache
    cannot be written to. Writes all pages, once in a run of the program."""
    folder = cache_folder() / "pages"
    file = _written.get(folder, folder) / f"{name}.html"
    if folder in _written and file.is_file():
        return file
    _written[folder] = folder
    try:
        write_pages(folder)
    except OSError:
        _written[folder] = Path(tempfile.mkdtemp(prefix="plyglass-pages-"))
        write_pages(_written[folder])
    return _written[folder] / f"{name}.html"


def open_in_browser(file: Path) -> str:
    """Opens a file in a browser; may take some seconds. Returns "", or in a few words why no browser opens
    it."""
    try:
        browser = webbrowser.get()
        name = Path(getattr(browser, "name", "")).name
        if name in IN_TERMINALS:
            return f"{name} needs a terminal"
        return "" if browser.open(file.absolute().as_uri()) else "none could be started"
    except (webbrowser.Error, OSError) as error:
        return str(error) or "none could be started"


def parsed(markdown: str) -> list[Token]:
    """The tokens of a text in Markdown; its headings have the ids that GitHub gives them."""
    tokens, used = _MARKDOWN.parse(markdown), set[str]()
    for token, after in pairwise(tokens):
        if token.type == "heading_open":
            words = "".join(child.content for child in after.children or ())
            name = slug = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
            number = 0
            while name in used:
                number += 1
                name = f"{slug}-{number}"
            used.add(name)
            token.attrSet("id", name)
    return tokens


def inline(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens inside the lines of a text: links, pictures and the like."""
    for token in tokens:
        yield from token.children or ()


def _adapt_link(token: Token, source: Path, pages: Collection[Path]) -> None:
    """Changes a link or a picture of a source so that it leads to the same target from the source's page."""
    name = "src" if token.type == "image" else "href"
    to = token.attrGet(name)
    if to is None or re.match(r"\w+:|#", str(to)):
        return
    path, _, anchor = str(to).partition("#")
    target = (source.parent / path).resolve()
    if target in pages:
        token.attrSet(name, re.sub(r"\.md$", ".html", path) + (f"#{anchor}" if anchor else ""))
    elif target.exists():
        token.attrSet(name, target.as_uri())
    else:
        del token.attrs[name]


_MARKDOWN = MarkdownIt("commonmark").enable("table")

_written: dict[Path, Path] = {}
"""The folder that the pages were written to, by folder of the cache."""
