"""The window. It contains no rules of games and no search."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # standard output is for answers, not for greetings
