import { type TenantDatabase, tenantTransaction, type TenantTransaction } from '../../database/index.js';
import { createWorker, type Engine, isFinished, type JobRecord } from '../../engine/index.js';
import type { PassportRuntime } from '../../passport/index.js';
import { CasparianError, type ErrorCode, isErrorCode, type Logger } from '../../platform/index.js';
import { type LocalWorkerOptions, type OwnWorker, startOwnWorker } from '../jobs/own-worker.js';
import { waitForJobs } from '../wait/wait-for-jobs.js';

/** What an operation on passports needs: the rows of a tenant, and a worker if no other one runs. */
export interface PassportScope {
  readonly engine: Engine;
  readonly tenant: string;
  readonly database: TenantDatabase;
  readonly worker: LocalWorkerOptions;
  /** Opens what passport jobs need. Called only when no other worker serves them. */
  readonly openRuntime: () => Promise<PassportRuntime>;
  readonly logger: Logger;
  /** Ends the wait. Jobs stay in the queue. */
  readonly signal: AbortSignal;
}

/** Writes rows and waits for jobs. */
export interface PassportSession {
  /** A transaction that wakes the workers of this process. */
  readonly write: <T>(work: (tx: TenantTransaction) => Promise<T>) => Promise<T>;
  /** Waits for the end of a job, wherever it runs. Fails as the job has failed. */
  readonly finished: (jobId: string) => Promise<JobRecord>;
}

/** One worker serves all jobs of the session. It starts when a job is not served by another worker. */
export async function withPassportSession<T>(
  scope: PassportScope,
  work: (session: PassportSession) => Promise<T>,
): Promise<T> {
  const { engine, tenant, database, signal } = scope;
  let own: Promise<OwnWorker> | undefined;
  let onEnd = (): void => undefined;
  const session: PassportSession = {
    write: (writing) => engine.transaction((tx) => writing(tenantTransaction(tx, tenant, database.actor))),
    finished: async (jobId) => {
      const [job] = await waitForJobs(engine, [jobId], {
        signal,
        checkServiceEveryMs: 2 * scope.worker.pollEveryMs,
        startWorker: async (_, notice) => {
          onEnd = notice;
          await (own ??= startWorker(scope, () => onEnd()));
          return { stop: () => Promise.resolve() };
        },
      });
      return succeeded(job as JobRecord);
    },
  };
  try {
    return await work(session);
  } finally {
    await (await own)?.stop();
  }
}

async function startWorker(
  { engine, tenant, worker, openRuntime, logger }: PassportScope,
  onEnd: () => void,
): Promise<OwnWorker> {
  // Imported here: a process that only waits does not need it.
  const { passportJobs } = await import('../../passport/index.js');
  const runtime = await openRuntime();
  const jobs = passportJobs(runtime);
  const own = createWorker(engine, { ...worker, jobs, tenants: [tenant], logger, observer: { ended: onEnd } });
  return startOwnWorker(own, { close: () => Promise.resolve(runtime.close()) });
}

function succeeded(job: JobRecord): JobRecord {
  const { id, type, status, errors } = job;
  if (status === 'completed' || status === 'completed_with_warnings') return job;
  if (!isFinished(status)) {
    throw new CasparianError('INTERRUPTED', `Interrupted while ${type} was ${status}`, {
      why: 'Nothing is lost: what was done is stored.',
      next: ['Run the same command again to continue.'],
    });
  }
  const last = errors.at(-1);
  const code: ErrorCode = last !== undefined && isErrorCode(last.code) ? last.code : 'JOB_STATE_CONFLICT';
  throw new CasparianError(code, last?.message ?? `The job ${id} (${type}) is ${status}`, {
    why: last?.why,
    next: last?.next ?? [],
  });
}
