"""Kernels that others call by address: compiled once for all callers, and found in the folder of kernels."""

from pathlib import Path

import numpy as np
import pytest

from games.compiling import kept_kernels, linked_kernels
from games.compiling.compiler import compiled, jit_disabled, seems_to_allocate
from games.compiling.kept_kernels import keep_kernels_in
from games.compiling.kernel_key import kernel_key

pytestmark = pytest.mark.skipif(jit_disabled(), reason="needs the compiler")


def filled(out, n):
    if n < 0:
        raise ValueError("expected none below 0")
    for i in range(n):
        out[i] = i + 1
    return n


def sum_of(n):
    out = np.empty(8, np.int32)
    total = 0
    for i in range(filled(out, n)):
        total += out[i]
    return total


def twice(n):
    return 2 * sum_of(n)


def is_linked(symbol):
    return symbol.startswith(linked_kernels.PREFIX)


def by_lists(n):
    return len([2 * i for i in range(n)])


APART = frozenset((filled,))


@pytest.fixture(autouse=True)
def all_is_compiled_here(kernels_are_kept: None) -> None:
    keep_kernels_in(None)


@pytest.mark.parametrize("caller", [sum_of, twice])
def test_a_caller_does_what_it_did_uncompiled(caller):
    kernel = compiled(caller, allocates=True, apart=APART)
    assert [kernel(n) for n in (0, 1, 5)] == [caller(n) for n in (0, 1, 5)]
    with pytest.raises(ValueError, match="expected none below 0"):
        kernel(-1)


def test_it_is_compiled_once_for_all_that_call_it():
    callers = [compiled(caller, allocates=True, apart=APART) for caller in (sum_of, twice)]
    for caller in callers:
        caller(3)
    assert len(compiled(filled).signatures) == 1
    for caller in callers:
        (made,) = caller.overloads.values()
        declared = [one.name for one in made.library._final_module.functions if one.is_declaration]
        assert sum(map(is_linked, declared)) == 1


def test_caller_has_another_key_than_owner_of_a_copy():
    def filled(out, n):  # another one of the same name
        return n

    def sum_of(n):
        return filled(np.empty(8, np.int32), n)

    assert compiled(sum_of, allocates=True) is not compiled(sum_of, True, frozenset((filled,)))
    keys = [
        kernel_key(compiled(sum_of, allocates=True), ()),
        kernel_key(compiled(sum_of, True, frozenset((filled,))), ()),
        kernel_key(compiled(globals()["sum_of"], True, APART), ()),
    ]
    assert len(set(keys)) == 3


def test_a_folder_without_it_compiles_the_caller_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_kernels_in(tmp_path / "kernels")

    def caller() -> object:
        def inner(out, n):  # type: ignore[no-untyped-def]
            return n + 41

        def outer(n):  # type: ignore[no-untyped-def]
            return inner(np.empty(8, np.int32), n)

        return compiled(outer, True, frozenset((inner,)))

    first = caller()
    assert first(1) == 42  # type: ignore[operator]
    assert len(list((tmp_path / "kernels").iterdir())) == 2
    again = caller()
    assert again(1) == 42 and sum(again.stats.cache_hits.values()) == 1  # type: ignore[operator,attr-defined]
    # As in another process, whose folder has lost the called kernel.
    monkeypatch.setattr(kept_kernels, "_are_there", lambda needs: not any(map(is_linked, needs)))
    monkeypatch.setattr(kept_kernels, "_provide", lambda *_: None)
    anew = caller()
    assert anew(1) == 42 and sum(anew.stats.cache_hits.values()) == 0  # type: ignore[operator,attr-defined]


def test_what_creates_arrays_is_seen_before_it_is_compiled() -> None:
    assert seems_to_allocate(sum_of, frozenset()) and seems_to_allocate(twice, frozenset())
    assert not seems_to_allocate(filled, frozenset())
    assert not seems_to_allocate(twice, frozenset((sum_of,)))
    assert not seems_to_allocate(by_lists, frozenset())  # that is found out by trying
