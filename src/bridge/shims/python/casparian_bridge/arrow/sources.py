"""Opens any object that supports Arrow."""

import pyarrow

from ..bridge import FRAME_ROWS


def open_arrow(value):
    """The schema and the batches of any object that supports Arrow."""
    if isinstance(value, pyarrow.RecordBatchReader):
        return value.schema, value
    if is_dataset(value):
        return value.schema, value.to_batches()
    if isinstance(value, pyarrow.RecordBatch):
        return value.schema, [value]
    if not isinstance(value, pyarrow.Table):
        if hasattr(value, '__arrow_c_stream__') and hasattr(pyarrow.RecordBatchReader, 'from_stream'):
            return open_arrow(pyarrow.RecordBatchReader.from_stream(value))
        value = value.to_arrow() if hasattr(value, 'to_arrow') else pyarrow.table(value)
    return value.schema, value.to_batches(FRAME_ROWS)


def is_dataset(value):
    return type(value).__module__ == 'pyarrow._dataset' and hasattr(value, 'to_batches')
