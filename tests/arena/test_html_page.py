"""Markup of pages: text is escaped unless it is markup already."""

from arena.html_page import Markup, joined, markup, table


def test_text_in_a_template_is_escaped() -> None:
    assert markup("<p title='{}'>{}</p>", "it's", "a < b & c") == "<p title='it&#x27;s'>a &lt; b &amp; c</p>"
    assert markup("<b>{0:.1f} {0:g}</b>", 2.04) == "<b>2.0 2.04</b>"


def test_markup_is_not_escaped_again() -> None:
    inner = markup("<b>{}</b>", "<")
    assert markup("<p>{}{}</p>", inner, "<") == "<p><b>&lt;</b>&lt;</p>"
    assert joined([inner, "&", Markup("<hr>")], ", ") == "<b>&lt;</b>, &amp;, <hr>"


def test_cells_of_a_table_are_escaped() -> None:
    text = table(("<a>",), [["&", Markup("<i>1</i>")], [2]])
    rows = "<tr><td>&amp;</td><td><i>1</i></td></tr><tr><td>2</td></tr>"
    assert text == f"<div class=wide><table><tr><th>&lt;a&gt;</th></tr>{rows}</table></div>"
