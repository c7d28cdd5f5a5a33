"""Record batches, collected into frames of a good size."""

import pyarrow

from ..bridge import FRAME_BYTES, FRAME_ROWS
from ..names import distinct
from ..text import readable
from .carried_types import holds_text_only, sendable_type
from .conversion import to_type

SMALL_BATCH_ROWS = 16_384
SMALL_BATCH_BYTES = 1024 * 1024
DICTIONARY_LIMIT_BYTES = 256 * 1024


class BatchGatherer:
    """Sends record batches in frames of a good size: large ones in slices, small ones together."""

    def __init__(self, writer, output, warn):
        self.writer = writer
        self.metadata = None if output is None else {'casparian.output': readable(output)}
        self.warn = warn
        self.given = None
        self.small = []
        self.small_rows = 0
        self.small_bytes = 0

    def put(self, schema, batches, is_shared=False):
        self.use_schema(schema)
        is_empty = True
        for batch in batches:
            for start in range(0, batch.num_rows, FRAME_ROWS):
                self.put_slice(self.sendable(batch.slice(start, FRAME_ROWS)), is_shared)
                is_empty = False
        if is_empty:
            self.flush()
            self.send(None)

    def use_schema(self, schema):
        if self.given is not None and self.given.equals(schema):
            return
        self.flush()
        self.given = schema
        types = [sendable_type(each) for each in schema.types]
        names = distinct([readable(name) for name in schema.names], self.warn)
        self.schema = pyarrow.schema(list(zip(names, types)), metadata=self.metadata)
        self.is_sendable = schema.types == types and schema.names == names
        self.dictionaries = [index for index, each in enumerate(types) if pyarrow.types.is_dictionary(each)]
        for name, given in zip(names, schema.types):
            if holds_text_only(given):
                self.warn(name, f'sent as text: the bridge has no type for {given}')

    def sendable(self, batch):
        if self.is_sendable:
            return batch
        columns = [to_type(column, each) for column, each in zip(batch.columns, self.schema.types)]
        return pyarrow.RecordBatch.from_arrays(columns, schema=self.schema)

    def put_slice(self, batch, is_shared):
        size_bytes = batch.nbytes
        if is_shared or batch.num_rows >= SMALL_BATCH_ROWS or size_bytes >= SMALL_BATCH_BYTES:
            self.flush()
            self.send_in_parts(batch)
            return
        self.small.append(batch)
        self.small_rows += batch.num_rows
        self.small_bytes += size_bytes
        if self.small_rows >= FRAME_ROWS or self.small_bytes >= FRAME_BYTES:
            self.flush()

    def flush(self):
        batches, self.small, self.small_rows, self.small_bytes = self.small, [], 0, 0
        if len(batches) > 1:
            batches = pyarrow.Table.from_batches(batches).combine_chunks().to_batches()
        for batch in batches:
            for start in range(0, batch.num_rows, FRAME_ROWS):
                self.send_in_parts(batch.slice(start, FRAME_ROWS))

    def send_in_parts(self, batch):
        """Halves a batch until the parts have a good size, or halving does not help (a shared dictionary)."""
        size_bytes = batch.nbytes
        half = batch.num_rows // 2
        if size_bytes <= FRAME_BYTES or half == 0 or batch.slice(0, half).nbytes > 0.9 * size_bytes:
            self.send(batch)
            return
        self.send_in_parts(batch.slice(0, half))
        self.send_in_parts(batch.slice(half))

    def send(self, batch):
        schema = self.schema
        if batch is not None and self.dictionaries:
            schema, batch = self.without_large_dictionaries(batch)
        self.writer.send(schema, batch)

    def without_large_dictionaries(self, batch):
        """Each frame is a separate stream and would repeat the whole dictionary; the plain values are smaller."""
        schema, columns = self.schema, batch.columns
        for index in self.dictionaries:
            if columns[index].dictionary.nbytes > DICTIONARY_LIMIT_BYTES:
                field = schema.field(index)
                schema = schema.set(index, field.with_type(field.type.value_type))
                columns[index] = columns[index].dictionary_decode()
        return schema, pyarrow.RecordBatch.from_arrays(columns, schema=schema)
