"""Reads files with the dialect that Python's csv.Sniffer finds. It does not detect encodings, so these are given."""

import csv
import json
import sys

csv.field_size_limit(1 << 30)


def outcome(path, encoding):
    try:
        with open(path, newline='', encoding=encoding) as file:
            text = file.read().lstrip('\ufeff')
        dialect = csv.Sniffer().sniff(text[: 64 * 1024])
        rows = [row for row in csv.reader(text.splitlines(keepends=True), dialect) if row]
        has_header = csv.Sniffer().has_header(text[: 64 * 1024])
    except Exception as error:
        # Whatever it fails with is its answer.
        return {'delimiter': None, 'quote': None, 'columns': None, 'rows': [], 'error': str(error)}
    columns = rows[0] if has_header and rows else None
    return {
        'delimiter': dialect.delimiter,
        'quote': dialect.quotechar,
        'columns': columns,
        'rows': rows[1:] if columns else rows,
    }


PYTHON_NAMES = {'windows-874': 'cp874', 'ibm866': 'cp866', 'macintosh': 'mac_roman'}

json.dump([outcome(path, PYTHON_NAMES.get(encoding, encoding)) for path, encoding in json.load(sys.stdin)], sys.stdout)
