"""What pyarrow would lose or change silently in a column: the reasons to send text instead."""

from datetime import datetime

import pandas
import pyarrow
from pyarrow import types

STRUCT_SAMPLE_ROWS = 1_000
STRUCT_FIELD_LIMIT = 200


def kinds_of(series):
    """The classes of the objects in a column, without missing values; empty for typed columns."""
    if series.dtype != object:
        return set()
    # Most object columns contain text, and pandas detects that 20 times faster than checking each value.
    if pandas.api.types.infer_dtype(series) == 'string':
        return {str}
    kinds = set(map(type, series.to_numpy().tolist()))
    return {kind for kind in kinds if kind.__name__ not in ('NoneType', 'NAType', 'NaTType')}


def reason_to_avoid_pyarrow(kinds):
    """pyarrow 26 crashes on numpy times among numpy numbers, and truncates the fraction of a long double."""
    unsafe = {'datetime64', 'timedelta64', 'longdouble', 'clongdouble', 'void'}
    is_unsafe = len(kinds) > 1 and any(kind.__module__ == 'numpy' and kind.__name__ in unsafe for kind in kinds)
    return reason_of_mix(kinds) if is_unsafe else None


def reason_of_mix(kinds):
    return f'the values mix {", ".join(sorted(kind.__name__ for kind in kinds))}'


def reason_for_json(series):
    """Dicts with few common keys would become a struct with a field, in every row, for each key of any row."""
    if series.dtype != object or not isinstance(next(iter(series), None), dict):
        return None
    keys = {key for value in series.iloc[:STRUCT_SAMPLE_ROWS] if isinstance(value, dict) for key in value}
    return f'its dicts have {len(keys)} different keys' if len(keys) > STRUCT_FIELD_LIMIT else None


def reason_for_text(series, arrow_type, kinds):
    """Why this conversion lost or changed something, although pyarrow did not report it; None if it did not."""
    if isinstance(arrow_type, pyarrow.BaseExtensionType):
        return f'Arrow has no type of its own for {series.dtype if series.dtype != object else arrow_type}'
    if types.is_duration(arrow_type):
        return 'a duration has no column type'
    if types.is_date(arrow_type) or types.is_time(arrow_type) or types.is_timestamp(arrow_type):
        is_changed = mixes_times(series, kinds - {float})
    elif types.is_binary(arrow_type):
        is_changed = any(issubclass(kind, str) for kind in kinds)
    elif types.is_floating(arrow_type):
        is_changed = any(kind.__name__ in ('bool', 'bool_') for kind in kinds)
    else:
        is_changed = False
    return reason_of_mix(kinds) if is_changed else None


def mixes_times(series, kinds):
    """pyarrow truncates a datetime among dates to its date, reads a number as a time, and drops zones."""
    if not kinds:
        return False
    if len({issubclass(kind, datetime) for kind in kinds}) > 1 or any(issubclass(kind, (int, str)) for kind in kinds):
        return True
    is_zoned = {value.tzinfo is not None for value in series.dropna() if hasattr(value, 'tzinfo')}
    return len(is_zoned) > 1 or (True in is_zoned and not any(issubclass(kind, datetime) for kind in kinds))
