"""The contract of the measured parsers, and the way they read the file. Not a parser itself."""

import pyarrow as pa
from pyarrow import csv

OUTPUTS = {
    'id': 'int!',
    'date': 'date',
    'customer': 'string!',
    'amount': 'decimal(18,2)',
    'note': 'string',
}

# Bad dates and amounts are in the file, so both are read as text, as a careful author of a parser would.
AS_TEXT = csv.ConvertOptions(column_types={'date': pa.string(), 'amount': pa.string()})
BLOCKS = csv.ReadOptions(block_size=8 * 1024 * 1024)
