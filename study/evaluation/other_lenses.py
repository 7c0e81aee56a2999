"""Words for a result that was not found with the shown lens: its heuristic, its changed weights, or its
previous version."""

from collections.abc import Iterable

from heuristics.lens import Lens
from heuristics.presets import differences, in_words
from study.state.study import Study

BEFORE = "in its previous version"


def of_another_lens(used: Lens | None, shown: Lens) -> str:
    """The name of the lens that a search used, with its differences from a shown lens of the same name; "" if
    it is the shown lens, or if there was none."""
    if used is None or used == shown:
        return ""
    if used.heuristic is shown.heuristic:
        return f"{used.name} with other weights"
    return f"{used.name} {BEFORE}" if used.name == shown.name else used.name


def named_with_age(study: Study, used: Lens) -> str:
    """The name of a lens; marked as the previous version if the heuristic's file was loaded again since."""
    return f"{used.name} {BEFORE}" if _is_older(study, used) else used.name


def older_files(study: Study, used: Iterable[Lens]) -> list[str]:
    """For each heuristic whose file was loaded again since, a remark that the result is by its previous
    version."""
    return list(dict.fromkeys(f"by {lens.name} {BEFORE}" for lens in used if _is_older(study, lens)))


def _is_older(study: Study, used: Lens) -> bool:
    return used.name in study.lens_names and study.named(used.name).heuristic is not used.heuristic


def with_changes(lens: Lens) -> str:
    """The heuristic's name, with a mark if weights were changed: "classical, weights changed"."""
    return f"{lens.name}, weights changed" if differences(lens) else lens.name


def changed_weights_in_words(lens: Lens) -> str:
    """The changed weights, in a line; "" for none."""
    changes = differences(lens)
    return f"Changed weights: {in_words(lens.heuristic, changes)}." if changes else ""
