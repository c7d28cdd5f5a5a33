import { LEDGER_NAMES } from '../catalog/dataset-names.js';
import { namedDatasets } from '../catalog/find-dataset.js';
import type { DatasetPlace } from '../catalog/placed-outputs.js';
import { openDuckDb } from '../duckdb/open-duckdb.js';
import { LEDGER_TABLES } from '../ledger/ledger-tables.js';
import type { Column } from '../views/column.js';
import { openDataset } from '../views/open-dataset.js';

/** A name that a statement can read from. */
export interface QueryTable {
  readonly name: string;
  readonly kind: 'dataset' | 'ledger';
  /** Null if the time was over before they were read. */
  readonly columns: readonly Column[] | null;
}

/** Reading the columns of a dataset opens its files, so a thousand datasets would take a while. */
const TIME_LIMIT_MS = 2_000;

/** All tables of a query with their columns: datasets first, then the ledger. */
export async function queryTables(place: DatasetPlace): Promise<QueryTable[]> {
  const end = performance.now() + TIME_LIMIT_MS;
  const { connection, close } = await openDuckDb();
  try {
    const tables: QueryTable[] = [];
    for (const dataset of await namedDatasets(place.database)) {
      // A damaged file must not hide the other names.
      const opened = performance.now() > end ? null : await openDataset(connection, place, dataset).catch(() => null);
      tables.push({ name: dataset.name, kind: 'dataset', columns: opened?.columns ?? null });
    }
    return [...tables, ...LEDGER_NAMES.map(ledgerTable)];
  } finally {
    await close();
  }
}

function ledgerTable(name: (typeof LEDGER_NAMES)[number]): QueryTable {
  const columns = LEDGER_TABLES[name].columns.map((column) => ({
    name: column.name,
    type: column.type === 'ms' || column.type === 'us' ? 'TIMESTAMP' : column.type,
  }));
  return { name, kind: 'ledger', columns };
}
