"""Settings: a mistake is one line with file, key and what was expected, and defaults replace it."""

from pathlib import Path

import pytest

from games.registry import game_names, load_game
from study.settings.settings import Settings
from study.settings.settings_store import DEFAULT_FILE, load_settings


def load(tmp_path: Path, text: str) -> tuple[Settings, list[str]]:
    file = tmp_path / "settings.yaml"
    file.write_text(text, encoding="utf-8")
    return load_settings(file)


def test_the_file_that_comes_with_the_program_is_right() -> None:
    settings, problems = load_settings(DEFAULT_FILE)
    assert problems == []
    assert settings == Settings()


def test_the_file_that_comes_with_the_program_lists_everything(tmp_path: Path) -> None:
    """Each default, uncommented, is the value that it states; a missing option fails."""
    lines = DEFAULT_FILE.read_text(encoding="utf-8").split("# Weights of the heuristics")[0].splitlines()
    text = "\n".join(line.replace("# ", "", 1) if line.startswith("  ") else line for line in lines)
    settings, problems = load(tmp_path, text)
    assert problems == []
    assert settings.model_dump(include={"ui", "engine"}) == Settings(ui={"scale": 1.0}).model_dump(
        include={"ui", "engine"}
    )
    for name in game_names():
        options = load_game(name).options()
        assert set(settings.games.get(name, {})) == set(options.model_dump())
        assert settings.options_for(name) == options
    folders = [name for name in Settings.model_fields if name.endswith("_folder")]
    assert all(f"\n# {name}: " in DEFAULT_FILE.read_text(encoding="utf-8") for name in folders)


@pytest.mark.parametrize("game", game_names())
def test_selective_searches_where_it_plays(game: str) -> None:
    plays = game in ("chess", "isolation", "morris")
    assert Settings(engine={"search": "selective"}).search_of(game) == ("selective" if plays else "strong")
    assert Settings().search_of(game) == "strong" and not Settings().is_selective


def test_the_example_of_weights_in_it_is_right(tmp_path: Path) -> None:
    example = DEFAULT_FILE.read_text(encoding="utf-8").split("For example:\n#\n")[1].split("weights:\n", 2)[1]
    text = "weights:\n" + "\n".join(line.removeprefix("# ") for line in example.splitlines())
    settings, problems = load(tmp_path, text)
    assert problems == [] and len(settings.weights["morris"]["weighted"]) == 2


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
        ("engine: {search: minimax}", "engine.search", "'strong' or 'selective'"),
        ("engine: {table_megabytes: 0}", "engine.table_megabytes", "greater than or equal to 1"),
        ("games: {no-such: {}}", "games.no-such", "isolation"),
        ("games: {morris: {repetition: 1}}", "games.morris.repetition", "0, 2 or 3"),
        ("games: {chess: {repetition: 1}}", "games.chess.repetition", "0, 2 or 3"),
        ("games: {morris: {quiet_limit: -1}}", "games.morris.quiet_limit", "greater than or equal to 0"),
        ("games: {tabletactics: {obstacles: [z9]}}", "games.tabletactics.obstacles", "a1 to f6"),
        ("games: {morris: {speed: 1}}", "games.morris.speed", "repetition"),
        ("weights: {no-such: {}}", "weights.no-such", "isolation"),
        ("weights: {morris: {weighty: {mills: 1}}}", "weights.morris.weighty", "weighted"),
        ("weights: {morris: {weighted: {windmills: 1}}}", "weights.morris.weighted", "mills"),
        ("weights: {morris: {weighted: {mills: many}}}", "weights.morris.weighted.mills", "number"),
        ("weights: {morris: {weighted: {mills: .nan}}}", "weights.morris.weighted.mills", "finite"),
        ("weights: {morris: {weighted: {mills: 1e9}}}", "weights.morris.weighted", "-100000 to 100000"),
        ("weights: {1: {}}", "weights.1", "name"),
        ("1: {}", "1", "name"),
        ("data_folder: 3", "data_folder", "path"),
        ("ui: [", "line 1", "YAML"),
        ("\0", "YAML", "unacceptable"),
        ("day: 2020-99-99", "YAML", "month"),
        ("a: " + "[" * 3000, "settings.yaml", "brackets"),
        ("a: &a\n  b: *a", "line 2", "alias *a"),
        ("- 1", "settings.yaml", "sections"),
        ("ui: !!python/name:os.system", "line 1", "tag"),
        ('ui: !!int ""', "line 1", "tag"),
        ("ui: {fps: 0x" + "f" * 9000 + "}", "ui.fps", "a int too long to show"),
        ('"two\\nlines\\e[31m": 1', "two\\nlines\\x1b[31m", "unknown key"),
        ("ui: {theme: " + "x" * 60_000 + "}", "ui.theme", "'dark' or 'light'"),
        ("games: {" + "x" * 900 + ": {}}", "games.xxx", "expected one of isolation"),
        ('data_folder: "a\\0b"', "data_folder", "path"),
        ('data_folder: "\\ud800"', "data_folder", "path"),
        ("# " + "x" * 70_000, "settings.yaml", "at most 65,536 bytes"),
    ],
)
def test_a_mistake_is_one_line(tmp_path: Path, text: str, key: str, expected: str) -> None:
    settings, problems = load(tmp_path, text)
    assert settings == Settings()
    assert len(problems) == 1
    assert "settings.yaml" in problems[0] and key in problems[0] and expected in problems[0]
    assert problems[0].isprintable() and len(problems[0]) <= 500


def test_aliases_of_aliases_are_refused_at_once(tmp_path: Path) -> None:
    """A few hundred bytes that would become 10 to the power of 30 values."""
    levels = [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 30)]
    text = "\n".join(["a0: &a0 [x]", *levels])
    assert load(tmp_path, text)[1] == [
        f"{tmp_path / 'settings.yaml'}: line 2: not YAML: unexpected alias *a0"
    ]


def test_two_mistakes_are_two_lines(tmp_path: Path) -> None:
    assert len(load(tmp_path, "ui: {scale: 9}\nnonsense: 1")[1]) == 2


def test_a_file_asked_for_must_be_there(tmp_path: Path) -> None:
    assert "no such file" in load_settings(tmp_path / "none.yaml")[1][0]
