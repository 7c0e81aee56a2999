"""What a person may change, read from `settings.yaml` and checked.

A mistake never stops the program: each gives one line with file, key and what was expected, and
the defaults stand in for the whole file, so that nothing is half applied.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    FiniteFloat,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from engines import own_players
from games import kept_kernels
from games.contract import BadText, Options
from games.data_folder import default_folder
from games.plain_text import can_be_kept, one_line, shown
from games.registry import load_game
from games.text_files import read_text
from heuristics.lens import Lens
from heuristics.registry import BrokenModule, load_heuristic, load_lens, look_in
from study.yaml_texts import LONGEST_KEY, TOO_DEEP, mistakes, read_yaml

DEFAULT_FILE = Path(__file__).resolve().parent.parent / "settings.yaml"
HEURISTICS, PLAYERS = "heuristics", "players"
"""The folders of a person's own within the data folder, unless the settings name others."""

MOST_BYTES = 1 << 16
"""Of a settings file; PyYAML reads that in a second."""


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class UiSettings(_Section):
    """How the window looks and sounds. `scale` None takes the display's."""

    scale: Annotated[float, Field(ge=0.75, le=3.0)] | None = None
    theme: Literal["dark", "light"] = "dark"
    board_colours: Literal["theme", "wood", "sea"] = "theme"
    animation: bool = True
    sounds: bool = False
    fps: int = Field(default=60, ge=15, le=240)
    editor: str = ""  # the command of the program that files of heuristics are opened in


class EngineSettings(_Section):
    """Memory of a search in mebibytes; whether compiled kernels are kept for later starts."""

    table_megabytes: int = Field(default=64, ge=1, le=4096)
    keep_kernels: bool = True


class Settings(_Section):
    """All settings; `games` holds rule options by game, `weights` by game, heuristic and term."""

    ui: UiSettings = UiSettings()
    engine: EngineSettings = EngineSettings()
    games: dict[str, dict[str, Any]] = {}
    weights: dict[str, dict[str, dict[str, FiniteFloat]]] = {}
    data_folder: Path | None = None
    heuristics_folder: Path | None = None
    players_folder: Path | None = None

    @field_validator("data_folder", "heuristics_folder", "players_folder")
    @classmethod
    def _folder_can_be(cls, folder: Path | None, about: ValidationInfo) -> Path | None:
        if folder is not None and not can_be_kept(str(folder)):
            raise ValueError(f"{about.field_name}: expected a path, found {shown(str(folder))}")
        return folder

    @field_validator("games")
    @classmethod
    def _rules_known(cls, games: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
        for name, options in games.items():
            try:
                load_game(name).options.model_validate(options)
            except ValidationError as error:
                line = mistakes(error, load_game(name).options)[0]
                raise ValueError(f"games.{name}.{line}") from None
            except BadText as error:
                raise ValueError(f"games.{one_line(name, LONGEST_KEY)}: {error}") from None
        return games

    @field_validator("weights")
    @classmethod
    def _weights_known(cls, weights: dict[str, Any]) -> dict[str, Any]:
        for game, heuristics in weights.items():
            try:
                load_game(game)
            except BadText as error:
                raise ValueError(f"weights.{one_line(game, LONGEST_KEY)}: {error}") from None
            for name, changes in heuristics.items():
                try:
                    Lens.of(load_heuristic(game, name), changes)
                except BrokenModule:  # no fault of the settings, and told where that game is asked for
                    continue
                except BadText as error:
                    raise ValueError(f"weights.{game}.{one_line(name, LONGEST_KEY)}: {error}") from None
        return weights

    @property
    def kernel_folder(self) -> Path | None:
        """Where compiled kernels are kept, None for nowhere."""
        return kept_kernels.default_folder() if self.engine.keep_kernels else None

    @property
    def own_heuristics(self) -> Path:
        """The folder of a person's own files of heuristics."""
        return self.heuristics_folder or (self.data_folder or default_folder()) / HEURISTICS

    @property
    def own_players(self) -> Path:
        """The folder of a person's own players."""
        return self.players_folder or (self.data_folder or default_folder()) / PLAYERS

    def options_for(self, game: str, rules: Mapping[str, Any] | None = None) -> Options:
        """The rule options of a game, with those in their place that a file names under `rules`; BadText says
        which of these is wrong."""
        model = load_game(game).options
        try:
            return model.model_validate({**self.games.get(game, {}), **(rules or {})})
        except ValidationError as error:
            raise BadText(f"rules.{mistakes(error, model)[0]}") from None

    def lens(self, game: str, heuristic: str) -> Lens:
        """A heuristic with its weights as set here; BadText for an unknown one."""
        return load_lens(game, heuristic, self.weights)


def load_settings(path: Path | None = None) -> tuple[Settings, list[str]]:
    """The settings of a file (default: `settings.yaml` beside main.py) and what is wrong with it, a
    line each.

    From then on heuristics and players are looked for in the folders that they name, too
    (`heuristics.registry`, `engines.own_players`). With any problem the settings are the defaults. A
    missing default file is no problem; a file that was asked for and is missing is one.
    """
    look_in(Settings().own_heuristics)
    settings, problems = _read_settings(path)
    look_in(settings.own_heuristics)
    own_players.look_in(settings.own_players)
    return settings, problems


def _read_settings(path: Path | None) -> tuple[Settings, list[str]]:
    file = path or DEFAULT_FILE
    if path is None and not file.exists():
        return Settings(), []
    try:
        text = read_text(file, MOST_BYTES)
    except BadText as error:
        return Settings(), [str(error)]
    try:
        return _settings_of(text), []
    except BadText as error:
        problems = [str(error)]
    except ValidationError as error:
        problems = mistakes(error, Settings)
    return Settings(), [one_line(f"{file}: {problem}") for problem in problems]


def _settings_of(text: str) -> Settings:
    """The settings that a text writes; BadText or ValidationError says what is wrong with it."""
    content = read_yaml(text)
    if content is None:
        return Settings()
    if not isinstance(content, Mapping):
        raise BadText(f"expected sections such as 'ui:', found {shown(content)}")
    content = _without_empty_sections(content)
    folders = {key: content[key] for key in ("data_folder", "heuristics_folder") if key in content}
    try:
        look_in(Settings.model_validate(folders).own_heuristics)  # the weights may be those of its heuristics
        return Settings.model_validate(content)
    except RecursionError:
        raise BadText(TOO_DEEP) from None


def _without_empty_sections(content: Mapping[str, Any]) -> dict[str, Any]:
    """A section whose lines are all commented out reads as None; it is meant to be empty."""
    return {
        key: _without_empty_sections(value) if isinstance(value, Mapping) else value
        for key, value in content.items()
        if value is not None or key == "scale"
    }
