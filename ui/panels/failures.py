"""A message about a person's code, short enough for a panel."""

from heuristics.failure import PROJECT


def shortened(message: str) -> str:
    """A message with the project's own paths made relative, so that it fits a panel."""
    return message.replace(f"{PROJECT}/", "").replace(f"{PROJECT}\\", "")
