"""Files of learned players: read as they were written, and refused with a line if they are damaged or
something else."""

from pathlib import Path

import numpy as np
import pytest

from engines.learned.files import file_of, read_learned, write_learned
from games.contract import BadText

SHAPES: dict[str, tuple[int | None, ...]] = {"weights": (None, 3)}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "folder" / "some.npz"
    write_learned(path, "some", {"weights": np.arange(12.0).reshape(4, 3)}, games=7)
    return path


def refusal(path: Path, name: str = "some") -> str:
    with pytest.raises(BadText) as found:
        read_learned(path, name, SHAPES)
    assert str(path) in str(found.value) and "\n" not in str(found.value)
    return str(found.value)


def test_it_is_read_as_it_was_written(file: Path) -> None:
    arrays, header = read_learned(file, "some", SHAPES)
    assert np.array_equal(arrays["weights"], np.arange(12.0).reshape(4, 3)) and header["games"] == 7
    assert [path.name for path in file.parent.iterdir()] == ["some.npz"]


def test_float32_is_read_as_written_and_from_files_of_before(tmp_path: Path) -> None:
    weights = np.linspace(-3.0, 2.0, 12, dtype=np.float32).reshape(4, 3)
    write_learned(tmp_path / "now.npz", "some", {"weights": weights})
    with np.load(tmp_path / "now.npz") as file:
        header = file["header"]
    np.savez_compressed(tmp_path / "before.npz", header=header, weights=weights)
    for name in ("now.npz", "before.npz"):
        found = read_learned(tmp_path / name, "some", SHAPES)[0]["weights"]
        assert found.dtype == np.float32 and np.array_equal(found, weights), name


def test_a_truncated_file_is_refused(file: Path) -> None:
    content = file.read_bytes()
    for length in (0, 1, 40, len(content) // 2, len(content) - 1):
        file.write_bytes(content[:length])
        assert "damaged" in refusal(file)


def test_a_file_with_other_bytes_is_refused_or_reads_the_same(file: Path) -> None:
    content, good = file.read_bytes(), read_learned(file, "some", SHAPES)[0]["weights"]
    for at in range(0, len(content), 5):
        file.write_bytes(content[:at] + bytes([content[at] ^ 0x55]) + content[at + 1 :])
        try:
            arrays, _ = read_learned(file, "some", SHAPES)
        except BadText as error:
            assert "\n" not in str(error)
        else:
            assert np.array_equal(arrays["weights"], good)


def test_a_foreign_file_is_refused(file: Path) -> None:
    file.write_text("a text", encoding="utf-8")
    assert "damaged" in refusal(file)
    np.savez(file, weights=np.zeros((4, 3)))
    assert "damaged" in refusal(file)
    with file.open("wb") as stream:
        np.save(stream, np.zeros(3))
    assert "damaged" in refusal(file)
    write_learned(file, "other", {"weights": np.zeros((4, 3))})
    assert "expected what some has learned, found 'other'" in refusal(file)


@pytest.mark.parametrize(
    "weights", [np.zeros((4, 2)), np.zeros(12), np.full((1, 3), np.nan), np.array([["a", "b", "c"]])]
)
def test_arrays_that_do_not_fit_are_refused(file: Path, weights: np.ndarray) -> None:
    write_learned(file, "some", {"weights": weights})
    assert "weights: expected N×3 finite numbers" in refusal(file)


def test_a_file_that_is_not_there_says_how_one_is_made() -> None:
    assert "main.py train" in refusal(file_of("some", 12345))
