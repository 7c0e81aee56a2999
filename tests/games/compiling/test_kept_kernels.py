"""Kernels kept in a folder: loaded as they were compiled, and never trusted, never fatal."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import kernel_answers
from games.compiling import compiler, kept_kernels
from games.compiling.compiler import compiled, jit_disabled, keep_rules
from games.compiling.kept_kernels import (
    LARGEST_FOLDER,
    LONGEST_UNUSED,
    default_folder,
    keep_kernels_in,
    kept_in,
)

pytestmark = pytest.mark.skipif(jit_disabled(), reason="needs the compiler")


def make_kernel() -> Any:
    """A new function object each time, of the same source."""

    def kernel(n: int) -> int:
        if n < 0:
            raise ValueError("expected none below 0")
        return n * 2 + 1

    return compiled(kernel)


def was_loaded(kernel: Any) -> bool:
    """Whether the machine code came from a folder. Checks that the kernel is right in either case."""
    assert kernel(20) == 41
    return sum(kernel.stats.cache_hits.values()) == 1


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that has the kernel already."""
    keep_kernels_in(tmp_path / "cache" / "kernels")
    assert not was_loaded(make_kernel())
    folder = kept_in()
    assert folder is not None
    return folder


def kept(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def make_two_with_a_rule() -> tuple[Any, Any, Any]:
    """Two kernels that contain the same rule, and the rule: new function objects each time."""

    def doubled(n: int) -> int:
        return n * 2

    def one_more(n: int) -> int:
        return doubled(n) + 1

    def two_more(n: int) -> int:
        return doubled(n) + 2

    keep_rules((doubled, None))
    return compiled(one_more), compiled(two_more), doubled


def test_a_rule_is_typed_once_for_all_kernels_with_it(tmp_path: Path) -> None:
    keep_kernels_in(tmp_path / "kernels")
    first, _, _ = make_two_with_a_rule()
    assert first(20) == 41
    _, second, rule = make_two_with_a_rule()  # as in another process
    assert second(20) == 42
    (contained,) = compiler._made[rule].values()
    assert sum(contained.stats.cache_hits.values()) == 1 and sum(second.stats.cache_hits.values()) == 0


def test_a_kernel_is_loaded_once_it_has_been_compiled(folder):
    assert kept(folder).suffix == ".kernel"
    kernel = make_kernel()
    assert was_loaded(kernel)
    with pytest.raises(ValueError, match="below 0"):
        kernel(-1)


@pytest.mark.long
def test_kernels_of_every_game_answer_the_same_when_loaded(cache_of_the_session):
    """One process compiles, the other one may not: rules, evaluations, minimax, and plain and strong
    search."""
    here = [json.loads(json.dumps(row)) for row in kernel_answers.answers()]
    tests = Path(kernel_answers.__file__).parent
    there = subprocess.run(
        [sys.executable, "-c", "import kernel_answers; kernel_answers.print_without_compiling()"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join((str(tests), str(tests.parent)))},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert there.returncode == 0, there.stderr
    assert json.loads(there.stdout) == here
    assert here[-1] == ["summed", 285, ["expected none below 0", -3]]
    assert {row[2] for row in here[:-1] if len(row) > 2} == {""}  # nothing ran uncompiled


def test_nothing_is_kept_where_nobody_wants_it(folder):
    kept(folder).unlink()
    keep_kernels_in(None)
    assert not was_loaded(make_kernel())
    assert list(folder.iterdir()) == []


DAMAGES = {
    "empty": lambda content: b"",
    "cut off": lambda content: content[:-1],
    "cut off in its beginning": lambda content: content[:40],
    "a bit": lambda content: content[:-100] + bytes([content[-100] ^ 1]) + content[-99:],
    "longer": lambda content: content + b"x",
    "foreign": lambda content: b"\x80\x04K\x01." * 100,
    "of another format": lambda content: content.replace(b"kernel 1", b"kernel 0", 1),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_compiled_again_and_replaced(folder, damage):
    path = kept(folder)
    whole = path.read_bytes()
    path.write_bytes(DAMAGES[damage](whole))
    assert not was_loaded(make_kernel())
    assert was_loaded(make_kernel())


def test_a_file_of_another_kernel_is_compiled_again(folder):
    path = kept(folder)
    content = path.read_bytes()[len(kept_kernels._whole(path, b"")) :]
    path.write_bytes(kept_kernels._whole(path.with_stem("0" * 64), content))
    assert not was_loaded(make_kernel())


def test_a_whole_file_that_cannot_be_loaded_is_compiled_again(folder):
    import pickle

    path = kept(folder)
    for content in (pickle.dumps(1), pickle.dumps(([], (1, 2))), b"no pickle"):
        path.write_bytes(kept_kernels._whole(path, content))
        assert not was_loaded(make_kernel())


def test_code_that_refers_to_nothing_is_not_loaded(folder):
    """Loading it would make LLVM end the process."""
    import pickle

    path = kept(folder)
    start = len(kept_kernels._whole(path, b""))
    needs, parts = pickle.loads(path.read_bytes()[start:])
    path.write_bytes(kept_kernels._whole(path, pickle.dumps(([*needs, "no_such_symbol"], parts))))
    assert not was_loaded(make_kernel())


def test_a_folder_in_place_of_a_file_and_a_full_disk_do_no_harm(folder, monkeypatch):
    path = kept(folder)
    path.unlink()
    path.mkdir()
    assert not was_loaded(make_kernel())
    path.rmdir()

    def full(*arguments: object, **options: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kept_kernels.tempfile, "mkstemp", full)
    assert not was_loaded(make_kernel())
    assert list(folder.iterdir()) == []


def test_a_write_that_fails_leaves_nothing(folder, monkeypatch):
    kept(folder).unlink()

    def denied(*arguments: object) -> None:
        raise PermissionError(13, "used by another process")

    monkeypatch.setattr(kept_kernels.os, "replace", denied)
    assert not was_loaded(make_kernel())
    assert list(folder.iterdir()) == []


posix = pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")


@posix
def test_folder_and_files_are_the_persons_own(folder):
    assert folder.stat().st_mode & 0o777 == 0o700
    assert kept(folder).stat().st_mode & 0o777 == 0o600


@posix
@pytest.mark.parametrize("mode", [0o755, 0o770, 0o701])
def test_a_folder_that_others_can_enter_is_not_used(folder, mode):
    folder.chmod(mode)
    keep_kernels_in(folder)
    before = kept(folder).read_bytes()
    assert not was_loaded(make_kernel())
    assert kept(folder).read_bytes() == before


@posix
def test_a_folder_of_another_owner_a_link_or_a_file_is_not_used(folder, monkeypatch, tmp_path):
    link, file = tmp_path / "link", tmp_path / "file"
    link.symlink_to(folder)
    file.write_text("", encoding="utf-8")
    for other in (link, file, file / "within"):
        keep_kernels_in(other)
        assert not was_loaded(make_kernel())
    monkeypatch.setattr(kept_kernels.os, "geteuid", lambda: os.getuid() + 1)
    keep_kernels_in(folder)
    assert not was_loaded(make_kernel())


@posix
def test_a_file_that_others_can_write_or_a_link_is_not_used(folder, tmp_path):
    path = kept(folder)
    path.chmod(0o666)
    assert not was_loaded(make_kernel())  # it is compiled, and the file replaced
    assert was_loaded(make_kernel())
    elsewhere = tmp_path / "elsewhere"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    assert not was_loaded(make_kernel())


def aged(path: Path, seconds: float) -> Path:
    os.utime(path, times=(time.time() - seconds,) * 2)
    return path


def test_files_that_nobody_uses_go(folder):
    other, partial = folder / "other.kernel", folder / "other.part"
    for path in (other, partial):
        path.write_bytes(b"x")
        aged(path, LONGEST_UNUSED + 10)
    notes = aged(folder / "notes.txt", 0) if (folder / "notes.txt").exists() else folder / "notes.txt"
    notes.write_bytes(b"not ours")
    aged(notes, LONGEST_UNUSED * 2)
    keep_kernels_in(folder)
    assert was_loaded(make_kernel())
    assert not other.exists() and not partial.exists() and notes.exists()


def test_a_file_that_is_used_stays(folder):
    path = aged(kept(folder), LONGEST_UNUSED - 100)
    assert was_loaded(make_kernel())
    assert time.time() - path.stat().st_mtime < LONGEST_UNUSED / 2


def test_of_too_much_the_oldest_go(folder):
    used_last = kept(folder)
    large = folder / "large.kernel"
    with large.open("wb") as stream:
        stream.truncate(LARGEST_FOLDER)  # without content, on file systems with sparse files
    aged(large, 100)
    keep_kernels_in(folder)
    assert was_loaded(make_kernel())
    assert used_last.exists() and not large.exists()


def test_the_environment_names_another_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("PLYGLASS_CACHE", str(tmp_path))
    assert default_folder() == tmp_path / "kernels"
    monkeypatch.delenv("PLYGLASS_CACHE")
    assert default_folder().name == "kernels" and "Plyglass" in default_folder().parts
