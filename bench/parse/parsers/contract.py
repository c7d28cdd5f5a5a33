"""The contract of the measured parsers, and how they read the file. Not a parser itself."""

import pyarrow as pa
from pyarrow import csv

OUTPUTS = {
    'id': 'int!',
    'date': 'date',
    'customer': 'string!',
    'amount': 'decimal(18,2)',
    'note': 'string',
}

# The file has bad dates and amounts, so both are read as text, as in a careful parser.
AS_TEXT = csv.ConvertOptions(column_types={'date': pa.string(), 'amount': pa.string()})
BLOCKS = csv.ReadOptions(block_size=8 * 1024 * 1024)
