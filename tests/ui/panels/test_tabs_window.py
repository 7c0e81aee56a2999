"""The tabs of the pages beside the board, as they are drawn."""

import pytest
from driving import Driver


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("page", ["Timeline", "Tree"])
def test_one_tab_is_underlined_beside_a_page_open_elsewhere(tmp_path, theme, page):
    driver = Driver(tmp_path, theme=theme)
    try:
        play = driver.play("isolation", "human", "human")
        dock = play.dock
        dock.show(next(panel for panel in dock.panels if panel.title == page), play.session.study)
        driver.frame(3)
        tabs = [zone for zone in driver.app.event_router.sheet.zones if str(zone.key).startswith("('tab'")]
        surface, accent = driver.app.event_router.sheet.surface, driver.app.theme.accent
        underlined = [
            zone for zone in tabs if surface.get_at((zone.rect.x + 4, zone.rect.bottom - 2)) == accent
        ]
        assert len(tabs) == 6 and [zone.tip.partition(" (")[0] for zone in underlined] == [dock.upper.tip]
        (open_too,) = (zone for zone in tabs if zone.tip.endswith("It is open: a click closes it."))
        driver.click(open_too.rect.center)
        driver.frame(3)
        assert dock.foot is None and dock.stage is None
    finally:
        driver.close()
