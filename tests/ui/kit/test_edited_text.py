"""A line of text being edited."""

from hypothesis import given
from hypothesis import strategies as st

from ui.kit.edited_text import KEPT_STEPS, EditedText


def line(text: str, cursor: int | None = None) -> EditedText:
    made = EditedText()
    made.show(text)
    if cursor is not None:
        made.move(cursor)
    return made


def test_what_is_typed_replaces_what_is_selected() -> None:
    written = line("white to move")
    written.select(0, 5)
    written.insert("b")
    assert (written.text, written.cursor) == ("b to move", 1)
    written.insert("lack")
    assert written.text == "black to move"


def test_words_are_stepped_over_and_selected() -> None:
    written = line("alphabeta:weighted, depth=4", 0)
    written.move(written.word_after())
    assert written.cursor == len("alphabeta")
    written.move(written.word_after(), selects=True)
    assert written.selected == ":weighted"
    written.move(len(written.text))
    assert written.text[written.word_before() :] == "4"
    written.select_word(3)
    assert written.selected == "alphabeta"


def test_a_step_without_shift_leaves_the_selection_at_its_end() -> None:
    written = line("abcdef")
    written.select(1, 4)
    written.step(written.cursor + 1)
    assert written.selection == (4, 4)
    written.select(1, 4)
    written.step(written.cursor - 1)
    assert written.selection == (1, 1)


def test_letters_are_undone_together_and_words_apart() -> None:
    written = line("")
    for letter in "two words":
        written.insert(letter)
    assert written.undo() and written.text == "two"
    assert written.undo() and written.text == ""
    assert not written.undo()
    assert written.redo() and written.redo() and written.text == "two words"
    written.delete(written.word_before())
    assert written.text == "two "
    assert not written.redo() and written.undo() and written.text == "two words"


def test_undo_goes_back_kept_steps_and_no_further() -> None:
    written = EditedText()
    for _ in range(KEPT_STEPS + 5):
        written.insert("two")
    assert sum(iter(written.undo, False)) == KEPT_STEPS


@given(
    st.lists(
        st.tuples(st.sampled_from("idmws"), st.integers(0, 12), st.text("ab c", max_size=3)), max_size=20
    )
)
def test_undo_leads_back_to_where_it_began(steps: list[tuple[str, int, str]]) -> None:
    written = line("a line")
    for what, at, text in steps:
        if what == "i" and text:
            written.insert(text)
        elif what == "d":
            written.delete(at)
        elif what == "w":
            written.select_word(at)
        else:
            written.move(at, what == "s")
        assert 0 <= written.cursor <= len(written.text)
    end = written.text
    while written.undo():
        pass
    assert written.text == "a line"
    while written.redo():
        pass
    assert written.text == end
