"""What README and guide promise: the commands come first, and the examples are complete."""

import re
import shlex
from pathlib import Path

import pytest

from cli.arguments import make_parser
from cli.side_outputs import Drawing
from engines.contract import Limits
from engines.search_engine import Searcher
from engines.subprocesses import line_protocol
from engines.subprocesses.player_host import Host
from games.position import Position
from games.registry import game_names, load_game
from heuristics.lens import Lens
from heuristics.module_loader import in_module, run_file
from ui.guide.pages import inline, parsed

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "guide" / "from-why-to-case.md").read_text(encoding="utf-8")
OWN_HEURISTICS = (ROOT / "docs" / "guide" / "own-heuristics.md").read_text(encoding="utf-8")
OWN_PLAYERS = (ROOT / "docs" / "guide" / "own-players.md").read_text(encoding="utf-8")
PROTOCOL = (ROOT / "docs" / "guide" / "line-protocol.md").read_text(encoding="utf-8")


def blocks(language: str, text: str = README) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def example(of: str, text: str = README) -> str:
    """The first example in Python that contains these words."""
    return next(block for block in blocks("python", text) if of in block)


def test_the_two_commands_come_first() -> None:
    assert blocks("")[:2] == [
        "pip install -r requirements.txt && python main.py\n",
        "pip install -r requirements-dev.txt && pytest\n",
    ]


def test_the_readme_is_short() -> None:
    assert README.count("\n") <= 200


def figures(text: str) -> list[tuple[str, str, str]]:
    """The rows (what, figure, command) of the table below the heading *In figures*."""
    table = text.split("\n## In figures\n")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")]
    return [(cells[0], cells[1], " | ".join(cells[2:])) for cells in rows[1:] if set(cells[0]) != {"-"}]


def without_command(text: str) -> list[str]:
    """The figures of that table that have no command beside them, or one that the program refuses."""
    parser = make_parser("", print, print, Drawing(print, print), dict, str)
    found = []
    for what, figure, beside in figures(text):
        command = re.search(r"`(?:time )?python main\.py ([^`]+)`", beside)
        try:
            assert command is not None
            parser.parse_args(shlex.split(command[1]))
        except (AssertionError, SystemExit):
            found.append(f"{what}: {figure}")
    return found


def test_each_figure_of_the_readme_has_its_command() -> None:
    assert 0 < len(figures(README)) <= 8 and all(re.search(r"\d", figure) for _, figure, _ in figures(README))
    assert without_command(README) == []


@pytest.mark.parametrize("beside", ["", "[chess](docs/lab/matches.md)", "`python main.py benhc chess`"])
def test_a_figure_without_its_command_is_found(beside: str) -> None:
    planted = README.replace("\n## Where to go on", f"| planted | 17 % | {beside} |\n\n## Where to go on")
    assert without_command(planted) == ["planted: 17 %"]


@pytest.mark.parametrize("text", [README, OWN_HEURISTICS], ids=["README", "guide"])
def test_the_example_heuristic_works_where_it_says(tmp_path: Path, text: str) -> None:
    """In a file of its own, with nothing else: found, compiled and searched, and its rows add up to its
    value."""
    file = tmp_path / "rim.py"
    file.write_text(example("Heuristic(", text), encoding="utf-8")
    module = run_file(file, "rim")
    rim = next(heuristic for heuristic in in_module(module) if heuristic.name == "rim")
    engine = Searcher(Lens.of(rim), Limits(depth=3))
    position = Position.start(load_game("isolation"), text="w6/7/3x3/7/3b3/7/7 w")
    thought = engine.think(position)
    assert thought.remark == ""
    assert Lens.of(rim).breakdown(thought.pv_end().state, position.to_move).value == thought.value
    rows = Lens.of(rim).breakdown(position.state, 0).rows
    assert [(row.name, row.own, row.other) for row in rows] == [("free targets", 2, 8), ("on the rim", 1, 0)]
    assert sum(row.contribution for row in rows) == 2 - 8 - 2.5
    if text is OWN_HEURISTICS:
        free, on_rim = (dict(Lens.of(rim).squares(term, position.state, 0) or ()) for term in rim.terms)
        assert sum(amount > 0 for amount in free.values()) == 2 and sum(free.values()) == 2 - 8
        assert on_rim == {"a7": -2.5}


@pytest.mark.parametrize("game", game_names())
def test_the_example_player_plays_every_game(tmp_path: Path, game: str) -> None:
    file, rules, said = tmp_path / "mine.py", load_game(game), list[str]()
    file.write_text(example("def choose", OWN_PLAYERS), encoding="utf-8")
    host, position = Host(file, said.append), Position.start(rules)
    lines = line_protocol.greeting(game, rules.options(), 1)
    for line in [*lines, *line_protocol.question(position, rules.options(), position.moves, 1000)]:
        host.answer(line)
    assert said[0] == "ready" and position.parse_move(said[1].removeprefix("move ")) in position.moves


def test_the_conversation_in_the_protocol_is_one(tmp_path: Path) -> None:
    """Our own host gets the page's lines, and answers as the page says."""
    file, said = tmp_path / "mine.py", list[str]()
    moves = re.findall(r"^< move (.*)", PROTOCOL, re.MULTILINE)
    file.write_text(
        f"moves = iter({moves})\n\n\ndef choose(position, clock):\n    return next(moves)\n", encoding="utf-8"
    )
    host = Host(file, said.append)
    conversation = next(block for block in blocks("", PROTOCOL) if block.startswith("> "))
    for line in conversation.splitlines():
        if line.startswith("> "):
            host.answer(line[2:])
    expected = [line[2:] for line in conversation.splitlines() if line.startswith("< ")]
    assert said == [line for line in expected if not line.startswith(line_protocol.SAY)]


def test_the_protocol_s_page_names_every_word() -> None:
    told = {line_protocol.__dict__[name] for name in ("HELLO", "GAME", "RULES", "SEED", "BEGIN", "POSITION")}
    told |= {line_protocol.__dict__[name] for name in ("EARLIER", "LEGAL", "GO", "STOP", "QUIT")}
    told |= {line_protocol.__dict__[name] for name in ("READY", "MOVE", "ERROR", "SAY")}
    assert set(re.findall(r"^\| `(\w+)", PROTOCOL, re.MULTILINE)) == told
    assert str(line_protocol.LONGEST_LINE) in PROTOCOL


PAGES = sorted(path.relative_to(ROOT) for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")))


SAID_ONCE = ("docs/lab/", "docs/decisions/", "CHANGELOG.md")
"""What measured, decided or was changed: commands as they were typed, as the lab's first page says."""

COMMAND = re.compile(r"(?:[A-Z_]+=\S+ )?(?:python3?|pip|pytest|ruff|git|uvx|source|export|time|\.|\./\S+) \S")
POSIX_ONLY = re.compile(r"&&|^[A-Z_]+=|^(?:source|export|time|\.) |\$\(|\$[A-Z]|[*?]\.\w|\\$| # ")


def posix_only(text: str) -> list[str]:
    """The commands of a page that only a POSIX shell understands, in sections that do not say what to write
    in PowerShell."""
    found = []
    for section in re.split(r"^#+ ", text, flags=re.MULTILINE):
        fenced = [line.strip() for block in blocks("", section) for line in block.splitlines()]
        inline_code = re.findall(
            r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", section, flags=re.MULTILINE | re.DOTALL)
        )
        commands = [each for each in (*fenced, *inline_code) if COMMAND.match(each)]
        if "PowerShell" not in section:
            found += [each for each in commands if POSIX_ONLY.search(each)]
    return found


@pytest.mark.parametrize(
    "page", [page for page in PAGES if not page.as_posix().startswith(SAID_ONCE)], ids=Path.as_posix
)
def test_a_command_for_a_posix_shell_alone_says_so(page: Path) -> None:
    assert posix_only((ROOT / page).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "command",
    ["pip install x && pytest", "A=1 python main.py", ". env/bin/activate", "python a.py dist/*.whl"],
)
def test_a_command_for_a_posix_shell_alone_is_found(command: str) -> None:
    for page in (f"## A\n\n```\n{command}\n```\n", f"Then `{command}`."):
        assert posix_only(f"{page}\n## PowerShell\n") == [command]
        assert posix_only(f"{page}\nIn PowerShell, else.\n") == []


def headings(page: Path) -> set[object]:
    """The ids that a link into a page may name after its `#`."""
    tokens = parsed(page.read_text(encoding="utf-8"))
    return {token.attrGet("id") for token in tokens if token.type == "heading_open"}


@pytest.mark.parametrize("page", PAGES, ids=Path.as_posix)
def test_pictures_and_pages_that_a_page_links_to_are_there(page: Path) -> None:
    for token in inline(parsed((ROOT / page).read_text(encoding="utf-8"))):
        to = token.attrGet("src" if token.type == "image" else "href")
        if to is None or "://" in str(to):
            continue
        path, _, part = str(to).partition("#")
        file = ((ROOT / page).parent / path).resolve() if path else ROOT / page
        assert file.exists() and file.is_relative_to(ROOT), to
        assert not part or part in headings(file), to
        assert token.type != "image" or token.content, f"{to} says nothing to who cannot see it"


def test_every_picture_of_the_guide_is_shown_somewhere() -> None:
    text = "".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)
    pictures = {picture.name for picture in (ROOT / "docs" / "guide" / "pictures").iterdir()}
    assert {name for name in pictures if f"pictures/{name})" not in text} == set()


def test_files_that_the_page_for_contributors_names_are_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    paths = set(re.findall(r"((?:\.?\w+/)+\w+\.\w+)", text))
    named = {path for path in paths if not re.search("NAME|GAME|ludo", path)}
    assert len(named) > 20 and {path for path in named if not (ROOT / path).is_file()} == set()


@pytest.mark.parametrize(("weight", "plays"), [("2.5", "c3"), ("-2.5", "d4")])
def test_guide_s_case_fails_by_the_mistake_and_then_passes(tmp_path: Path, weight: str, plays: str) -> None:
    text = re.search(r'--position "(.*? w)"', GUIDE)
    assert text is not None and text[1] in blocks("yaml", GUIDE)[0] and "- d4" in blocks("yaml", GUIDE)[0]
    file = tmp_path / "rim.py"
    file.write_text(example("Heuristic(").replace("weight=-2.5", f"weight={weight}"), encoding="utf-8")
    (rim,) = in_module(run_file(file, "rim"))
    position = Position.start(load_game("isolation"), text=text[1])
    engine = Searcher(Lens.of(rim), Limits(depth=3), table_megabytes=0.1, compile=False)
    move = engine.think(position).move
    assert move is not None and position.notation(move) == plays
