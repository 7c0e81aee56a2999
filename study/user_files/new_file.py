"""A new file of a person's own, with a text to start from."""

from pathlib import Path

from games.contract import BadText


def write_new(file: Path, text: str, what: str) -> None:
    """Writes a file that is not there yet, and its folder where that is missing; BadText where it cannot
    be written, or is there: then `what` it is for needs another name."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with open(file, "x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        raise BadText(f"{file}: exists already; give the {what} another name") from None
    except (OSError, ValueError) as error:
        raise BadText(f"{file}: cannot be written: {getattr(error, 'strerror', None) or error}") from None
