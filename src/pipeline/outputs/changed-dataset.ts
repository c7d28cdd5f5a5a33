import type { TenantTransaction } from '../../database/index.js';

/** A dataset whose current rows have changed. */
export interface ChangedDataset {
  readonly parser: string;
  readonly output: string;
}

/** Called in the transaction that changes the rows of datasets. */
export type OnDatasetsChanged = (tx: TenantTransaction, changed: readonly ChangedDataset[]) => Promise<void>;
