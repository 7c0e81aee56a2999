"""When a position comes back."""

from datetime import date, timedelta

from study.practice.leitner import DAYS, Place

TODAY = date(2026, 11, 25)


def test_right_answers_come_back_later_a_wrong_one_tomorrow() -> None:
    place, waits = Place(0, TODAY), []
    for _ in range(6):
        place = place.after(True, place.due)
        waits.append(DAYS[place.box])
    assert waits == [3, 7, 16, 35, 35, 35]
    assert place.after(False, TODAY) == Place(0, TODAY + timedelta(days=1))
    assert Place(0, TODAY).after(True, TODAY).due == date(2026, 11, 28)
