import type { DuckDBResult, DuckDBType, DuckDBValue } from '@duckdb/node-api';

/** The rows of a statement, batch by batch: at most one batch is in memory. */
export interface RowStream {
  readonly names: readonly string[];
  readonly types: readonly DuckDBType[];
  readonly batches: AsyncIterable<RowBatch>;
}

export interface RowBatch {
  readonly rowCount: number;
  /** By column, then by row. */
  readonly columns: readonly (readonly DuckDBValue[])[];
}

/** At most `limit` rows. */
export function rowsOf(result: DuckDBResult, limit = Infinity): RowStream {
  return { names: result.columnNames(), types: result.columnTypes(), batches: batchesOf(result, limit) };
}

async function* batchesOf(result: DuckDBResult, limit: number): AsyncGenerator<RowBatch> {
  let left = limit;
  while (left > 0) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return;
    const rowCount = Math.min(chunk.rowCount, left);
    const columns = chunk.getColumns();
    left -= rowCount;
    yield { rowCount, columns: rowCount === chunk.rowCount ? columns : columns.map((one) => one.slice(0, rowCount)) };
  }
}

/** A duplicate name would lose a value in an object, and a column in a table: `a`, `a_1`. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let candidate = name;
    for (let number = 1; taken.has(candidate.toLowerCase()); number++) candidate = `${name}_${number}`;
    taken.add(candidate.toLowerCase());
    return candidate;
  });
}

/** The columns with the names that they have in objects. */
export function columnsOf({ names, types }: RowStream): { readonly name: string; readonly type: string }[] {
  return distinctNames(names).map((name, at) => ({ name, type: String(types[at]) }));
}
