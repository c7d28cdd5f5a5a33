import type { LedgerName } from '../catalog/dataset-names.js';

/** `ms` and `us`: the unit of a time in the database; queries see a TIMESTAMP in UTC. */
export type LedgerType = 'VARCHAR' | 'BIGINT' | 'JSON' | 'ms' | 'us';

export interface LedgerColumn {
  readonly name: string;
  readonly type: LedgerType;
  /** The column it is read from, if that has another name. */
  readonly from?: string;
}

export interface LedgerTable {
  readonly from: string;
  readonly columns: readonly LedgerColumn[];
}

const texts = (...names: string[]): LedgerColumn[] => names.map((name) => ({ name, type: 'VARCHAR' }));
const integers = (...names: string[]): LedgerColumn[] => names.map((name) => ({ name, type: 'BIGINT' }));
const times = (...names: string[]): LedgerColumn[] => names.map((name) => ({ name, type: 'ms' }));
const documents = (...names: string[]): LedgerColumn[] => names.map((name) => ({ name, type: 'JSON' }));

/** The columns of jobs, files and bad rows for queries. Users' queries depend on these names: add, never change. */
export const LEDGER_TABLES: Readonly<Record<LedgerName, LedgerTable>> = {
  jobs: {
    from: 'cf_jobs',
    columns: [
      ...texts('id', 'tenant', 'queue', 'type', 'status'),
      ...integers('priority', 'attempts', 'max_attempts', 'crashes'),
      ...documents('payload', 'progress', 'result', 'errors'),
      ...texts('idempotency_key', 'spec_hash', 'parent_job_id'),
      ...times('created_at', 'run_at', 'started_at', 'finished_at'),
    ],
  },
  files: {
    from: 'cf_files',
    columns: [
      ...texts('id', 'path', 'hash'),
      ...integers('size_bytes'),
      ...documents('tags'),
      { name: 'modified_at', type: 'us', from: 'modified_us' },
      ...times('discovered_at', 'scanned_at', 'missing_at'),
    ],
  },
  quarantine: {
    from: 'cf_quarantine',
    columns: [
      ...texts('id', 'job_id', 'file_id', 'parser', 'output', 'source'),
      ...integers('row_number'),
      ...texts('column_name', 'error_type', 'error_message'),
      ...documents('errors'),
      { name: 'raw', type: 'JSON', from: 'raw_data' },
      ...texts('status', 'resolved_by', 'reason'),
      ...times('created_at', 'resolved_at'),
    ],
  },
};
