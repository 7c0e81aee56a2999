"""A person's own new file, with a text to start from."""

from pathlib import Path

from games.contract import BadText
from games.text_files import check_name


def write_new(file: Path, text: str, what: str) -> None:
    """Writes a new file, and its folder if that is missing. Its lines end as the system's do, however the
    lines of `text` end. Raises BadText if it cannot be written, or exists already; then it says that `what`
    needs another name."""
    check_name(file)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with open(file, "x", encoding="utf-8") as stream:
            stream.write(text.replace("\r\n", "\n"))  # Windows writes "\r\n" for "\n"
    except FileExistsError:
        raise BadText(f"{file}: exists already; give the {what} another name") from None
    except (OSError, ValueError) as error:
        raise BadText(f"{file}: cannot be written: {getattr(error, 'strerror', None) or error}") from None
