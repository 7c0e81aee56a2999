"""One line says what is compiled for this computer."""

import pytest

from engines.compiling import kernel_processes
from engines.compiling.kernel_processes import CompileProgress
from study.game.compile_line import CompileLine, in_words


@pytest.mark.parametrize(
    ("progress", "text", "short"),
    [
        (None, "", ""),
        (CompileProgress("chess", 0.5, 60.0, True), "", ""),
        (
            CompileProgress("chess", 23.0, 58.0, False),
            "Compiling Chess for this computer, only once: 23 s of about 58 s. You can play meanwhile.",
            "Compiling Chess: 23 s of about 58 s",
        ),
        (
            CompileProgress("morris", 5.0, 12.0, True),
            "Compiling Nine Men's Morris for this computer, only once: 5.0 s of about 12 s.",
            "Compiling Nine Men's Morris: 5.0 s of about 12 s",
        ),
        (
            CompileProgress("chess", 23.0, 23.5, True),
            "Compiling Chess for this computer, only once: 23 s.",
            "Compiling Chess: 23 s",
        ),
        (
            CompileProgress("chess", 23.0, 0.0, False),
            "Compiling Chess for this computer, only once: 23 s. You can play meanwhile.",
            "Compiling Chess: 23 s",
        ),
    ],
)
def test_the_line_says_what_and_how_long(progress: CompileProgress | None, text: str, short: str) -> None:
    assert in_words(progress) == (text, short)


def test_the_line_changes_twice_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = [2.0]
    monkeypatch.setattr(
        kernel_processes, "progress", lambda: CompileProgress("chess", seconds[0], 0.0, False)
    )
    line, seen = CompileLine(), []
    for frame in range(61):
        seconds[0] = 2.0 + frame / 60
        line.update(frame / 60)
        seen.append(line.short)
    assert list(dict.fromkeys(seen)) == [f"Compiling Chess: {n} s" for n in ("2.0", "2.5", "3.0")]
