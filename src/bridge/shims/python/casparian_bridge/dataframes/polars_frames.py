"""Frames of polars as rows, for types that Arrow cannot hold."""

from ..bridge import FRAME_ROWS


def holds_objects(frame):
    """Whether a column has, at any depth, Python objects: in Arrow, polars gives their addresses in memory."""
    return any('Object' in str(each) for each in frame.dtypes)


def polars_rows(frame):
    """As dicts, a part of the frame at a time."""
    for part in frame.iter_slices(FRAME_ROWS):
        yield from part.to_dicts()
