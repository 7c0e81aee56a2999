"""Endgame tables: the routines that go backwards against `legal_moves`, and the published figures."""

import importlib.util
import sys
import threading
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import games.morris
from games.compiling.compiler import jit_disabled
from games.contract import ONGOING, BadText, new_state
from games.position import Position
from games.registry import load_game
from games.truth.fate import DRAWN, Fate
from games.truth.retrograde import NO_POSITION, before_move
from games.truth.tables import (
    FOLDER,
    GAMES,
    Pace,
    Tables,
    best_move,
    digest_of,
    domain_of,
    end_by_tables,
)

needs_the_compiler = pytest.mark.skipif(jit_disabled(), reason="millions of positions")


def position_of(domain, number) -> Position | None:
    state = new_state(domain.rules.dtype)
    return Position(domain.rules, state) if domain.place(number, state) else None


def positions_near(domain, number, count=2):
    """The next positions from a number on, within the same part of the table."""
    found = []
    part = next(p for group in domain.groups for p in group.parts if p.start <= number < p.stop)
    for step in range(part.stop - part.start):
        at = part.start + (number - part.start + step * 7919) % (part.stop - part.start)
        position = position_of(domain, at)
        if position is not None:
            found.append((at, position))
            if len(found) == count:
                break
    return found


def numbers(domain):
    parts = [part for group in domain.groups for part in group.parts]
    return st.sampled_from(parts).flatmap(lambda part: st.integers(part.start, part.stop - 1))


def group_at(domain, number):
    return next(group for group in domain.groups if group.start <= number < group.stop)


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_a_number_and_its_position_belong_together(game, data):
    domain = domain_of(game)
    for number, position in positions_near(domain, data.draw(numbers(domain))):
        assert domain.index(position.state) == number
        try:
            written = Position.start(load_game(game), text=position.text)
        except BadText as error:  # two pieces give check that cannot have come together
            assert game == "chess" and "check" in str(error)
            continue
        assert domain.index(written.state) == number


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_moves_and_unmoves_are_inverse(game, data):
    domain = domain_of(game)
    before = np.zeros(domain.max_unmoves, domain.rules.dtype).view(np.recarray)

    def parents(number):
        n = domain.unmoves(position_of(domain, number).state, before)
        return {int(domain.index(before[i])) for i in range(n)}

    def children(position, group):
        found = set()
        for move in position.moves:
            after = position.play(move)
            if after.outcome == ONGOING and group.start <= domain.index(after.state) < group.stop:
                found.add(int(domain.index(after.state)))
        return found

    for number, position in positions_near(domain, data.draw(numbers(domain)), 1):
        group = group_at(domain, number)
        for child in list(children(position, group))[:6]:
            assert number in parents(child)
        for parent in list(parents(number))[:6]:
            above = position_of(domain, parent)
            ended = position.outcome != ONGOING  # the rules decide what has ended
            assert above is not None and (ended or number in children(above, group))


def test_jungle_has_as_many_classes_as_relations():
    from games.truth.jungle import SAMPLES

    sizes = [(len(own), len(other)) for own, other in SAMPLES]
    assert (sizes.count((2, 2)), sizes.count((3, 1)), sizes.count((1, 3))) == (16, 7, 7)


def test_outcomes_one_ply_earlier():
    for outcome in (1, 5, 0, -1, -7):
        assert Fate.of(outcome).before_move == Fate.of(before_move(outcome))
    assert before_move(-1) == 1 and Fate.of(-1) == Fate(-1, 0)
    assert sorted([Fate(-1, 2), Fate(1, 9), Fate(1, 3), DRAWN, Fate(-1, 8)], key=lambda fate: fate.order) == [
        Fate(-1, 2), Fate(-1, 8), DRAWN, Fate(1, 9), Fate(1, 3),
    ]  # fmt: skip


def rules_with(edit, tmp_path, monkeypatch):
    """Morris' domain, with the rules from an edited copy of their module."""
    source = Path(games.morris.__file__).read_text(encoding="utf-8")
    copy = tmp_path / f"morris{len(list(tmp_path.iterdir()))}.py"
    copy.write_text(edit(source), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("games.morris", copy)
    module = importlib.util.module_from_spec(spec)
    with monkeypatch.context() as patch:  # its dataclasses look their module up
        patch.setitem(sys.modules, "games.morris", module)
        spec.loader.exec_module(module)
    return replace(domain_of("morris"), rules=module.GAME)


def test_only_what_a_table_depends_on_makes_another_one(tmp_path, monkeypatch):
    kept = digest_of(rules_with(lambda source: source, tmp_path, monkeypatch))

    def changes(old, new):
        assert old in Path(games.morris.__file__).read_text(encoding="utf-8")
        return digest_of(rules_with(lambda text: text.replace(old, new), tmp_path, monkeypatch)) != kept

    moves = "def legal_moves(state: State, out: np.ndarray) -> int:\n"
    assert not changes(moves, f"def unheard_of() -> int:\n    return 1\n\n\n{moves}")
    assert not changes(
        "def quiet(state: State) -> int:\n", "def quiet(state: State) -> int:\n    state = state\n"
    )
    assert not changes(moves, f"{moves}    # a remark\n")
    assert changes(moves, f"{moves}    state = state\n")  # the rules
    assert changes(
        "def mills_closed(stones: int, point: int) -> int:\n",
        "def mills_closed(stones: int, point: int, other=1) -> int:\n",
    )
    assert changes("MAX_COUNTER = 1_000_000\n", "MAX_COUNTER = 1_000\n")  # a constant that they use


def test_other_routines_make_another_table():
    domain = domain_of("morris")
    assert digest_of(domain) != digest_of(replace(domain, unmoves=domain_of("jungle").unmoves))
    assert digest_of(domain) != digest_of(replace(domain, groups=domain.groups[:1]))


def counts(tables, name):
    part = next(p for group in tables.domain.groups for p in group.parts if p.name == name)
    values = tables.values[part.start : part.stop]
    values = values[values != NO_POSITION].astype(int)
    lost = values[values < 0]
    return (
        *(len(values), int((values > 0).sum()), int((values == 0).sum()), len(lost)),
        *(int(values.max()), int(-1 - lost.min()) if len(lost) else None),
    )


@pytest.fixture(scope="module")
def morris(cache_of_the_session):
    """Kept with the tests' kernels: a file's name is a digest of everything that it is made from."""
    tables = Tables(domain_of("morris"), cache_of_the_session / FOLDER)
    tables.make(lambda making: None, ("3-3",))
    return tables


@needs_the_compiler
def test_three_stones_against_three(morris):
    assert counts(morris, "3–3") == (2_691_920, 2_232_160, 4_112, 455_648, 25, 26)


def ring_symmetries(rings):
    """int64[n, 2024]: the image of each set of three points under the board's symmetries, with the rings in
    these orders."""
    from games.morris import SQUARES
    from games.truth.morris import THREES

    places = [("abcdefg".index(name[0]) - 3, int(name[1]) - 4) for name in SQUARES]
    found = []
    for order in rings:
        for turn in range(8):
            image = []
            for x, y in places:
                ring = max(abs(x), abs(y))
                x, y = (x // ring, y // ring)
                for _ in range(turn % 4):
                    x, y = -y, x
                x = -x if turn >= 4 else x
                image.append(places.index((x * order[ring - 1], y * order[ring - 1])))
            found.append(
                [sum(1 << image[point] for point in range(24) if int(three) >> point & 1) for three in THREES]
            )
    return np.array(found)


@pytest.mark.long
@needs_the_compiler
@pytest.mark.parametrize(
    "rings, figures",
    [
        (((1, 2, 3), (3, 2, 1)), (169_626, 140_621, 269, 28_736)),
        (tuple(permutations((1, 2, 3))), (56_922, 47_167, 96, 9_659)),
    ],
)
def test_three_against_three_up_to_symmetry(morris, rings, figures):
    """The published counts: of 169 626 classes 140 621 are won. Rings may swap places, because all stones
    fly."""
    from games.truth.morris import THREE_AMONG_21, THREES

    own = np.repeat(np.arange(len(THREES)), THREE_AMONG_21)
    bits = THREES[:THREE_AMONG_21, None] >> np.arange(21) & 1
    free = [[point for point in range(24) if not int(three) >> point & 1] for three in THREES]
    other = np.searchsorted(THREES, np.concatenate([bits @ (1 << np.array(points)) for points in free]))
    least = np.full(len(own), 1 << 62)
    for images in ring_symmetries(rings):
        np.minimum(least, images[own] << 24 | images[other], out=least)
    first = np.unique(least, return_index=True)[1]
    values = morris.values[: len(own)][first]
    assert (len(first), (values > 0).sum(), (values == 0).sum(), (values < 0).sum()) == figures


@needs_the_compiler
def test_a_table_is_kept_with_a_checksum_and_read_again(morris, tmp_path):
    group = morris.domain.groups[0]
    again = Tables(morris.domain, morris.folder)
    assert again.load() and again.checksums == morris.checksums
    assert digest_of(morris.domain)[:12] in again.path(group).name
    assert np.array_equal(again.values, morris.values)
    spoilt = Tables(morris.domain, tmp_path)
    content = bytearray(morris.path(group).read_bytes())
    content[-9] ^= 1
    spoilt.path(group).write_bytes(content)
    assert not spoilt.load() and group.name in spoilt.problems
    assert [one.name for one in spoilt.missing(("3-3",))] == ["3-3"]


class Stopped(Exception):
    """Ends the making of tables."""


def test_lookup_during_making_knows_only_finished_groups(tmp_path):
    tables = Tables(domain_of("jungle"), tmp_path)
    finished, present = tables.domain.groups[:2]
    found = []

    def known(group):
        positions = [position for _, position in positions_near(tables.domain, group.start, 40)]
        return {tables.outcome(each.state) is not None for each in positions}

    def tell(making):
        if making.group == present.name:  # each of its positions has a preliminary outcome
            found.append((known(finished), known(present)))
            raise Stopped

    with pytest.raises(Stopped):
        tables.make(tell, (present.name,))
    found.append((known(finished), known(present)))  # a stopped group is as unknown as one in work
    assert found == [({True}, {False})] * 2
    tables.make(lambda making: None, (present.name,))
    assert known(present) == {True}


def test_tables_load_while_another_thread_makes_some(tmp_path):
    tables = Tables(domain_of("jungle"), tmp_path)
    loaded = []

    def tell(making):
        if not loaded:
            thread = threading.Thread(target=lambda: loaded.append(tables.load()), daemon=True)
            thread.start()
            thread.join(20)
            if not loaded:
                raise TimeoutError("loading waits until the tables are made")

    tables.make(tell, ("R-R",))
    assert loaded == [False] and tables.load()


@needs_the_compiler
def test_the_best_moves_of_both_lead_to_the_end_in_so_many_plies(morris):
    position = Position.start(load_game("morris"), text="w1w/3/3/3b2/3/b1b/2w w 0 0 0")
    fate = morris.fate(position)
    assert fate.result == 1
    assert end_by_tables(position, morris).outcome == 0
    tired = Position.start(load_game("morris"), text="w1w/3/3/3b2/3/b1b/2w w 0 0 99")
    assert (end_by_tables(tired, morris).outcome == 0) == (fate.plies == 1)
    plies = 0
    while position.outcome == ONGOING:
        fates = morris.fates(position)
        assert max(fates.values(), key=lambda fate: fate.order) == morris.fate(position)
        position = position.play(best_move(fates))
        plies += 1
    assert plies == fate.plies and position.outcome == 0


@needs_the_compiler
@pytest.mark.parametrize(
    "group, part, figures",
    [
        ("KQK", "KQK, stronger side to move", (18_081, 18_081, 0, 0, 19, None)),
        ("KRK", "KRK, stronger side to move", (21_959, 21_959, 0, 0, 31, None)),
        ("KPK", "KPK, stronger side to move", (81_664, 62_480, 19_184, 0, 55, None)),
        ("KPK", "KPK, bare king to move", (84_012, 0, 35_210, 48_802, 0, 56)),
    ],
)
def test_chess_endings_of_three(group, part, figures, tmp_path_factory):
    """The longest mates take 10, 16 and 28 moves. Of KPK's positions, both reflections counted, the pawn's
    side wins 124 960 and 97 604."""
    tables = Tables(domain_of("chess"), tmp_path_factory.getbasetemp() / "chess tables")
    tables.make(lambda making: None, (group,))
    assert counts(tables, part) == figures


@needs_the_compiler
@pytest.mark.slow
def test_four_stones_against_three(morris):
    morris.make(lambda making: None)
    assert counts(morris, "4–3") == (12_113_640, 1_201_560, 10_863_360, 48_720, 1, 32)
    assert counts(morris, "3–4") == (12_113_640, 1_629_336, 10_484_304, 0, 33, None)


@needs_the_compiler
@pytest.mark.slow
@pytest.mark.parametrize("name, longest", [("KBBK", 37), ("KBNK", 65)])
def test_chess_endings_of_four(name, longest, tmp_path_factory):
    tables = Tables(domain_of("chess"), tmp_path_factory.getbasetemp() / "chess tables")
    tables.make(lambda making: None, (name,))
    assert counts(tables, f"{name}, stronger side to move")[4] == longest


def test_time_left_leaves_out_compiling_before_the_first_news():
    pace = Pace()
    assert pace.left(0.1, 1000.0) == 0.0
    assert pace.left(0.1, 1001.0) == 0.0
    assert pace.left(0.3, 1010.0) == pytest.approx(35.0)  # a fifth in 10 seconds, seven tenths left
    assert pace.left(1.0, 1045.0) == 0.0
