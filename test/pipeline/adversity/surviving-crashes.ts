import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { planJobs, scanFolder } from '../../../src/pipeline/index.js';
import { seededRandom } from '../../adversity/staging/seeded-random.js';
import type { Running } from '../../cli/casparian.js';
import { waitUntil } from '../../services/wait-until.js';
import type { Pipeline } from '../staging/pipeline.js';
import { findVictim, type Victim } from '../staging/process-tree.js';
import { READINGS_PARSER, type Readings, writeReadings } from '../staging/readings.js';
import { expectEverything, expectNothingPartial } from '../staging/visible-rows.js';
import { rowsOfTenant, TENANT } from '../staging/tenant.js';

const VICTIMS: readonly Victim[] = ['worker', 'parser', 'fork server'];
const FILES_AT_ONCE = 30;
const LONGEST_DELAY_MS = 120;

/** Leases that end soon, so that others take over what the dead held. */
const SETTINGS = { CASPARIAN_LEASE_SECONDS: '1', CASPARIAN_POLL_INTERVAL_MS: '50', CASPARIAN_LOG_LEVEL: 'error' };

/**
 * A worker processes files; again and again it, its warm Python or a parser is killed at a random moment. After each
 * kill nothing partial may be seen, and in the end everything, once.
 */
export async function surviveCrashes(pipeline: Pipeline, { points, seed }: { points: number; seed: number }) {
  const random = seededRandom(seed);
  const expected = new Map<string, Readings>();
  await pipeline.registerAndScan(READINGS_PARSER, 'readings');
  let worker = startWorker(pipeline);
  for (let point = 0; point < points; point++) {
    const victim = VICTIMS[point % VICTIMS.length]!;
    await killAfter(worker, victim, random() * LONGEST_DELAY_MS, () => feed(pipeline, expected));
    if (victim === 'worker') worker = startWorker(pipeline);
    await expectNothingPartial(pipeline, expected);
  }
  const stopped = once(worker.process, 'exit');
  worker.process.kill('SIGTERM');
  await stopped;
  await finish(pipeline);
  await expectEverything(pipeline, expected);
}

function startWorker(pipeline: Pipeline): Running {
  return pipeline.start(['worker', '--concurrency', '3'], { env: SETTINGS, endWithinMs: 600_000 });
}

/** Sees to it that there is more to do than can be done until the next kill. */
async function feed(pipeline: Pipeline, expected: Map<string, Readings>): Promise<void> {
  const due = await pipeline.engine.database.query(
    "SELECT id FROM cf_jobs WHERE status = 'pending' AND run_at <= cf_now()",
  );
  if (due.length > FILES_AT_ONCE / 2) return;
  for (const [path, readings] of await writeReadings(pipeline, expected.size, FILES_AT_ONCE)) {
    expected.set(path, readings);
  }
  await scan(pipeline);
}

async function scan({ engine, incoming, home }: Pipeline): Promise<void> {
  const request = { root: incoming, tags: ['readings'], patterns: [], ignore: [], rehash: false, home };
  await scanFolder(rowsOfTenant(engine), request);
  await planJobs(engine, TENANT);
}

/** Counted from a moment when a parser runs: before, there is nothing to break. It may end before it is seen. */
async function killAfter(
  worker: Running,
  victim: Victim,
  delayMs: number,
  feedMore: () => Promise<void>,
): Promise<void> {
  const pid = worker.process.pid!;
  const within = { timeoutMs: 30_000, intervalMs: 1 };
  const runs = async () => {
    await feedMore();
    return findVictim(pid, 'parser');
  };
  await waitUntil(runs, { for: 'a parser to run', ...within });
  await sleep(delayMs);
  const gone = victim === 'worker' ? once(worker.process, 'exit') : undefined;
  // Who was found may end before the kill: then it is the next one's turn.
  const kill = async () => {
    await feedMore();
    return process.kill(findVictim(pid, victim)!, 'SIGKILL');
  };
  await waitUntil(kill, { for: `a ${victim} to kill`, ...within });
  await gone;
}

/** What was killed too often is told to try again, as a person would. */
async function finish(pipeline: Pipeline): Promise<void> {
  const { engine } = pipeline;
  await waitUntil(
    async () => {
      const open = await engine.database.query<{ id: string; status: string }>(
        "SELECT id, status FROM cf_jobs WHERE status NOT IN ('completed', 'completed_with_warnings')",
      );
      if (open.length === 0) return true;
      for (const { id, status } of open) if (status !== 'running') await engine.retry(id);
      const { stderr } = await pipeline.run(['process', '--json'], { env: SETTINGS, endWithinMs: 60_000 });
      expect(stderr).not.toContain('INTERNAL');
      return false;
    },
    { for: 'every file to be processed', timeoutMs: 60_000, intervalMs: 300 },
  );
}
