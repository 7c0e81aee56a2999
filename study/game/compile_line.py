"""The line that says which game's search is being compiled for this computer, and how long that takes."""

from engines.compiling import kernel_processes
from engines.compiling.kernel_processes import CompileProgress
from games.registry import entry
from study.format import number_text

LOOK_SECONDS = 0.5
"""Seconds after which the line is updated."""

SHORTEST = 1.0
"""Compiling is mentioned only after this many seconds: the words would flicker otherwise."""


class CompileLine:
    """`text` is the line, "" where nothing is compiled; `short` says the same in fewer words."""

    def __init__(self) -> None:
        self.text = self.short = ""
        self._looks_at = 0.0

    def update(self, now: float) -> bool:
        """Looks up what is being compiled; returns whether the line has changed. Call it once a frame; `now`
        in seconds."""
        if now < self._looks_at:
            return False
        before, self._looks_at = self.text, now + LOOK_SECONDS
        self.text, self.short = in_words(kernel_processes.progress())
        return self.text != before


def in_words(progress: CompileProgress | None) -> tuple[str, str]:
    """The line and its short form. The line says that the person can play meanwhile, unless a search waits
    for what is compiled."""
    if progress is None or progress.seconds < SHORTEST:
        return "", ""
    time = number_text.seconds(progress.seconds)
    if progress.expected > progress.seconds + SHORTEST:  # else it takes longer than expected
        time += f" of about {number_text.seconds(progress.expected)}"
    title = entry(progress.game).title
    meanwhile = "" if progress.waited_for else " You can play meanwhile."
    return f"Compiling {title} for this computer, only once: {time}.{meanwhile}", f"Compiling {title}: {time}"
