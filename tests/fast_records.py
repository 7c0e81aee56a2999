"""Makes NumPy find the fields of records in half the time.

Uncompiled rules, terms and searches read fields of records. A third of the suite's time went into
`numpy.record`'s way to find one: a Python function that first fails to find an attribute.
"""

from typing import Any

import numpy as np

usual_get = np.record.__getattribute__
usual_set = np.record.__setattr__
_get, _set = np.void.__getitem__, np.void.__setitem__


def _field(record: np.record, name: str) -> Any:
    """Finds a field whose name is not that of an attribute."""
    try:
        found = _get(record, name)
    except (IndexError, KeyError, ValueError):
        raise AttributeError(f"'record' object has no attribute {name!r}") from None
    return found.view((type(record), found.dtype)) if type(found) is np.void else found


def _set_field(record: np.record, name: str, value: object) -> None:
    try:
        _set(record, name, value)
    except (IndexError, KeyError, ValueError):
        usual_set(record, name, value)


def find_fields_fast() -> None:
    """Applies to this process, from now on."""
    if "__getattribute__" in vars(np.record):  # as in all known versions of NumPy
        del np.record.__getattribute__
        np.record.__getattr__ = _field
        np.record.__setattr__ = _set_field
