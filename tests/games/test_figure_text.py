from games.figure_text import grouped, listed, percent, percents


def test_shares_have_a_space_and_intervals_one_sign() -> None:
    assert (percent(0.7664), percent(1.0)) == ("76.6 %", "100.0 %")
    assert percents(0.7584, 0.774) == "75.8 to 77.4 %"


def test_thousands_are_set_apart() -> None:
    assert [grouped(count) for count in (999, 18494, 1234567)] == [
        "999",
        "18\u202f494",
        "1\u202f234\u202f567",
    ]


def test_lists_have_a_word_before_the_last_name() -> None:
    assert listed(["a"]) == "a" and listed(["a", "b"], "or") == "a or b"
    assert listed(["a", "b", "c"]) == "a, b and c"
