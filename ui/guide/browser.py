"""Opens a file in the system's web browser."""

import webbrowser
from pathlib import Path

IN_TERMINALS = frozenset(("www-browser", "links", "elinks", "lynx", "w3m"))
"""Browsers that need a terminal. A window has none."""


def open_in_browser(file: Path) -> str:
    """Opens a file in a browser. Returns "", or in a few words why no browser opens it. May take some
    seconds."""
    try:
        browser = webbrowser.get()
        name = Path(getattr(browser, "name", "")).name
        if name in IN_TERMINALS:
            return f"{name} needs a terminal"
        return "" if browser.open(file.absolute().as_uri()) else "none could be started"
    except (webbrowser.Error, OSError) as error:
        return str(error) or "none could be started"
