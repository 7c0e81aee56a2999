"""What a person may change, read from `settings.yaml` and checked.

A mistake never stops the program: each gives one line with file, key and what was expected, and
the defaults stand in for the whole file, so that nothing is half applied.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError, field_validator

from games.contract import BadText, Options
from games.registry import load_game
from heuristics.lens import Lens
from heuristics.registry import load_heuristic, load_lens

DEFAULT_FILE = Path(__file__).resolve().parent.parent / "settings.yaml"


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class UiSettings(_Section):
    """How the window looks. `scale` None takes the display's."""

    scale: Annotated[float, Field(ge=0.75, le=3.0)] | None = None
    theme: Literal["dark", "light"] = "dark"
    animation: bool = True
    fps: int = Field(default=60, ge=15, le=240)


class EngineSettings(_Section):
    """Memory of a search in mebibytes."""

    table_megabytes: int = Field(default=64, ge=1, le=4096)


class Settings(_Section):
    """All settings; `games` holds rule options by game, `weights` by game, heuristic and term."""

    ui: UiSettings = UiSettings()
    engine: EngineSettings = EngineSettings()
    games: dict[str, dict[str, Any]] = {}
    weights: dict[str, dict[str, dict[str, FiniteFloat]]] = {}
    data_folder: Path | None = None

    @field_validator("games")
    @classmethod
    def _rules_known(cls, games: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
        for name, options in games.items():
            try:
                load_game(name).options.model_validate(options)
            except ValidationError as error:
                line = _lines(error, load_game(name).options)[0]
                raise ValueError(f"games.{name}.{line}") from None
            except BadText as error:
                raise ValueError(f"games.{name}: {error}") from None
        return games

    @field_validator("weights")
    @classmethod
    def _weights_known(cls, weights: dict[str, Any]) -> dict[str, Any]:
        for game, heuristics in weights.items():
            try:
                load_game(game)
            except BadText as error:
                raise ValueError(f"weights.{game}: {error}") from None
            for name, changes in heuristics.items():
                try:
                    Lens.of(load_heuristic(game, name), changes)
                except BadText as error:
                    raise ValueError(f"weights.{game}.{name}: {error}") from None
        return weights

    def options_for(self, game: str) -> Options:
        """The rule options of a game."""
        return load_game(game).options.model_validate(self.games.get(game, {}))

    def lens(self, game: str, heuristic: str) -> Lens:
        """A heuristic with its weights as set here; BadText for an unknown one."""
        return load_lens(game, heuristic, self.weights)


def load_settings(path: Path | None = None) -> tuple[Settings, list[str]]:
    """The settings of a file (default: `settings.yaml` beside main.py) and what is wrong with it.

    With any problem the settings are the defaults. A missing default file is no problem; a file
    that was asked for and is missing is one.
    """
    file = path or DEFAULT_FILE
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        if path is None:
            return Settings(), []
        return Settings(), [f"{file}: no such file"]
    except (OSError, UnicodeDecodeError) as error:
        return Settings(), [f"{file}: cannot be read: {error}"]
    try:
        content = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f", line {mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        return Settings(), [f"{file}{place}: not YAML: {problem}"]
    except ValueError as error:  # a date that is none
        return Settings(), [f"{file}: not YAML: {error}"]
    except RecursionError:
        return Settings(), [f"{file}: expected sections of keys, found brackets in brackets without end"]
    if content is None:
        return Settings(), []
    if not isinstance(content, Mapping):
        return Settings(), [f"{file}: expected sections such as 'ui:', found {content!r}"]
    try:
        return Settings.model_validate(_without_empty_sections(content)), []
    except ValidationError as error:
        return Settings(), [f"{file}: {line}" for line in _lines(error)]
    except RecursionError:
        return Settings(), [f"{file}: expected sections of keys, found one that holds itself"]


def _without_empty_sections(content: Mapping[str, Any]) -> dict[str, Any]:
    """A section whose lines are all commented out reads as None; it is meant to be empty."""
    return {
        key: _without_empty_sections(value) if isinstance(value, Mapping) else value
        for key, value in content.items()
        if value is not None or key == "scale"
    }


def _lines(error: ValidationError, model: type[BaseModel] = Settings) -> list[str]:
    """One line a mistake: key, what was expected, what was found."""
    lines: dict[str, str] = {}
    for problem in error.errors():
        key = ".".join(str(part) for part in problem["loc"])
        if problem["type"] == "value_error":
            message = str(problem["ctx"]["error"])
            # The validators of `Settings` look further into their section, and name the key.
            lines[key] = message if model is Settings else f"{key}: {message}"
            continue
        if problem["type"] == "extra_forbidden":
            message = "unknown key" + _known_beside(problem["loc"], model)
        elif problem["type"] in ("model_type", "dict_type"):
            message = f"expected a section of keys, found {problem['input']!r}"
        elif problem["type"] == "invalid_key" or problem["loc"][-1] == "[key]":
            message = (
                f"expected a name as key, found the {type(problem['input']).__name__} {problem['input']!r}"
            )
        elif problem["type"] == "path_type":
            message = f"expected a path, found {problem['input']!r}"
        else:
            expected = problem["msg"].replace("Input should be", "expected").removeprefix("Value error, ")
            message = f"{expected}, found {problem['input']!r}"
        lines.setdefault(key, f"{key}: {message}")
    return list(lines.values())


def _known_beside(location: tuple[int | str, ...], model: Any) -> str:
    for part in location[:-1]:
        field = model.model_fields.get(str(part)) if hasattr(model, "model_fields") else None
        model = field.annotation if field is not None else None
    known = list(model.model_fields) if hasattr(model, "model_fields") else []
    return f", expected one of {', '.join(known)}" if known else ", there are none here"
