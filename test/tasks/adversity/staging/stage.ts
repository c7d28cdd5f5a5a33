import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFinished } from '../../../../src/engine/index.js';
import { readRunSpec, submitTasks, type TaskRecord, taskOf } from '../../../../src/tasks/index.js';
import { type Running, start } from '../../../cli/casparian.js';
import type { Store } from '../../../cli/store.js';
import { waitUntil } from '../../../services/wait-until.js';

/** A worker as users have it: the built CLI, in a process of its own. */
export async function startWorker(store: Store, env: Record<string, string> = {}): Promise<Running> {
  const worker = launchWorker(store, env);
  await worker.line('stdout', /"started"/);
  return worker;
}

/** The same for one that may not live to say that it has started. */
export function launchWorker({ flags }: Store, env: Record<string, string> = {}): Running {
  const settings = { CASPARIAN_STOP_GRACE_SECONDS: '0', CASPARIAN_POLL_INTERVAL_MS: '50' };
  const args = ['worker', '--json', '--concurrency', '4', ...flags];
  return start(args, { env: { ...settings, ...env }, endWithinMs: 600_000 });
}

/** Submits a spec, written as in a file, and answers the task's id. */
export async function submit({ engine }: Store, given: object): Promise<string> {
  const [receipt] = await submitTasks(engine, [{ ...readRunSpec(given), reuse: 'never' }]);
  return receipt!.id;
}

export function ended({ engine }: Store, id: string): Promise<TaskRecord> {
  const isOver = async (): Promise<TaskRecord | undefined> => {
    const job = await engine.job(id);
    return isFinished(job.status) ? taskOf(job) : undefined;
  };
  return waitUntil(isOver, { for: `the end of task ${id}`, intervalMs: 20 });
}

export function homeOf({ flags }: Store): string {
  return flags[flags.indexOf('--home') + 1]!;
}

/** The bytes of all logs of a task. */
export async function logsOf(store: Store, id: string): Promise<Buffer> {
  const folder = join(homeOf(store), 'logs', id);
  const names = await readdir(folder);
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))));
}

/** The process ids that a program wrote into a file, a line each. */
export function pidsIn(path: string, count: number): Promise<number[]> {
  const read = async (): Promise<number[] | undefined> => {
    const lines = (await readFile(path, 'utf8')).trim().split('\n');
    return lines.length >= count ? lines.map(Number) : undefined;
  };
  return waitUntil(read, { for: `${count} process ids in ${path}`, intervalMs: 20 });
}
