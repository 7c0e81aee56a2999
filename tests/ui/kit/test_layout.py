"""Columns share a width by one rule."""

from hypothesis import given
from hypothesis import strategies as st

from ui.kit.layout import NEVER, DataColumn, fit
from ui.theme import Theme

THEME = Theme()
SIZES = st.integers(0, 120)
COLUMNS = st.lists(
    st.builds(
        DataColumn,
        key=st.none(),
        title=st.sampled_from(["", "cost", "the term gains", None]),
        least=st.none() | SIZES,
        wanted=SIZES,
        grow=st.sampled_from([0.0, 1.0, 2.5]),
        gives_way=st.sampled_from([0, 1, 2, NEVER]),
    ),
    min_size=1,
    max_size=7,
).map(lambda columns: [DataColumn(**{**vars(each), "key": key}) for key, each in enumerate(columns)])


@given(COLUMNS, st.integers(0, 700), st.dictionaries(st.integers(0, 6), SIZES))
def test_columns_lie_in_the_room_and_never_on_each_other(columns, width, seen):
    places = list(fit(columns, width, THEME, seen).values())
    ends = [left + wide for left, wide in places]
    assert all(wide >= 0 for _, wide in places) and all(end <= width for end in ends)
    assert all(end <= left for end, (left, _) in zip(ends, places[1:], strict=False))


@given(COLUMNS, st.integers(0, 700), st.integers(0, 200), st.dictionaries(st.integers(0, 6), SIZES))
def test_a_wider_room_takes_nothing_away(columns, width, more, seen):
    before, after = (fit(columns, room, THEME, seen) for room in (width, width + more))
    assert set(before) <= set(after), "no column is left out"
    if set(before) == set(after):
        assert all(after[key][1] >= wide for key, (_, wide) in before.items())


def test_what_gives_way_first_goes_first_then_shrinks():
    name = DataColumn("name", wanted=100, least=40)
    cells = [DataColumn(key, wanted=60, gives_way=way) for key, way in (("weight", 2), ("bar", 1))]
    shown = {width: fit([name, *cells], width, THEME, {}) for width in (240, 180, 120, 30)}
    assert {width: list(places) for width, places in shown.items()} == {
        240: ["name", "weight", "bar"],
        180: ["name", "weight", "bar"],
        120: ["name", "weight"],
        30: ["name"],
    }
    assert [places["name"][1] for places in shown.values()] == [100, 44, 52, 30]


def test_what_is_left_goes_to_those_that_grow():
    columns = [
        DataColumn("a", wanted=10, grow=1.0),
        DataColumn("b", wanted=10),
        DataColumn("c", wanted=10, grow=3.0),
    ]
    assert fit(columns, 146, THEME, {}) == {"a": (0, 35), "b": (43, 10), "c": (61, 85)}


def test_cells_in_sight_widen_their_column():
    assert fit([DataColumn("a", "no."), DataColumn("b")], 300, THEME, {"a": 90, "b": 5}) == {
        "a": (0, 90),
        "b": (98, 5),
    }


def test_the_title_of_a_column_with_a_least_width_takes_no_room():
    long = [
        DataColumn(key, "a rather long title", wanted=50, least=least) for key, least in ((0, 20), (1, None))
    ]
    widths = [width for _, width in fit(long, 400, THEME, {}).values()]
    assert widths == [50, THEME.width("a rather long title", 12)]
