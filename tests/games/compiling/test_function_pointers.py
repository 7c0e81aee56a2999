"""What compiled code knows only by address."""

import numpy as np
import pytest

from games.compiling.compiler import compiled, jit_disabled
from games.compiling.function_pointers import address_of_record, record_at


def new_record():
    return np.zeros(1, [("count", "i8"), ("values", "f8", (3,))]).view(np.recarray)[0]


def add_there(address, like):
    there = like if address == 0 else record_at(address, like)
    there.count += 1
    there.values[2] += 0.5


@pytest.mark.parametrize(
    "compiles", [False, pytest.param(True, marks=pytest.mark.skipif(jit_disabled(), reason="-"))]
)
def test_a_record_is_found_and_changed_by_its_address(compiles: bool) -> None:
    add = compiled(add_there) if compiles else add_there
    one, other = new_record(), new_record()
    add(address_of_record(one), other)
    add(address_of_record(one), other)
    add(0, other)
    assert (one.count, one.values.tolist()) == (2, [0.0, 0.0, 1.0])
    assert (other.count, other.values.tolist()) == (1, [0.0, 0.0, 0.5])
