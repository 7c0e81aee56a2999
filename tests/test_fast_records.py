"""Records in the tests behave like NumPy's, and only their fields are found faster."""

from typing import Any

import numpy as np
import pytest

from fast_records import usual_get, usual_set

INNER = np.dtype([("a", "i4"), ("b", "f8")])
FIELDS = np.dtype(
    [("to_move", "i4"), ("key", "i8"), ("board", "i1", (8,)), ("inner", INNER), ("size", "i2"), ("any", "O")]
)
NAMES = (
    *FIELDS.names,
    "dtype",
    "getfield",
    "setfield",
    "itemsize",
    "nothing",
    "__deepcopy__",
    "_numba_type_",
)
VALUES = (3, 2.9, True, np.int64(-7), np.arange(8), (1, 2.5), "text", None, 2**40, np.zeros(5))


def record() -> np.record:
    made = np.zeros(1, FIELDS).view(np.recarray)[0]
    made["to_move"], made["key"], made["board"], made["inner"] = 1, 2**40, range(8), (4, 0.5)
    return made


def told(get: Any, *arguments: Any) -> tuple[object, str]:
    """The type and text of what is found, or the kind of error raised."""
    try:
        found = get(*arguments)
    except Exception as error:
        return type(error), ""
    return type(found), repr(found) if not callable(found) else ""


@pytest.mark.parametrize("name", NAMES)
def test_what_a_record_holds_under_a_name_is_what_it_usually_is(name: str) -> None:
    assert told(getattr, record(), name) == told(usual_get, record(), name)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_so_is_what_becomes_of_it_when_it_is_set(name: str, value: object) -> None:
    one, other = record(), record()
    assert told(setattr, one, name, value) == told(usual_set, other, name, value)
    assert repr(one) == repr(other)


def test_arrays_and_records_in_a_record_are_parts_of_it() -> None:
    made = record()
    made.board[2] = 99
    made.inner.b = 1.5
    assert made["board"][2] == 99 and made["inner"]["b"] == 1.5
