"""What a game's file says besides its moves."""

from collections.abc import Mapping
from dataclasses import dataclass, field


def names_in(headers: Mapping[str, str]) -> tuple[str, str]:
    """The names of the players of White and Black, "" if the headers do not say."""
    return headers.get("White", "").strip("? "), headers.get("Black", "").strip("? ")


@dataclass
class ImportedDetails:
    """The names of the people who played White and Black, "" if no file says; and the headers of its file by
    name."""

    names: tuple[str, str] = ("", "")
    headers: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of_headers(cls, headers: Mapping[str, str]) -> "ImportedDetails":
        return cls(names_in(headers), dict(headers))

    def leave(self) -> None:
        """Forgets the result, because the game goes another way."""
        self.headers.pop("Result", None)
