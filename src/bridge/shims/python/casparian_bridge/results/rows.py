"""Rows, collected into frames of NDJSON."""

from ..bridge import FRAME_BYTES, FRAME_ROWS
from ..json_lines import EXACT_INTEGER_LIMIT, line_of, to_json
from ..names import column_name, distinct
from ..text import is_encodable, readable

PLAIN_TYPES = frozenset((str, float, bool, type(None)))


class RowGatherer:
    """Converts dicts to lines of JSON at once, because a parser may yield the same dict repeatedly."""

    def __init__(self, bridge, output, warn):
        self.bridge = bridge
        self.output = None if output is None else readable(output)
        self.warn = warn
        self.known_keys = None
        self.jsonable = None
        self.start_frame()
        self.has_sent = False

    def start_frame(self):
        self.columns = {}
        self.lines = []
        self.size_bytes = 0
        if self.known_keys is not None:
            self.columns = dict.fromkeys(self.known_keys)

    def name_columns(self, names):
        """Columns that exist even without rows."""
        self.columns.update(dict.fromkeys(names))

    def add(self, row):
        keys = tuple(row)
        if keys != self.known_keys:
            row = self.learn_keys(row, keys)
        line = self.encode(row)
        if self.size_bytes + len(line) > FRAME_BYTES or len(self.lines) >= FRAME_ROWS:
            self.send_frame()
            self.name_columns(row)
        self.lines.append(line)
        self.size_bytes += len(line)

    def learn_keys(self, row, keys):
        self.known_keys = None
        if all(type(key) is str for key in keys) and is_encodable(''.join(keys)):
            self.known_keys = keys
        else:
            names = distinct([column_name(key) for key in keys], self.warn)
            row = dict(zip(names, row.values()))
        self.name_columns(row)
        return row

    def encode(self, row):
        for value in row.values():
            kind = type(value)
            if kind is int:
                if -EXACT_INTEGER_LIMIT <= value <= EXACT_INTEGER_LIMIT:
                    continue
            elif kind in PLAIN_TYPES:
                continue
            break
        else:
            try:
                return to_json(row).encode('utf-8') + b'\n'
            except ValueError:
                # NaN, an infinity or a surrogate (UnicodeEncodeError is a ValueError).
                pass
        return self.encode_exactly(row)

    def encode_exactly(self, row):
        exact = {key: self.exact(key, value) for key, value in row.items()}
        return to_json(exact).encode('utf-8') + b'\n'

    def exact(self, key, value):
        if self.jsonable is None:
            # Imported once: the statement alone takes as long as a value.
            from ..values.jsonable import jsonable

            self.jsonable = jsonable
        return self.jsonable(value, True, lambda odd: self.warn(key, f'{type(odd).__name__} values are sent as text'))

    def send_frame(self):
        header = {} if self.output is None else {'output': self.output}
        if self.columns or self.lines:
            header['columns'] = list(self.columns)
        self.bridge.send_data(b''.join((line_of({'$casparian': header}), *self.lines)))
        self.has_sent = True
        self.start_frame()

    def flush(self):
        # An empty result needs no frame, unless it is the only evidence that an output exists.
        if self.lines or (not self.has_sent and (self.columns or self.output is not None)):
            self.send_frame()
