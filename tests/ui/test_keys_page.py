"""docs/guide/keys.md is what the program has."""

from ui.keys_page import PAGE, keys_page


def test_the_page_is_as_the_code_has_it():
    assert PAGE.read_text(encoding="utf-8") == keys_page(), "run python -m ui.keys_page"
