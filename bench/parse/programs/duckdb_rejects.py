"""CSV to Parquet with DuckDB: typed columns; rows that do not fit go to its table of rejects."""

import json
import sys

import duckdb

source, target = sys.argv[1:]
connection = duckdb.connect()
connection.execute(
    f"""
    copy (
      select * from read_csv(
        '{source}', header = true, store_rejects = true, rejects_limit = 0, dateformat = '%Y-%m-%d', columns = {{
          'id': 'BIGINT', 'date': 'DATE', 'customer': 'VARCHAR', 'amount': 'DECIMAL(18,2)', 'note': 'VARCHAR'
        }}
      )
    ) to '{target}' (format parquet)
    """
)
valid = connection.execute(f"select count(*) from '{target}'").fetchone()[0]
bad = connection.execute('select count(distinct line) from reject_errors').fetchone()[0]
print(json.dumps({'rows_valid': valid, 'rows_quarantined': bad}))
