"""Settings: a mistake is one line with file, key and what was expected, and defaults stand in."""

from pathlib import Path

import pytest

from arena.settings import DEFAULT_FILE, Settings, load_settings


def load(tmp_path: Path, text: str) -> tuple[Settings, list[str]]:
    file = tmp_path / "settings.yaml"
    file.write_text(text)
    return load_settings(file)


def test_the_file_that_comes_with_the_program_is_right() -> None:
    settings, problems = load_settings(DEFAULT_FILE)
    assert problems == []
    assert settings == Settings()


def test_what_is_set_is_used(tmp_path: Path) -> None:
    text = "ui: {scale: 1.5, theme: light}\ngames: {morris: {repetition: 0}}\n"
    settings, problems = load(tmp_path, text + "weights: {morris: {weighted: {mills: 3}}}\n")
    assert problems == []
    assert (settings.ui.scale, settings.ui.theme) == (1.5, "light")
    assert settings.options_for("morris").model_dump()["repetition"] == 0
    assert settings.weights["morris"]["weighted"] == {"mills": 3.0}


@pytest.mark.parametrize(
    ("text", "key", "expected"),
    [
        ("nonsense: 3", "nonsense", "ui, engine, games"),
        ("ui: {zoom: 1}", "ui.zoom", "scale, theme"),
        ("ui: {scale: big}", "ui.scale", "number"),
        ("ui: {scale: 9}", "ui.scale", "less than or equal to 3"),
        ("ui: {theme: pink}", "ui.theme", "'dark' or 'light'"),
        ("ui: 3", "ui", "section"),
        ("engine: {table_megabytes: 0}", "engine.table_megabytes", "greater than or equal to 1"),
        ("games: {ludo: {}}", "games.ludo", "isolation"),
        ("games: {morris: {repetition: -1}}", "games.morris.repetition", "greater than or equal to 0"),
        ("games: {morris: {speed: 1}}", "games.morris.speed", "repetition"),
        ("weights: {ludo: {}}", "weights.ludo", "isolation"),
        ("weights: {morris: {weighty: {mills: 1}}}", "weights.morris.weighty", "weighted"),
        ("weights: {morris: {weighted: {windmills: 1}}}", "weights.morris.weighted", "mills"),
        ("weights: {morris: {weighted: {mills: many}}}", "weights.morris.weighted.mills", "number"),
        ("weights: {morris: {weighted: {mills: .nan}}}", "weights.morris.weighted.mills", "finite"),
        ("ui: [", "line 1", "YAML"),
        ("- 1", "settings.yaml", "sections"),
    ],
)
def test_a_mistake_is_one_line(tmp_path: Path, text: str, key: str, expected: str) -> None:
    settings, problems = load(tmp_path, text)
    assert settings == Settings()
    assert len(problems) == 1
    assert "settings.yaml" in problems[0] and key in problems[0] and expected in problems[0]
    assert "\n" not in problems[0]


def test_two_mistakes_are_two_lines(tmp_path: Path) -> None:
    assert len(load(tmp_path, "ui: {scale: 9}\nnonsense: 1")[1]) == 2


def test_a_file_asked_for_must_be_there(tmp_path: Path) -> None:
    assert "no such file" in load_settings(tmp_path / "none.yaml")[1][0]
