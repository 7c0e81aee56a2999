"""The settings that a person may change, with their defaults and limits. `study.settings.settings_store`
reads and saves them."""

from collections.abc import Mapping
from contextlib import suppress
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

from engines.selective_memory import GAMES as SELECTIVE_GAMES
from games.compiling import kept_kernels
from games.contract import BadText, Options
from games.data_folder import default_folder
from games.registry import load_game
from games.safe_text import can_be_kept, one_line, shown
from games.text_files import mistakes_in
from heuristics.lens import Lens
from heuristics.registry import BrokenModule, load_heuristic, load_lens
from study.text.yaml_text import LONGEST_KEY, mistakes

HEURISTICS, PLAYERS = "heuristics", "players"
"""The folders of a person's own heuristics and players in the data folder, unless the settings name
others."""

PACES = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)
"""The choices for the least seconds that a move lasts if two programs play each other."""

THEMES = "dark", "light"
STRONG, SELECTIVE = "strong", "selective"
"""The kinds of players whose search may do analyses and hints."""

UNITS, RAW = "units", "raw"
"""How values are shown: in the heuristic's unit, or as the author's numbers."""


class _SettingsSection(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class UiSettings(_SettingsSection):
    """How the window looks and sounds. With `scale` None, the display's scale is used."""

    scale: Annotated[float, Field(ge=0.75, le=3.0)] | None = Field(
        default=None, description="How large everything is drawn."
    )
    theme: Literal["dark", "light"] = Field(default="dark", description="The colours of the window.")
    board_colours: Literal["theme", "wood", "sea"] = Field(
        default="theme", description="The colours of the boards."
    )
    animation: bool = Field(
        default=True, description="Pieces slide, and a program waits a moment before it answers."
    )
    chess_marks: bool = Field(
        default=False,
        description="In chess, every piece that can move is marked, not only the one under the pointer.",
    )
    sounds: bool = Field(
        default=False, description="A short sound for a move, a capture and the end of a game."
    )
    pace: float = Field(
        default=0.5, description="When two programs play: the least seconds between two moves."
    )
    values: Literal["units", "raw"] = Field(
        default="units", description="Values in the heuristic's unit, such as pawns, or the author's numbers."
    )
    fps: int = Field(default=60, ge=15, le=240, description="Frames a second.")
    editor: str = Field(default="", description="The command that opens your files, such as code.")

    @field_validator("pace")
    @classmethod
    def _pace_known(cls, pace: float) -> float:
        if pace not in PACES:
            expected = ", ".join(f"{each:g}" for each in PACES)
            raise ValueError(f"expected one of {expected}, found {pace:g}")
        return pace


class EngineSettings(_SettingsSection):
    """Which search analyses, how much of the computer it may use, and whether kernels (the compiled code of
    searches) are compiled ahead and kept."""

    search: Literal["strong", "selective"] = Field(
        default="strong",
        description="For analyses, hints, chess level 8. Selective is stronger; its values vary more.",
    )
    threads: int = Field(
        default=1,
        ge=1,
        le=64,
        description="Threads of an analysis and a hint. More search deeper, but results may vary.",
    )
    table_megabytes: int = Field(
        default=64, ge=1, le=4096, description="Memory of a search's transposition table, in mebibytes."
    )
    keep_kernels: bool = Field(default=True, description="Compiled searches are kept for later starts.")
    compile_ahead: bool = Field(
        default=True,
        description="What you may ask for next is compiled in the background, while a processor is free.",
    )


class Settings(_SettingsSection):
    """All settings; `games` holds rule options by game, `weights` by game, heuristic and term."""

    ui: UiSettings = UiSettings()
    engine: EngineSettings = EngineSettings()
    games: dict[str, dict[str, Any]] = {}
    weights: dict[str, dict[str, dict[str, FiniteFloat]]] = {}
    data_folder: Path | None = Field(default=None, description="Where games and results are saved.")
    heuristics_folder: Path | None = Field(default=None, description="Where your heuristics are.")
    players_folder: Path | None = Field(default=None, description="Where your players are.")

    syzygy_folder: Path | None = Field(
        default=None, description="The folder of the Syzygy tables of chess that you have downloaded."
    )

    @field_validator("data_folder", "heuristics_folder", "players_folder", "syzygy_folder")
    @classmethod
    def _folder_can_be(cls, folder: Path | None, about: ValidationInfo) -> Path | None:
        if folder is not None and not can_be_kept(str(folder)):
            raise ValueError(f"{about.field_name}: expected a path, found {shown(str(folder))}")
        return folder

    @field_validator("games")
    @classmethod
    def _rules_known(cls, games: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
        for name, options in games.items():
            with mistakes_in(f"games.{one_line(name, LONGEST_KEY)}"):
                model = load_game(name).options
            try:
                model.model_validate(options)
            except ValidationError as error:
                raise ValueError(f"games.{name}.{mistakes(error, model)[0]}") from None
        return games

    @field_validator("weights")
    @classmethod
    def _weights_known(cls, weights: dict[str, Any]) -> dict[str, Any]:
        for game, heuristics in weights.items():
            with mistakes_in(f"weights.{one_line(game, LONGEST_KEY)}"):
                load_game(game)
            for name, changes in heuristics.items():
                # A broken module is no mistake in the settings. It is reported when that game is opened.
                with mistakes_in(f"weights.{game}.{one_line(name, LONGEST_KEY)}"), suppress(BrokenModule):
                    Lens.of(load_heuristic(game, name), changes)
        return weights

    def search_of(self, game: str) -> str:
        """The kind of search for an analysis or a hint in a game: the chosen one, if it plays the game."""
        return SELECTIVE if self.is_selective and game in SELECTIVE_GAMES else STRONG

    @property
    def is_selective(self) -> bool:
        """Whether the person has chosen the search `selective`, for analyses, hints and level 8 of chess."""
        return self.engine.search == SELECTIVE

    @property
    def kernel_folder(self) -> Path | None:
        """The folder of compiled kernels; None if they are not kept."""
        return kept_kernels.default_folder() if self.engine.keep_kernels else None

    @property
    def saved_games(self) -> Path:
        """The data folder, in which saved games and results are."""
        return self.data_folder or default_folder()

    @property
    def own_heuristics(self) -> Path:
        """The folder of a person's own heuristics."""
        return self.heuristics_folder or self.saved_games / HEURISTICS

    @property
    def own_players(self) -> Path:
        """The folder of a person's own players."""
        return self.players_folder or self.saved_games / PLAYERS

    def options_for(self, game: str, rules: Mapping[str, Any] | None = None) -> Options:
        """The rule options of a game; options that a file names under `rules` take precedence. On failure
        raises a BadText that says which of these is wrong."""
        model = load_game(game).options
        try:
            return model.model_validate({**self.games.get(game, {}), **(rules or {})})
        except ValidationError as error:
            raise BadText(f"rules.{mistakes(error, model)[0]}") from None

    def rules_of(self, game: str, options: Options) -> dict[str, Any]:
        """The `rules` that give these options: the options that differ from the settings."""
        usual = self.options_for(game).model_dump(mode="json")
        rules = options.model_dump(mode="json")
        return {name: value for name, value in rules.items() if value != usual[name]}

    def lens(self, game: str, heuristic: str) -> Lens:
        """A heuristic with the weights of the settings. Raises BadText for an unknown one."""
        return load_lens(game, heuristic, self.weights)
