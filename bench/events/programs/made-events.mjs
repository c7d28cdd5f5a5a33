import { randomBytes } from 'node:crypto';

/** Chains that grow round about, so that most appends continue one. */
const AGGREGATES = 1_000;

/** An event as the pipeline records it for a file: half a kilobyte of counts, names and hashes. */
export function madeEvent(index) {
  return {
    eventType: 'dataset.written',
    aggregateType: 'file',
    aggregateId: `0198c0de-7a6b-7000-8000-${String(index % AGGREGATES).padStart(12, '0')}`,
    actor: null,
    payload: {
      ...{ job_id: '0198c0de-7a6b-7000-8000-000000000000', source: `/data/inbox/2026/03/sales-${index}.csv` },
      ...{ parser: 'sales', version: '1.4.2', source_hash: HASH, content_hash: HASH },
      outputs: [{ output: 'sales', rows: 1_234, bytes: 56_789, path: `sales/sales/${index}.parquet`, sha256: HASH }],
    },
  };
}

const HASH = randomBytes(32).toString('hex');
