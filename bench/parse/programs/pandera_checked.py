"""pandas with a pandera schema: the rows that fail are dropped and counted, the others typed and written."""

import json
import sys

import pandas as pd
import pandera.pandas as pa

source, target = sys.argv[1:]
schema = pa.DataFrameSchema(
    {
        'id': pa.Column('int64', nullable=False),
        'date': pa.Column('datetime64[ns]', nullable=False),
        'customer': pa.Column('str', nullable=False),
        'amount': pa.Column('float64', nullable=False),
        'note': pa.Column('str', nullable=True),
    }
)
frame = pd.read_csv(source, dtype={'date': 'str', 'amount': 'str'})
frame['date'] = pd.to_datetime(frame['date'], format='%Y-%m-%d', errors='coerce').astype('datetime64[ns]')
frame['amount'] = pd.to_numeric(frame['amount'], errors='coerce')
bad = pd.Index([])
try:
    schema.validate(frame, lazy=True)
except pa.errors.SchemaErrors as failure:
    bad = pd.Index(failure.failure_cases['index'].unique())
    frame = frame.drop(index=bad)
frame.to_parquet(target)
print(json.dumps({'rows_valid': len(frame), 'rows_quarantined': len(bad)}))
