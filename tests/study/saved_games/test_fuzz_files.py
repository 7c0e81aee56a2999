"""Whatever bytes a person's files hold: either one line says what is wrong, or the game can be played."""

import json
import random
import string
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.player_kinds import HUMAN
from engines.player_text import parse_player
from games.contract import BadText
from games.random_stream import Draws
from games.record import Record
from games.registry import game_names, load_game
from games.safe_text import LONGEST, can_be_kept
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings
from study.settings.settings_store import load_settings

Check = Callable[[Path, bytes], None]
CASES = 10_000
FAST = settings(max_examples=60)
SLOW = settings(max_examples=CASES, suppress_health_check=list(HealthCheck))

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-3, 70),
    st.sampled_from([-1, 1 << 63, 1 << 200, 10**4000]),
    st.floats(),
    st.text(max_size=8),
    st.text(st.characters(categories=["Cc", "Cs", "Cf", "Zl", "Nd"]), max_size=4),
    st.sampled_from([HUMAN, "random", "uci:sh -c 'x'", "isolation", "own", "mixed", "a1", "\0", "\ud800"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def jungle_game() -> tuple[dict[str, object], list[dict[str, object]]]:
    record = Record.start(load_game("jungle"))
    entries: list[dict[str, object]] = []
    for text, chance in (("a1", 3), ("a7", 2), ("b1", 0), ("a7-a6", 0)):
        record.play(record.position.parse_move(text), chance)
        entries.append(record.entry(record.end))
    header = {"plyglass": 1, **record.header(), "white": "human", "black": "random", "seed": 3}
    return header, [*entries, {"back": 2}, {"end": "left"}]


HEADER, ENTRIES = jungle_game()
LINES = "".join(json.dumps(entry) + "\n" for entry in (HEADER, *ENTRIES)).encode()

ENTRY = st.one_of(
    st.builds(lambda chance: {"move": "a1", "chance": chance}, SCALARS),
    st.sampled_from(
        [{"move": square, "chance": n} for square in ("a1", "a7", "b1", "b7") for n in range(4)]
        + [{"back": 1}, {"back": 2}, {"end": "x"}]
    ),
    st.dictionaries(st.sampled_from(["move", "chance", "back", "end", "x"]), VALUES, max_size=3),
    VALUES,
)
STRUCTURED = st.builds(
    lambda changes, dropped, entries: "".join(
        json.dumps(entry) + "\n"
        for entry in (
            {key: value for key, value in {**HEADER, **changes}.items() if key not in dropped},
            *entries,
        )
    ).encode(),
    st.dictionaries(st.sampled_from([*HEADER, "x"]), VALUES | st.sampled_from(game_names()), max_size=2),
    st.sets(st.sampled_from(list(HEADER)), max_size=1),
    st.lists(ENTRY, max_size=6),
)


def damaged(whole: bytes) -> st.SearchStrategy[bytes]:
    """A correct file with a part of it replaced by anything."""
    places = st.integers(0, len(whole))
    anything = st.binary(max_size=8) | st.sampled_from([b"\n", b"\0", b"[" * 3000, b"\\ud800", b"1e999"])
    return st.builds(
        lambda a, b, new: whole[: min(a, b)] + new + whole[max(a, b) :], places, places, anything
    )


def check_message(message: str) -> None:
    assert message and "\n" not in message and message.isprintable() and len(message) <= LONGEST


def check_saved_game(folder: Path, content: bytes) -> None:
    saves = Saves(folder)
    saves.folder.mkdir(exist_ok=True)
    path = saves.folder / "game.plyglass"
    path.write_bytes(content)
    (saved,) = saves.list()
    if saved.problem:
        check_message(saved.problem)
    assert all(can_be_kept(text) for text in (saved.game, saved.white, saved.black, saved.ending))
    saves.interrupted()
    try:
        opened = saves.open(path)
    except BadText as error:
        check_message(str(error))
        return
    assert not saved.problem and opened.file is not None and opened.seed >= 0
    record = opened.record
    draws = Draws(opened.seed)  # the same numbers as the game loop
    for _ in range(3):
        if record.position.moves:
            move = record.position.moves[0]
            record.play(move, record.draw_chance(move, draws))
            opened.file.append(record.entry(record.end))
    opened.file.close()
    assert [ply.text for ply in saves.load(path)[0].plies] == [ply.text for ply in record.plies]
    for text in opened.players:
        try:
            parse_player(text, record.game.name)
        except BadText as error:
            check_message(str(error))


def check_last_choice(folder: Path, content: bytes) -> None:
    (folder / "last_choice.json").write_bytes(content)
    made = Saves(folder).choices.made
    assert isinstance(made.game, str) and all(isinstance(title, str) for title in made.layout.side)
    assert made.layout.divider is None or 0.0 <= made.layout.divider <= 1.0
    for game, sides in made.players.items():
        for text in (*sides.values(), game):
            assert isinstance(text, str)
        for text in sides.values():
            assert can_be_kept(text)
            try:
                parse_player(text, "chess")
            except BadText as error:
                check_message(str(error))


def check_settings(folder: Path, content: bytes) -> None:
    file = folder / "settings.yaml"
    file.write_bytes(content)
    read, problems = load_settings(file)
    for problem in problems:
        check_message(problem)
    if problems:
        assert read == Settings()
    for game in game_names():
        read.options_for(game)
    assert can_be_kept(str(read.data_folder))


YAML = b"""ui: {scale: 1.5, theme: light, fps: 60}
engine:
  table_megabytes: 64
games: {morris: {repetition: 0}, tabletactics: {obstacles: [c3]}}
weights: {morris: {weighted: {mills: 3}}}
data_folder: "/tmp/x"
"""
KEYS = ["ui", "scale", "games", "morris", "repetition", "weights", "data_folder", "theme", "fps", "<<"]
SIGNS = [
    ": ",
    "\n",
    "\n  ",
    "- ",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "&a ",
    "*a",
    "!!int ",
    '"',
    "'",
    "|",
    ">",
    "? ",
    "%",
]
ODD = [
    "1:1:1:1",
    "0x" + "f" * 5000,
    "1e999",
    ".nan",
    ".inf",
    "0b_",
    "-_",
    "=",
    "9" * 5000,
    "2020-99-99",
    "null",
]
ODD += [
    "0001-01-01 00:00:00+23:00",
    "\\0",
    "\\ud800",
    "\\x1b",
    "\x85",
    "\u2028",
    "\t",
    "#",
    "---",
    "...",
    "1",
]
YAML_WORDS = st.sampled_from([*KEYS, *SIGNS, *ODD])
SAVED_GAMES = st.one_of(STRUCTURED, damaged(LINES), st.binary(max_size=60))
CHOICE = json.dumps(
    {"game": "chess", "players": {"chess": {"white": "human", "black": "uci:stockfish,ms=100"}}}
).encode()
CHOICES = st.one_of(
    VALUES.map(lambda value: json.dumps(value).encode()), damaged(CHOICE), st.binary(max_size=60)
)
YAMLS = st.one_of(
    st.lists(YAML_WORDS, max_size=14).map(lambda words: "".join(words).encode("utf-8", "replace")),
    damaged(YAML),
    st.text(string.printable, max_size=40).map(str.encode),
    st.binary(max_size=60),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@FAST
@given(content=SAVED_GAMES)
def test_some_saved_games(folder: Path, content: bytes) -> None:
    check_saved_game(folder, content)


@FAST
@given(content=CHOICES)
def test_some_last_choices(folder: Path, content: bytes) -> None:
    check_last_choice(folder, content)


@FAST
@given(content=YAMLS)
def test_some_settings(folder: Path, content: bytes) -> None:
    check_settings(folder, content)


@pytest.mark.slow
@SLOW
@given(content=SAVED_GAMES)
def test_many_saved_games(folder: Path, content: bytes) -> None:
    check_saved_game(folder, content)


@pytest.mark.slow
@SLOW
@given(content=CHOICES)
def test_many_last_choices(folder: Path, content: bytes) -> None:
    check_last_choice(folder, content)


@pytest.mark.slow
@SLOW
@given(content=YAMLS)
def test_many_settings(folder: Path, content: bytes) -> None:
    check_settings(folder, content)


def bits_flipped(whole: bytes, draw: random.Random) -> bytes:
    """The bytes with one to eight flipped bits, as from a bad disk."""
    flipped = bytearray(whole)
    for _ in range(draw.randint(1, 8)):
        flipped[draw.randrange(len(flipped))] ^= 1 << draw.randrange(8)
    return bytes(flipped)


@pytest.mark.parametrize("count", [300, pytest.param(20_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "whole, check",
    [(LINES, check_saved_game), (CHOICE, check_last_choice), (YAML, check_settings)],
    ids=["saved game", "last choice", "settings"],
)
def test_files_with_bits_flipped(folder: Path, whole: bytes, check: Check, count: int) -> None:
    draw = random.Random(31)
    for _ in range(count):
        check(folder, bits_flipped(whole, draw))
