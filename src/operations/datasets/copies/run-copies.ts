import { queryBuilder, tenantDatabase, type TenantDatabase } from '../../../database/index.js';
import { createWorker, type Engine, type EngineSchema, type JobDefinition, runNow } from '../../../engine/index.js';
import type { Logger } from '../../../platform/index.js';
import { attemptOutcome } from '../../jobs/attempt-outcome.js';
import { whenDrained } from '../../jobs/drain.js';
import type { LocalWorkerOptions } from '../../jobs/own-worker.js';
import { lastErrorOf } from '../../jobs/parse-endings.js';
import { COPY_JOBS } from './copy-jobs.js';

export interface RunCopiesRequest {
  readonly tenant: string;
  /** The handlers of the jobs. */
  readonly jobs: readonly JobDefinition[];
  readonly worker: LocalWorkerOptions;
  readonly stopGraceMs: number;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  readonly onBegin: (copies: number) => void;
}

/** A copy that could not be brought up to date, or not yet. */
export interface FailedCopy {
  readonly jobId: string;
  readonly type: string;
  readonly dataset: string;
  readonly code: string;
  readonly message: string;
  readonly isRetried: boolean;
}

export interface CopiesReport {
  readonly completed: number;
  readonly failures: readonly FailedCopy[];
}

const TYPES = COPY_JOBS.map(({ type }) => type);

/**
 * Brings the copies up to date that wait for further changes of their datasets, and returns when none is left. A process that ends here
 * cannot wait for the delay.
 */
export async function runCopies(engine: Engine, request: RunCopiesRequest): Promise<CopiesReport> {
  const { tenant, jobs, logger, signal } = request;
  const waiting = await hastenCopies(tenantDatabase(engine.database, tenant));
  if (waiting === 0 || signal.aborted) return { completed: 0, failures: [] };
  request.onBegin(waiting);
  let completed = 0;
  const failures = new Map<string, FailedCopy>();
  const worker = createWorker(engine, {
    ...{ ...request.worker, jobs, tenants: [tenant], logger },
    observer: {
      ended: (job, ending, facts) => {
        const outcome = attemptOutcome(ending, facts);
        failures.delete(job.id);
        if (ending.status === 'completed') completed += 1;
        else if (outcome === 'retry' || outcome === 'finished') {
          const { code = 'INTERNAL', message = 'No reason was recorded' } = lastErrorOf(ending) ?? {};
          const { output } = JSON.parse(job.payload) as { output: string };
          const isRetried = outcome === 'retry';
          failures.set(job.id, { jobId: job.id, type: job.type, dataset: output, code, message, isRetried });
        }
      },
    },
  });
  await worker.start();
  try {
    await whenDrained(engine.database, { owner: worker.id, types: TYPES, tenants: [tenant] }, { logger, over: signal });
  } finally {
    await worker.stop({ graceMs: request.stopGraceMs });
  }
  return { completed, failures: [...failures.values()] };
}

/** Makes copies due that have not been tried yet. Those that failed keep their pause. Returns how many are due. */
async function hastenCopies(database: TenantDatabase): Promise<number> {
  return database.transaction(async (tx) => {
    const pending = await queryBuilder<EngineSchema>(tx)
      .selectFrom('cf_jobs')
      .select('id')
      .where('tenant', '=', tx.tenant)
      .where('type', 'in', TYPES)
      .where('status', '=', 'pending')
      .where('attempts', '=', 0)
      .execute();
    await runNow(
      tx.scope,
      pending.map(({ id }) => id),
    );
    return pending.length;
  });
}
