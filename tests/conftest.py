"""Settings of the whole suite."""

from hypothesis import settings

from games.compiler import jit_disabled

settings.register_profile(
    "plyglass", deadline=None, derandomize=True, max_examples=6 if jit_disabled() else 25
)
settings.load_profile("plyglass")
