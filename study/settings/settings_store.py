"""Reads and saves the settings. Each comes from a layer: the defaults, `settings.yaml` beside main.py, the
person's own settings, which the window changes, or changes that could not be saved.

A mistake in a file never stops the program. Each gives a line, and no setting of that file is used.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from engines.subprocesses import user_players
from games.contract import BadText
from games.data_folder import config_folder
from games.registry import ENTRIES, load_game
from games.safe_text import one_line, shown
from games.text_files import read_text, write_file
from games.truth import syzygy
from heuristics.registry import look_in
from study.settings.settings import Settings
from study.text.yaml_edit import with_value, without_value
from study.text.yaml_text import TOO_DEEP, mistakes, read_yaml

DEFAULT_FILE = Path(__file__).resolve().parent.parent.parent / "settings.yaml"
OWN_FILE = "settings.yaml"
"""The name of the person's own settings, in their config folder."""

MOST_BYTES = 1 << 16
"""The most bytes of a settings file; PyYAML reads that in a second."""

DEFAULT, YOURS, THIS_WINDOW = "default", "your settings", "this window"
"""Names of sources. Any other source is a file, and has its name."""

UNTIL_CLOSED = "The change lasts until this window closes."

Edit = Callable[[str, Sequence[str]], str | None]
"""A function that edits the value at the end of a path of keys in a text of YAML; None if it cannot."""

HEAD = "# Your settings, as the settings page of Plyglass keeps them. You may edit this file.\n"


@dataclass
class Layer:
    """The settings of one source, by sections. `file` is None if they come from no file."""

    source: str
    file: Path | None
    content: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Setting:
    """A setting in force: its name, such as "ui.theme", and the `file` that it comes from, if any."""

    name: str
    value: Any
    source: str
    file: Path | None
    description: str


class SettingsStore:
    """`settings` are those in force. `problems` say what is wrong with the files, a line each.

    Later layers take precedence over earlier ones. A setting that a person changes is in the last layer. It
    is saved in the file `own`; if that is None or broken, it lasts only while the program runs.
    """

    def __init__(self, layers: Sequence[Layer], own: Path | None, problems: Sequence[str] = ()) -> None:
        self.own = own
        self._layers, self.problems = list(layers), list(problems)
        self._own_is_broken = False
        if own is not None and own.exists():
            try:
                self._layers.append(Layer(YOURS, own, _content_of(own)))
            except BadText as error:
                self.problems.append(str(error))
                self._own_is_broken = True
        self._combine()

    @staticmethod
    def load(path: Path | None = None) -> "SettingsStore":
        """The defaults, `settings.yaml` beside main.py and the person's own settings; or the defaults and the
        file `path`, which takes the place of both.

        Also sets the folders that the settings name: of own heuristics (`heuristics.registry`), of own
        players (`engines.subprocesses.user_players`) and of Syzygy tables. A missing default file is no
        problem; a missing file `path` is one.
        """
        look_in(Settings().own_heuristics)  # the settings may name weights of heuristics in this folder
        file, own = (DEFAULT_FILE, config_folder() / OWN_FILE) if path is None else (path, None)
        layers, problems = [], []
        if path is not None or file.exists():
            try:
                layers.append(Layer(file.name, file, _content_of(file)))
            except BadText as error:
                problems.append(str(error))
        store = SettingsStore(layers, own, problems)
        look_in(store.settings.own_heuristics)
        user_players.look_in(store.settings.own_players)
        problem = syzygy.look_in(store.settings.syzygy_folder)
        if problem:
            layer = store._layer_of(["syzygy_folder"])
            store.problems.append(one_line(f"{layer.file}: {problem}" if layer is not None else problem))
        return store

    @staticmethod
    def of(settings: Settings, own: Path | None = None) -> "SettingsStore":
        """A store whose lowest layer is `settings`, which come from no file."""
        given = settings.model_dump(mode="json", exclude_defaults=True)
        return SettingsStore((Layer(DEFAULT_FILE.name, None, given),), own)

    def _combine(self) -> None:
        """Combines the layers. A layer with an invalid setting is left out, and `problems` gets a line for
        each mistake."""
        with suppress(BadText, ValidationError):
            self.settings = _validated(_merged(self._layers))
            return
        good: list[Layer] = []
        for layer in self._layers:
            try:
                _validated(_merged([*good, layer]))
            except BadText as error:
                self.problems.append(one_line(f"{layer.file}: {error}"))
            except ValidationError as error:
                self.problems += [one_line(f"{layer.file}: {line}") for line in mistakes(error, Settings)]
            else:
                good.append(layer)
                continue
            self._own_is_broken |= layer.source == YOURS
        self._layers, self.settings = good, _validated(_merged(good))

    # The source of a setting

    def source(self, name: str) -> str:
        """`DEFAULT`, `YOURS`, `THIS_WINDOW`, or the name of a file."""
        layer = self._layer_of(name.split("."))
        return DEFAULT if layer is None else layer.source

    def _layer_of(self, parts: Sequence[str]) -> Layer | None:
        return next((layer for layer in reversed(self._layers) if _has(layer.content, parts)), None)

    @property
    def all(self) -> Iterator[Setting]:
        """Every setting, the rules of each game, and the weights that are set."""
        settings = self.settings
        for section in ("ui", "engine"):
            model = getattr(settings, section)
            for key, about in type(model).model_fields.items():
                yield self._setting((section, key), getattr(model, key), about.description or "")
        folders = {
            "data_folder": settings.saved_games,
            "heuristics_folder": settings.own_heuristics,
            "players_folder": settings.own_players,
            "syzygy_folder": settings.syzygy_folder or "",
        }
        for key, folder in folders.items():
            yield self._setting((key,), str(folder), Settings.model_fields[key].description or "")
        for entry in ENTRIES:
            options = load_game(entry.name).options
            for key, value in settings.options_for(entry.name).model_dump(mode="json").items():
                about = options.model_fields[key].description or ""
                yield self._setting(("games", entry.name, key), value, about)
        for game, heuristics in settings.weights.items():
            for heuristic, terms in heuristics.items():
                for term, weight in terms.items():
                    yield self._setting(("weights", game, heuristic, term), weight, "")

    def _setting(self, parts: Sequence[str], value: Any, description: str) -> Setting:
        layer = self._layer_of(parts)
        source, file = (DEFAULT, None) if layer is None else (layer.source, layer.file)
        return Setting(".".join(parts), value, source, file, description)

    # A person's own settings

    @property
    def lasts(self) -> bool:
        """Whether a changed setting is saved for later starts."""
        return self.own is not None and not self._own_is_broken

    def set(self, name: str, value: Any) -> None:
        """Sets a setting, such as "ui.theme", and saves it. Raises BadText for an impossible value. It also
        raises BadText if the setting cannot be saved, but uses it nevertheless."""
        self._change(name, value, sets=True)

    def clear(self, name: str) -> None:
        """Removes the person's own setting. Raises BadText as `set` does."""
        self._change(name, None, sets=False)

    def _change(self, name: str, value: Any, sets: bool) -> None:
        """Sets or removes (not `sets`) a setting in the last layer, and saves that layer."""
        file, changed, broken = self.own if self.lasts else None, None, ""
        if file is not None and file.exists():
            try:
                changed = _content_of(file)  # another window or an editor may have changed it
            except BadText as error:  # the person must repair the file, so it is not overwritten
                file, broken, self._own_is_broken = None, str(error), True
        source = YOURS if file is not None else THIS_WINDOW
        below = [layer for layer in self._layers if layer.source != source]
        content = changed
        if content is None:
            content = deepcopy(next((layer.content for layer in self._layers if layer.source == source), {}))
        *sections, key = name.split(".")
        section = content
        for each in sections:
            section = section.setdefault(each, {})
            if not isinstance(section, dict):  # an editor has put something else there
                raise BadText(f"{file or source}: {each}: expected settings, found {section!r}")
        if sets:
            section[key] = value
        else:
            section.pop(key, None)
        layers = [*below, Layer(source, file, content)]
        try:
            self.settings = _validated(_merged(layers))
        except ValidationError as error:
            raise BadText(mistakes(error, Settings)[0]) from None
        self._layers = layers
        if broken:
            raise BadText(f"{broken} {UNTIL_CLOSED}")
        if file is not None:
            self._keep(file, content, partial(with_value, value=value) if sets else without_value, name)

    @staticmethod
    def _keep(file: Path, content: Mapping[str, Any], edit: Edit, name: str) -> None:
        """Writes the content. An existing file is edited in one place, if that is possible, so that the
        person's comments stay."""
        text = _text_of(content)
        if file.exists():
            edited = edit(read_text(file, MOST_BYTES), name.split("."))
            if edited is not None and _same(edited, content):
                text = edited
        try:
            write_file(file, text, makes_folder=True)
        except BadText as error:
            raise BadText(f"{error}. {UNTIL_CLOSED}") from None


def load_settings(path: Path | None = None) -> tuple[Settings, list[str]]:
    """The settings in force and what is wrong with their files; see `SettingsStore.load`."""
    store = SettingsStore.load(path)
    return store.settings, store.problems


def _text_of(content: Mapping[str, Any]) -> str:
    """The text of a new file of settings."""
    kept = {key: value for key, value in content.items() if value != {}}
    return HEAD + (yaml.safe_dump(kept, sort_keys=False, allow_unicode=True) if kept else "")


def _same(text: str, content: Mapping[str, Any]) -> bool:
    """Whether a text has exactly these settings."""
    found = read_yaml(text)
    return isinstance(found, Mapping | None) and _filled(found or {}) == _filled(content)


def _filled(content: Mapping[str, Any]) -> dict[str, Any]:
    """The content without sections in which nothing is set."""
    filled = {
        key: _filled(value) if isinstance(value, Mapping) else value
        for key, value in _without_empty_sections(content).items()
    }
    return {key: value for key, value in filled.items() if value != {}}


def _content_of(file: Path) -> dict[str, Any]:
    """The content of a file by sections. On failure raises a BadText that says what is wrong with it."""
    text = read_text(file, MOST_BYTES)
    try:
        content = read_yaml(text)
        if content is None:
            return {}
        if not isinstance(content, Mapping):
            raise BadText(f"expected sections such as 'ui:', found {shown(content)}")
        return _without_empty_sections(content)
    except BadText as error:
        raise BadText(one_line(f"{file}: {error}")) from None


def _without_empty_sections(content: Mapping[str, Any]) -> dict[str, Any]:
    """The content without sections that are None because all their lines are commented out. `scale` may be
    None: it then means the display's scale."""
    return {
        key: _without_empty_sections(value) if isinstance(value, Mapping) else value
        for key, value in content.items()
        if value is not None or key == "scale"
    }


def _merged(layers: Sequence[Layer]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for layer in layers:
        _put(found, layer.content)
    return found


def _put(below: dict[str, Any], above: Mapping[str, Any]) -> None:
    """Copies all settings of `above` into `below`, section by section."""
    for key, value in above.items():
        if isinstance(value, Mapping) and isinstance(below.get(key), dict):
            _put(below[key], value)
        else:
            below[key] = deepcopy(value)


def _has(content: Mapping[str, Any], parts: Sequence[str]) -> bool:
    value: Any = content
    for part in parts:
        if not isinstance(value, Mapping) or part not in value:
            return False
        value = value[part]
    return True


def _validated(content: Mapping[str, Any]) -> Settings:
    """The settings. On failure raises a BadText or ValidationError that says what is wrong with them."""
    folders = {key: content[key] for key in ("data_folder", "heuristics_folder") if key in content}
    try:
        if folders:  # the weights may belong to heuristics in these folders
            look_in(Settings.model_validate(folders).own_heuristics)
        return Settings.model_validate(content)
    except RecursionError:
        raise BadText(TOO_DEEP) from None
