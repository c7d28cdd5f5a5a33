import type { MigrationLine } from '../../database/index.js';
import type { MovedTable } from '../../engine/index.js';

export interface BulkSchema {
  cf_bulk: BulkTable;
}

/** A bulk operation: what was asked, and how far it is. The job with the same id makes the changes. */
export interface BulkTable {
  tenant: string;
  job_id: string;
  /** A `BulkRequest` as JSON. */
  request: string;
  /** The number of matches that the user saw. */
  expected: number;
  actor: string | null;
  asked_at: number;
  /** Where the next batch begins; null before the first one. */
  last_id: string | null;
  changed: number;
  skipped: number;
  /** When the last batch was committed. */
  ended_at: number | null;
}

/** Forward only; never edit a released step. */
export const BULK_MIGRATIONS: MigrationLine = {
  module: 'bulk',
  steps: [
    { number: 1, name: 'bulk operations', sql: { sqlite: tables('TEXT'), postgres: tables('TEXT COLLATE "C"') } },
  ],
};

export const BULK_TABLES: readonly MovedTable[] = [
  {
    name: 'cf_bulk',
    key: ['tenant', 'job_id'],
    columns: [
      ...['tenant', 'job_id', 'request', 'expected', 'actor', 'asked_at'],
      ...['last_id', 'changed', 'skipped', 'ended_at'],
    ],
  },
];

function tables(text: string): string {
  return `
CREATE TABLE cf_bulk (
  tenant ${text} NOT NULL,
  job_id ${text} NOT NULL,
  request ${text} NOT NULL,
  expected BIGINT NOT NULL,
  actor ${text},
  asked_at BIGINT NOT NULL,
  last_id ${text},
  changed BIGINT NOT NULL DEFAULT 0,
  skipped BIGINT NOT NULL DEFAULT 0,
  ended_at BIGINT,
  PRIMARY KEY (tenant, job_id)
);
`;
}
