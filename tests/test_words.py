"""The house style of what people read: no riddles in the texts of the window and of the command line, in
docstrings, comments and docs, and no sentence in the window that is too long.

A word that must stay in one place gets a narrower pattern, with the reason beside it.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from games.registry import game_names, load_game
from heuristics.guarded_evaluation import terms_of
from heuristics.registry import heuristics_of

ROOT = Path(__file__).parents[1]

MOST_WORDS = 25
"""The most words of a sentence in the window."""

RIDDLES = {
    # our own ideas, which have one name each
    r"\b(looked|seen) through\b": "name the heuristic",
    r"\b(eyes|asker)\b|(?<!for[ -])\bwhom\b": "name the side: for White, for the side to move",
    r"\b(the|for|to) mover\b": "the side to move",
    r"\btold\b": "shown, reported",
    r"\barises? with\b": "The values part at …",
    r"\bleaving (it|out|pieces?)\b": "piece value",
    r"\b(taken|take) along\b|\bhandout\b": "export",
    r"\bat hand\b": "open",
    r"\bas the heuristic has\b": "default weights",
    r"\bpassed over\b": "skipped",
    r"\btaken out\b": "removed",
    # riddles
    r"\bthe ones? (that|which|who)\b": "say what it is",
    r"\bwhat is (told|looked|left)\b": "say what it is",
    r"(?<!as soon )(?<!as long )\bas it is\b": "say how it is",
    r"\bso many\b": "a number of",
    r"\banew\b": "again",
    r"\bbut for\b": "except",
    r"\bnor\b": "or",
    r"\bbeside (these|this|that)\b": "as well as",
    r"\bof one's own\b": "your own",
    r"\b(is|are) to be\b": "must be, will be",
    r"\bmanieth\b": "which",
    r"\bwhatever (is|it|they)\b": "say what",
    r"\bonce more\b": "again",
    r"\bturned round\b": "with the opposite sign",
    r"\bstands? (here|there) (that|which)\b": "say what is there",
    r"\bby lot\b": "by chance",
    r"\bdearest\b": "costliest",
    r"\bfirst time only\b": "one line says it once (`study/game/compile_line.py`)",
    r"\btells? \w+ from\b": "say that both may be equal",
    r"\b(a|the) name, as\b": "such as",
    r"\bof each two\b": "per pair",
}
"""By pattern: what to say instead."""


def texts(source: str) -> Iterator[tuple[int, str]]:
    """(line, text) of each string that is no docstring; `…` stands for a value in it."""
    tree = ast.parse(source)
    inside: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            inside.update(id(part) for part in node.values)
            inside.update(
                id(spec) for part in node.values for spec in ast.walk(part) if isinstance(spec, ast.JoinedStr)
            )
            inside.update(
                id(value)
                for spec in ast.walk(node)
                if isinstance(spec, ast.JoinedStr) and spec is not node
                for value in spec.values
            )
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            inside.add(id(node.value))
    for node in ast.walk(tree):
        if id(node) in inside:
            continue
        if isinstance(node, ast.JoinedStr):
            parts = (str(p.value) if isinstance(p, ast.Constant) else "…" for p in node.values)
            yield node.lineno, "".join(parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def riddles(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str, str]]:
    """(line, the words, what to say instead) of each riddle in texts with their lines."""
    for line, text in lines:
        for pattern, better in RIDDLES.items():
            for found in re.finditer(pattern, " ".join(text.split()), re.IGNORECASE):
                yield line, found[0].lower(), better


def riddles_of(path: Path, lines: Iterable[tuple[int, str]]) -> list[str]:
    """A line for each riddle in texts of a file."""
    name = path.relative_to(ROOT).as_posix()
    return [f"{name}, line {line}: {words!r}, better: {better}" for line, words, better in riddles(lines)]


def remarks(source: str) -> Iterator[tuple[int, str]]:
    """(line, text) of each docstring and comment, without names of the code."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.lineno, CODE.sub("`", str(node.value.value))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], CODE.sub("`", token.string)


CODE = re.compile(r"``?[^`]*``?")
"""Names of the code in a text."""

EXAMPLE = "| No riddles | The one that"
"""CONTRIBUTING's example of a riddle."""


PROGRAM = ("ui", "cli", "study", "arena", "engines", "heuristics", "games", "plyglass", "packaging")


@pytest.mark.parametrize("folder", PROGRAM)
def test_no_docstring_and_no_comment_speaks_in_riddles(folder: str) -> None:
    found = [
        riddle
        for path in files(folder)
        for riddle in riddles_of(path, remarks(path.read_text(encoding="utf-8")))
    ]
    assert not found, "\n".join(found)


def test_no_page_of_the_docs_speaks_in_riddles() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    found = []
    for page in pages:
        lines = enumerate(page.read_text(encoding="utf-8").splitlines(), 1)
        said = ((line, CODE.sub("`", text)) for line, text in lines if not text.startswith(EXAMPLE))
        found += riddles_of(page, said)
    assert not found, "\n".join(found)


def test_planted_riddle_in_a_comment_is_found() -> None:
    source = 'def f():\n    """Gives `whom` to the one that asks."""  # anew\n'
    assert len(list(riddles(remarks(source)))) == 2


def long_sentences(source: str) -> Iterator[tuple[int, str]]:
    """(line, sentence) of each sentence with too many words. HTML, CSS and templates are skipped."""
    for line, text in texts(source):
        if re.search(r"[<{}]|\n\n|^\s*#|def ", text):
            continue
        for sentence in re.split(r"(?<=[.!?])\s+|\n", text):
            if len(sentence.split()) > MOST_WORDS:
                yield line, sentence


def files(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


@pytest.mark.parametrize("folder", ["ui", "study", "cli"])
def test_no_text_speaks_in_riddles(folder: str) -> None:
    found = [
        riddle
        for path in files(folder)
        for riddle in riddles_of(path, texts(path.read_text(encoding="utf-8")))
    ]
    assert not found, "\n".join(found)


def test_sentences_of_the_window_are_short() -> None:
    found = [
        f"{path.relative_to(ROOT).as_posix()}, line {line}: {sentence}"
        for path in files("ui", "study")
        for line, sentence in long_sentences(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("planted", "words"),
    [
        ('label("Values for mover")', "for mover"),
        ('tip = f"{name}: the one that is at hand."', "the one that"),
        ('tip = f"{name}: the one that is at hand."', "at hand"),
        ('say("Loaded anew, " "as the heuristic has them.")', "as the heuristic has"),
        ('raise BadText(f"{x:>{width}}: neither a move nor a turn")', "nor"),
    ],
)
def test_a_planted_riddle_is_found(planted: str, words: str) -> None:
    assert words in {found for _, found, _ in riddles(texts(planted))}
    assert not list(riddles(texts(f'def f():\n    """{words}"""  # {words}')))


@pytest.mark.parametrize("game", game_names())
def test_rules_and_terms_are_said_plainly(game: str) -> None:
    """A game's page of rules, and its heuristics with their terms."""
    guide = load_game(game).guide
    said = [] if guide is None else [*guide.rules, guide.mouse, guide.keyboard]
    for heuristic in heuristics_of(game):
        said += [heuristic.description, *(term.description for term in terms_of(heuristic))]
    for text in said:
        source = f"text = {text!r}"
        assert not list(riddles(texts(source))) and not list(long_sentences(source)), text


def test_a_planted_long_sentence_is_found() -> None:
    words = " ".join(["word"] * MOST_WORDS)
    assert not list(long_sentences(f'tip = "{words}. {words}."'))
    assert [line for line, _ in long_sentences(f'\ntip = f"{words} {{name}}."')] == [2]


MOST_CHARACTERS = 60
"""Of a test's name: subject, condition, result."""


def test_names_of_tests_are_short() -> None:
    names = (
        node.name
        for path in files("tests")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )
    assert [name for name in names if len(name) > MOST_CHARACTERS] == []
