import type { Engine } from '../../engine/index.js';
import type { ParsePayload } from '../jobs/parse-job.js';
import { PARSE_JOB } from '../pipeline-jobs.js';
import type { PlannedJob, WantedParse } from './wanted-parses.js';
import type { TenantTransaction } from '../../database/index.js';

const JOBS_PER_STATEMENT = 1_000;

/** Enqueues one job per file, in the same order. */
export async function enqueueParses(
  engine: Engine,
  tx: TenantTransaction,
  parses: readonly WantedParse[],
): Promise<PlannedJob[]> {
  const jobs: PlannedJob[] = [];
  for (let start = 0; start < parses.length; start += JOBS_PER_STATEMENT) {
    const batch = parses.slice(start, start + JOBS_PER_STATEMENT);
    const options = { tenant: tx.tenant, transaction: tx.scope };
    const receipts = await engine.enqueueMany(PARSE_JOB, batch.map(payloadOf), options);
    receipts.forEach(({ id }, index) => {
      const { version, source_hash } = payloadOf(batch[index] as WantedParse);
      jobs.push({ job_id: id, version, source_hash });
    });
  }
  return jobs;
}

function payloadOf({ file, parser }: WantedParse): ParsePayload {
  return {
    parser: parser.name,
    version: parser.version,
    source_hash: parser.sourceHash,
    file_id: file.id,
    path: file.path,
    content_hash: file.hash,
    ...(parser.dataset === undefined ? {} : { dataset: parser.dataset }),
  };
}
