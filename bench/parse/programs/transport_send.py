"""Sends a CSV file as Arrow frames over a Unix socket: the lower bound for every parser."""

import socket
import struct
import sys

import pyarrow as pa
from pyarrow import csv

source, socket_path, amounts = sys.argv[1:]
# Read as numbers, invalid amounts become nulls.
convert = {
    'text': csv.ConvertOptions(column_types={'date': pa.string(), 'amount': pa.string()}),
    'float': csv.ConvertOptions(
        column_types={'date': pa.string(), 'amount': pa.float64()},
        null_values=['unknown', '12.5.0', 'free', '1O.00'],
    ),
}[amounts]
with socket.socket(socket.AF_UNIX) as connection:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1024 * 1024)
    connection.connect(socket_path)
    with csv.open_csv(source, csv.ReadOptions(block_size=8 * 1024 * 1024), convert_options=convert) as reader:
        for batch in reader:
            sink = pa.BufferOutputStream()
            with pa.ipc.new_stream(sink, batch.schema) as stream:
                stream.write_batch(batch)
            frame = sink.getvalue()
            connection.sendall(struct.pack('>I', frame.size))
            connection.sendall(frame)
    connection.sendall(struct.pack('>I', 0))
