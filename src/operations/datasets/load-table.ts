import { datasetNamed, namedDatasets } from '../../datasets/index.js';
import type { LoadReport } from '../../datasets/sql.js';
import type { PipelineHome } from '../../pipeline/index.js';
import { type TenantDatabase } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, hint } from '../../platform/index.js';

export interface LoadTableRequest {
  /** Name, or parser.output. */
  readonly dataset: string;
  readonly home: PipelineHome;
  /** Undefined if neither the caller nor the settings name one. */
  readonly url: string | undefined;
  /** Undefined: the name of the dataset. */
  readonly table: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onRows?: ((rows: number) => void) | undefined;
}

/** Makes a table of PostgreSQL hold the current rows of a dataset. */
export async function loadTable(database: TenantDatabase, request: LoadTableRequest): Promise<LoadReport> {
  const { dataset: name, url, table, ...options } = request;
  if (url === undefined) throw destinationMissing();
  const dataset = datasetNamed(await namedDatasets(database), name);
  // Imported here: DuckDB takes a tenth of a second to load.
  const { loadDataset } = await import('../../datasets/sql.js');
  const into = table ?? `"${dataset.output}"`;
  const report = await loadDataset({ ...options, database, url, table: into }, dataset);
  const { rowsInserted, rowsDeleted } = report;
  if (rowsInserted + rowsDeleted > 0) {
    await database.transaction((tx) =>
      recordEvent(tx, {
        ...{ eventType: 'dataset.loaded', aggregateType: 'dataset', aggregateId: dataset.output },
        payload: { table: into, rows_inserted: rowsInserted, rows_deleted: rowsDeleted },
      }),
    );
  }
  return report;
}

function destinationMissing(): CasparianError {
  return new CasparianError('OPTION_INVALID', 'No database to load into is given', {
    next: [
      hint(
        'Name it with {}, or set load_to (CASPARIAN_LOAD_TO), which keeps the password out of the list of processes',
        {
          options: { to: 'URL' },
        },
      ),
    ],
  });
}
