"""The columns of a pandas frame, with unique names."""

import pandas

from ..bridge import FRAME_ROWS
from ..names import column_name, distinct


def frame_columns(frame, warn):
    """Names and series of all columns. The frame itself is not changed.

    An index becomes columns if it is informative: if it is named, has several levels, or contains anything but
    integers. An unnamed index of integers is a result of filtering, sorting and concatenating; as a column it would
    be unexpected and break the contract.
    """
    if isinstance(frame, pandas.Series):
        frame = frame.to_frame('value' if frame.name is None else frame.name)
    series = [each for _, each in frame.items()]
    names = [column_name(label) for label in frame.columns]
    index_names, index_series = index_columns(frame, names, series)
    return list(zip(distinct(index_names + names, warn), index_series + series))


def index_columns(frame, names, series):
    index = frame.index
    if index.nlevels == 1:
        is_plain = index.name is None and (len(index) == 0 or pandas.api.types.is_integer_dtype(index.dtype))
        levels = [] if is_plain else [('index' if index.name is None else index.name, index)]
    else:
        levels = [
            (f'level_{number}' if name is None else name, index.get_level_values(number))
            for number, name in enumerate(index.names)
        ]
    named = [(column_name(name), level) for name, level in levels]
    kept = [
        (name, level)
        for name, level in named
        if not any(name == other and level.equals(pandas.Index(each)) for other, each in zip(names, series))
    ]
    return [name for name, _ in kept], [level.to_series(index=pandas.RangeIndex(len(level))) for _, level in kept]


def frame_rows(columns, row_count):
    """The rows as dicts, if pyarrow is missing. A frame may have rows without any column."""
    names = [name for name, _ in columns]
    for start in range(0, row_count, FRAME_ROWS):
        parts = [python_values(series.iloc[start : start + FRAME_ROWS]) for _, series in columns]
        for values in zip(*parts) if parts else ((),) * min(FRAME_ROWS, row_count - start):
            yield dict(zip(names, values))


def python_values(series):
    missing = series.isna().tolist()
    return [None if is_missing else value for value, is_missing in zip(series.astype(object).tolist(), missing)]
