import type { TransactionScope } from '../database/index.js';

/** A job that was changed by hand. */
export interface ChangedJob {
  readonly id: string;
  readonly tenant: string;
  readonly type: string;
}

/** Runs in the transaction of a change by hand, with the jobs it has changed: what it writes is committed with it or not at all. */
export type Alongside = (tx: TransactionScope, jobs: readonly ChangedJob[]) => Promise<void>;
