import { expect } from 'vitest';
import { countByStatus } from '../../../src/engine/index.js';
import type { AttemptError, Engine, JobStatus } from '../../../src/engine/index.js';
import { waitUntil } from '../../services/wait-until.js';

/** The tables in which fixtures/recording-worker.mjs records effects. Without keys, so that a second effect is visible. */
export async function openLedger(engine: Engine): Promise<void> {
  for (const table of ['effects', 'steps']) {
    await engine.database.script(`DROP TABLE IF EXISTS ${table};
      CREATE TABLE ${table} (job_id TEXT NOT NULL, fence INTEGER NOT NULL, worker TEXT NOT NULL)`);
  }
}

/** No job is due or running. */
export async function ledgerSettles(engine: Engine, timeoutMs: number): Promise<void> {
  await waitUntil(
    async () => {
      const { pending = 0, running = 0 } = await countByStatus(engine.database);
      return pending + running === 0;
    },
    {
      for: 'every job to end',
      timeoutMs,
      intervalMs: 100,
      evidence: async () => JSON.stringify(await countByStatus(engine.database)),
    },
  );
}

/**
 * Checks that every accepted job exists, and that each completed one had its effect once, under its own fence. Jobs that
 * were `retried` by hand keep the errors of the attempts before.
 */
export async function checkLedger(
  engine: Engine,
  accepted: readonly string[],
  { retried = new Set<string>() } = {},
): Promise<Partial<Record<JobStatus, number>>> {
  const jobs = await readJobs(engine);
  const counts = await countByStatus(engine.database);
  const children = [...jobs.values()].filter((job) => job.parent !== null);

  // accepted = completed + failed + dead + cancelled + pending
  expect(counts.running ?? 0).toBe(0);
  expect(new Set(accepted).size).toBe(accepted.length);
  expect(accepted.filter((id) => !jobs.has(id))).toEqual([]);
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(accepted.length + children.length);

  // A follow-up exists exactly when its parent completed.
  const parents = [...jobs.values()].filter((job) => job.behaviour === 'parent' && job.status === 'completed');
  expect(children.map((child) => child.parent).sort()).toEqual(parents.map((parent) => parent.id).sort());

  // One effect for each completed job, written under the fence the job ended with; none for any other job.
  const owed = [...jobs.values()].filter((job) => job.status === 'completed' && job.behaviour !== 'bare');
  const effects = await readEvidence(engine, 'effects');
  expect(effects.map(describe).sort()).toEqual(owed.map((job) => `${job.id} fence ${job.fence}`).sort());

  const steps = await readEvidence(engine, 'steps');
  expect(new Set(steps.map(describe)).size).toBe(steps.length);
  expect(steps.filter((step) => step.fence > jobs.get(step.job_id)!.fence)).toEqual([]);

  // Every charged attempt has an error, and was caused by the test or the fixture.
  const unforgiven = [...jobs.values()].filter((job) => !retried.has(job.id));
  expect(unforgiven.filter((job) => job.errors.length !== Math.min(job.attempts, 20))).toEqual([]);
  expect([...jobs.values()].flatMap((job) => job.errors).filter((error) => !isExpected(error))).toEqual([]);
  expect([...jobs.values()].filter((job) => job.fence < job.attempts || job.crashes > job.attempts)).toEqual([]);
  return counts;
}

/** The errors of the fixture's handlers, and of attempts that lose their worker or database. */
function isExpected({ code, message }: AttemptError): boolean {
  if (code === 'HANDLER_ERROR')
    return /^(the first attempt always fails|never works, but says it might)$/.test(message);
  return ['PERMANENT_ERROR', 'WORKER_CRASHED', 'POISON_JOB', 'LEASE_LOST', 'DATABASE_UNAVAILABLE'].includes(code);
}

interface LedgerJob {
  id: string;
  status: JobStatus;
  fence: number;
  attempts: number;
  crashes: number;
  parent: string | null;
  behaviour: string;
  errors: AttemptError[];
}

async function readJobs(engine: Engine): Promise<Map<string, LedgerJob>> {
  const rows = await engine.database.query<{
    id: string;
    status: JobStatus;
    fence: number;
    attempts: number;
    crashes: number;
    parent: string | null;
    payload: string;
    errors: string | null;
  }>('SELECT id, status, fence, attempts, crashes, parent_job_id AS parent, payload, errors FROM cf_jobs');
  return new Map(
    rows.map(({ payload, errors, ...job }) => [
      job.id,
      {
        ...job,
        behaviour: (JSON.parse(payload) as { behaviour: string }).behaviour,
        errors: errors === null ? [] : (JSON.parse(errors) as AttemptError[]),
      },
    ]),
  );
}

interface Evidence {
  job_id: string;
  fence: number;
}

async function readEvidence(engine: Engine, table: 'effects' | 'steps'): Promise<Evidence[]> {
  return engine.database.query<Evidence>(`SELECT job_id, fence FROM ${table}`);
}

function describe({ job_id, fence }: Evidence): string {
  return `${job_id} fence ${fence}`;
}
