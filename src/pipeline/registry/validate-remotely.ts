import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Engine,
  isFinished,
  isServed,
  JOB_DEFAULTS,
  type JobLogLine,
  jobLogs,
  type JobRecord,
} from '../../engine/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import type { PackedBundle } from '../bundle/pack-bundle.js';
import { VALIDATE_JOB } from '../pipeline-jobs.js';
import type { ParserDescription } from './describe/description.js';
import type { OnStep } from './registration-step.js';

export interface RemoteOptions {
  readonly tenant: string;
  readonly signal: AbortSignal;
  readonly onStep: OnStep;
  /** How long to wait for a worker. */
  readonly workerWithinMs?: number;
}

const WORKER_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 200;
/** A worker writes log lines in batches, so the last ones may arrive after the end of the job. */
const LAST_LINES_MS = 500;

/** Sends a bundle to a running worker, which builds its environment and loads it there. Throws if that fails. */
export async function validateRemotely(
  engine: Engine,
  bundle: PackedBundle,
  { name }: ParserDescription,
  { tenant, signal, onStep, workerWithinMs }: RemoteOptions,
): Promise<void> {
  await requireWorker(engine, { tenant, signal, ...(workerWithinMs === undefined ? {} : { workerWithinMs }) });
  const payload = {
    parser: name,
    archive: bundle.archive.toString('base64'),
    source_hash: bundle.sourceHash,
    entrypoint: bundle.entrypoint,
  };
  const { id } = await engine.enqueue(VALIDATE_JOB, payload, { tenant });
  onStep({ kind: 'sent', jobId: id });
  const job = await endOf(engine, id, signal, onStep);
  if (job.status === 'completed' || job.status === 'completed_with_warnings') return;
  const error = job.errors.at(-1);
  onStep({ kind: 'worker', text: `✗ FAILED: ${error?.message ?? job.status}` });
  throw new CasparianError('PARSER_TEST_FAILED', error?.message ?? `The validation job ended as ${job.status}`, {
    why: error?.why ?? 'It failed on the worker. Nothing was registered.',
    next: [...(error?.next ?? []), hint('Show the details', { action: 'job.show', arguments: [id] })],
  });
}

/** Waits a moment for a worker that can validate parsers. */
export async function requireWorker(
  engine: Engine,
  { tenant, signal, workerWithinMs: withinMs = WORKER_WITHIN_MS }: Omit<RemoteOptions, 'onStep'>,
): Promise<void> {
  const job = { type: VALIDATE_JOB.type, queue: JOB_DEFAULTS.queue, tenant };
  const deadline = performance.now() + withinMs;
  for (;;) {
    if (await isServed(engine.database, job)) return;
    if (performance.now() > deadline) break;
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
  throw new CasparianError('NO_WORKER', 'No worker is running that could validate the parser', {
    why: 'Nothing was registered.',
    next: [
      hint('Start one where parsers run, with the same database', { action: 'worker' }),
      hint('Or validate only on this machine: leave out {}', { options: { validate_remote: true } }),
    ],
  });
}

/** Forwards the worker's log lines. Cancels the job if the wait is aborted. */
async function endOf(engine: Engine, id: string, signal: AbortSignal, onStep: OnStep): Promise<JobRecord> {
  let last: JobLogLine | undefined;
  const passOn = async (): Promise<void> => {
    for (const line of await jobLogs(engine.database, id, last)) {
      onStep({ kind: 'worker', text: line.message });
      last = line;
    }
  };
  try {
    for (;;) {
      const job = await engine.job(id);
      const isOver = isFinished(job.status);
      if (isOver) await sleep(LAST_LINES_MS, undefined, { signal });
      await passOn();
      if (isOver) return job;
      await sleep(LOOK_EVERY_MS, undefined, { signal });
    }
  } catch (error) {
    if (signal.aborted) await engine.cancel(id).catch(() => undefined);
    throw error;
  }
}
