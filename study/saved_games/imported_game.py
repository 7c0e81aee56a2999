"""What the file of a game says beside its moves."""

from collections.abc import Mapping
from dataclasses import dataclass, field


def names_in(headers: Mapping[str, str]) -> tuple[str, str]:
    """Who played White and Black, "" where the headers do not say."""
    return headers.get("White", "").strip("? "), headers.get("Black", "").strip("? ")


@dataclass
class ImportedDetails:
    """The names of the people who played White and Black, "" where no file told them; and the
    headers of its file by name."""

    names: tuple[str, str] = ("", "")
    headers: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of_headers(cls, headers: Mapping[str, str]) -> "ImportedDetails":
        return cls(names_in(headers), dict(headers))

    def leave(self) -> None:
        """The game goes another way: its result is void."""
        self.headers.pop("Result", None)
