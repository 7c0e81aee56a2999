"""A row of a table with an exhibit: a position in which a person can see what a sentence says."""

from collections.abc import Hashable
from functools import partial

from study.on_board.exhibits import Exhibit, ExhibitFeature
from study.state.study import Study
from ui.kit.table import Cells, DataRow


def exhibit_row(
    study: Study, feature: ExhibitFeature, exhibit: Exhibit, key: Hashable, cells: Cells, tip: str
) -> DataRow:
    """A row that opens the position of an exhibit, if it has one, and highlights its squares while it is
    pointed at."""
    return DataRow(
        key,
        cells,
        tip,
        partial(feature.look_at, study, exhibit) if exhibit.position else None,
        partial(feature.light, study, exhibit),
        partial(feature.light, study, None),
        chosen=feature.visited == exhibit,
    )
