"""What the file of a game says beside its moves."""

from dataclasses import dataclass, field


@dataclass
class ImportedDetails:
    """The names of the people who played White and Black, "" where no file told them; headers by name;
    comments by the number of plies before them."""

    names: tuple[str, str] = ("", "")
    headers: dict[str, str] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)

    def leave(self, plies: int) -> None:
        """The game goes another way after this number of plies: its result and its later comments are
        void."""
        self.headers.pop("Result", None)
        self.comments = {number: text for number, text in self.comments.items() if number <= plies}
