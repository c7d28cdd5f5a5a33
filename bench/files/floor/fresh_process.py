"""Reads one file in a new process that imports pandas: shows what a fork of a warm Python saves."""

import socket
import sys

import pandas as pd
import pyarrow as pa

socket_path, path = sys.argv[1:]
frame = pd.read_csv(path, dtype={'date': 'str', 'amount': 'str'})
table = pa.Table.from_pandas(frame, preserve_index=False, nthreads=1)
sink = pa.BufferOutputStream()
with pa.ipc.new_stream(sink, table.schema) as stream:
    stream.write_table(table)
with socket.socket(socket.AF_UNIX) as connection:
    connection.connect(socket_path)
    connection.sendall(sink.getvalue())
