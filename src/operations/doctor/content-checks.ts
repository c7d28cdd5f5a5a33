import type { Database } from '../../database/index.js';
import { countByStatus, listWorkers } from '../../engine/index.js';
import { type Check, ok, type Verdict, warning } from './check.js';

/** What the database says of workers and jobs. */
export function contentChecks(database: Database): Check[] {
  return [
    { name: 'workers', run: () => workersVerdict(database) },
    { name: 'jobs', run: () => jobsVerdict(database) },
  ];
}

async function workersVerdict(database: Database): Promise<Verdict> {
  const alive = (await listWorkers(database)).filter((worker) => worker.alive).length;
  const { pending = 0 } = await countByStatus(database);
  if (alive > 0) return ok(`${alive} alive`);
  if (pending === 0) return ok('None is running, and no job waits');
  return warning(
    `${counted(pending)} waiting, and no worker is alive`,
    'Start one: casparian worker',
    'Or run what is due: casparian worker --drain',
  );
}

async function jobsVerdict(database: Database): Promise<Verdict> {
  const { dead_letter: dead = 0 } = await countByStatus(database);
  if (dead === 0) return ok('None has been given up');
  return warning(
    `${counted(dead)} in dead letter: given up after several attempts`,
    'See why: casparian triage list',
    'Then: casparian triage retry',
  );
}

function counted(count: number): string {
  return `${count} ${count === 1 ? 'job is' : 'jobs are'}`;
}
