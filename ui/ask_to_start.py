"""Asks a person before programs are started that a file names as players."""

from collections.abc import Callable

from ui.navigation import DialogAnswer, Navigation


def ask_to_start(
    navigation: Navigation,
    file: str,
    unknown: list[str],
    instead: tuple[str, str, Callable[[], None]],
    start: Callable[[], None],
    cancel: Callable[[], None],
) -> None:
    """Asks whether to start the `unknown` commands that a file names; `file` begins the sentence that says
    so. `instead` is the other answer: its label, its tooltip, in which `{it}` and `{its}` are the programs,
    and what it does."""
    what, player, it, they, its = "other programs", "players", "them", "they", "their"
    if len(unknown) == 1:
        what, player, it, they, its = "another program", "a player", "it", "it", "its"
    label, tip, do_instead = instead
    navigation.ask(
        f"Start {what}?",
        f"{file} names {what} as {player}. Going on starts {it} on this computer, "
        f"where {they} can do anything that you can do:",
        unknown,
        (
            DialogAnswer(label.format(it=it), tip.format(its=its), do_instead),
            DialogAnswer(
                f"Start {it}",
                f"Choose this only if you trust {it}. You will not be asked again.",
                start,
                True,
            ),
        ),
        cancel,
    )
