"""Reads Delta tables with delta-rs and Polars, as a user of them would.

Each line of stdin is a request, each line of stdout a response.
"""

import json
import sys

import polars
import pyarrow as pa
from deltalake import DeltaTable, write_deltalake


def read(request):
    version = request.get('version')
    table = DeltaTable(request['table'], version=version, storage_options=request.get('options'))
    rows = table.to_pyarrow_table().select(request['columns']).to_pylist()
    frame = polars.scan_delta(request['table'], version=version, storage_options=request.get('options'))
    again = frame.select(request['columns']).collect().to_dicts()
    return {
        'version': table.version(),
        'rows': ordered(rows),
        'polars': ordered(again),
        'types': {
            field.name: str(field.type.type if hasattr(field.type, 'type') else field.type)
            for field in table.schema().fields
        },
        'files': len(table.file_uris()),
    }


def ordered(rows):
    return sorted(
        ([str(value) if value is not None else None for value in row.values()] for row in rows), key=json.dumps
    )


def append(request):
    table = DeltaTable(request['table'])
    schema = pa.schema(table.schema().to_arrow())
    rows = [{name: request['row'].get(name) for name in schema.names}]
    write_deltalake(request['table'], pa.Table.from_pylist(rows, schema=schema), mode='append')
    return {'version': DeltaTable(request['table']).version()}


def optimize(request):
    table = DeltaTable(request['table'])
    table.optimize.compact()
    return {'version': table.version()}


def checkpoint(request):
    DeltaTable(request['table']).create_checkpoint()
    return {}


ACTIONS = {'read': read, 'append': append, 'optimize': optimize, 'checkpoint': checkpoint}

for line in sys.stdin:
    request = json.loads(line)
    try:
        response = ACTIONS[request['action']](request)
    except Exception as error:  # The test shows it.
        response = {'error': f'{type(error).__name__}: {error}'}
    print(json.dumps(response), flush=True)
