"""Splits the results of parse(), and passes each part to the collector of its kind."""

from ..bridge import FRAME_ROWS
from ..libraries import importable, loaded
from ..recognition import is_arrow_like, is_mapping, is_pair, is_stream
from .rows import RowGatherer

# Enough for a list of lists of tables, and a limit for lists that contain themselves.
DEPTH_LIMIT = 3


class Delivery:
    """Sends the results of parse(), in order within each output. Small parts are collected into larger frames."""

    def __init__(self, bridge, parser):
        self.bridge = bridge
        self.parser = parser
        self.rows = {}
        self.batches = {}
        self.writer = None
        self.warned = set()
        self.generator = None

    def deliver_result(self, result):
        # A plain dict could be one row, one table of columns or a set of outputs. It is refused, not guessed.
        if isinstance(result, dict):
            raise self.refusal(result, 'for a single row return [row]; for several outputs yield (name, batch) pairs')
        self.deliver(result, None, 0)
        for output in [*self.rows, *self.batches]:
            self.flush(output)

    def deliver(self, value, output, depth):
        """Sends one result, or splits it."""
        if isinstance(value, dict):
            self.rows_of(output).add(value)
        elif is_pair(value) and output is None:
            name, batch = value
            if batch is None:
                raise self.refusal(batch, f'for the output {name!r}')
            self.deliver(batch, name, depth)
        elif isinstance(value, (list, tuple)) and depth < DEPTH_LIMIT:
            if output is not None and len(value) == 0:
                self.rows_of(output)
            self.deliver_each(value, output, depth)
        elif self.deliver_table(value, output):
            pass
        elif is_mapping(value):
            self.rows_of(output).add(dict(value))
        elif is_stream(value) and depth < DEPTH_LIMIT:
            self.generator = value if hasattr(value, 'gi_frame') else self.generator
            self.deliver_each(value, output, depth)
        else:
            raise self.refusal(value)

    def deliver_each(self, values, output, depth):
        for value in values:
            if type(value) is dict and output in self.rows:
                self.rows[output].add(value)
            else:
                self.deliver(value, output, depth + 1)

    def deliver_table(self, value, output):
        """Returns whether the value was a table of a library."""
        pandas = loaded('pandas')
        if pandas is not None and isinstance(value, (pandas.DataFrame, pandas.Series)):
            self.deliver_frame(value, output)
            return True
        polars = loaded('polars')
        if polars is not None and isinstance(value, polars.DataFrame):
            self.deliver_polars(value, output)
            return True
        if not is_arrow_like(value) or importable('pyarrow') is None:
            return False
        return self.deliver_arrow(value, output)

    def deliver_polars(self, frame, output):
        from ..dataframes.polars_frames import holds_objects, polars_rows

        can_use_arrow = importable('pyarrow') is not None and not holds_objects(frame)
        if can_use_arrow and self.deliver_arrow(frame, output):
            return
        # Without pyarrow, or with a type that it does not know, such as an integer of 128 bits.
        gatherer = self.rows_of(output)
        gatherer.name_columns(frame.columns)
        for row in polars_rows(frame):
            gatherer.add(row)

    def deliver_arrow(self, value, output):
        from ..arrow.sources import open_arrow

        try:
            schema, batches = open_arrow(value)
        except (TypeError, ValueError, NotImplementedError):
            # An Arrow array or scalar: data, but not a table.
            return False
        self.batches_of(output).put(schema, batches)
        return True

    def deliver_frame(self, frame, output):
        from ..dataframes.columns import frame_columns, frame_rows

        columns = frame_columns(frame, self.warner(output))
        if importable('pyarrow') is None or not columns:
            gatherer = self.rows_of(output)
            gatherer.name_columns(name for name, _ in columns)
            for row in frame_rows(columns, len(frame)):
                gatherer.add(row)
            return
        from ..dataframes.to_arrow import table_of

        table = table_of(columns, self.warner(output))
        # Sent before parse() continues: a column may share its memory with the frame, which the parser may change.
        self.batches_of(output).put(table.schema, table.to_batches(FRAME_ROWS), is_shared=True)

    def rows_of(self, output):
        if output not in self.rows:
            self.flush(output)
            self.rows[output] = RowGatherer(self.bridge, output, self.warner(output))
        return self.rows[output]

    def batches_of(self, output):
        if output not in self.batches:
            from ..arrow.batches import BatchGatherer
            from ..arrow.streams import StreamWriter

            self.flush(output)
            self.writer = self.writer or StreamWriter(self.bridge)
            self.batches[output] = BatchGatherer(self.writer, output, self.warner(output))
        return self.batches[output]

    def flush(self, output):
        for gatherer in (self.rows.pop(output, None), self.batches.pop(output, None)):
            if gatherer is not None:
                gatherer.flush()

    def warner(self, output):
        """A warning names its column once, however many rows and batches it concerns."""

        def warn(column, reason):
            if (output, column) in self.warned:
                return
            self.warned.add((output, column))
            where = f'column {column!r}' if output is None else f'output {output!r}, column {column!r}'
            self.bridge.send_log('warning', f'{where}: {reason}')

        return warn

    def refusal(self, value, hint=None):
        from .refusal import refusal_of

        return refusal_of(value, self.parser.path, self.place(), self.generator is not None, hint)

    def place(self):
        frame = getattr(self.generator, 'gi_frame', None)
        if frame is not None:
            return frame.f_code.co_filename, frame.f_lineno
        return self.parser.place()
