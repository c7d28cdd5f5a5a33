import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  cancelEnding,
  completionEnding,
  crashEnding,
  failureEnding,
  releaseEnding,
  snoozeEnding,
} from '../../../src/engine/ending.js';
import { BUILT_IN_JOBS, type Engine, JOB_STATUSES, type JobStatus } from '../../../src/engine/index.js';
import { DEFAULT_RETRY } from '../../../src/engine/retry.js';
import { QUARANTINE_STATUSES } from '../../../src/pipeline/quarantine/filter.js';
import { FILE_STATUSES } from '../../../src/pipeline/routing/list-files.js';
import { createProgram } from '../../../src/cli/program.js';
import { freshStore } from '../../cli/store.js';

const page = await readFile(new URL('../../../docs/reference/states.md', import.meta.url), 'utf8');

/** The rows of the tables below a heading, as cells. */
function rowsBelow(heading: string): string[][] {
  const [, text = ''] = page.split(`\n## ${heading}\n`);
  const rows = (text.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) => row.split(' | ').map((cell) => cell.replace(/^\| /, '')));
}

const names = (cell = ''): string[] => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!);

test.each([
  ['Jobs', JOB_STATUSES],
  ['Files', FILE_STATUSES],
  ['Quarantined rows', QUARANTINE_STATUSES],
])('%s have exactly the states of the code', (heading, statuses) => {
  const listed = rowsBelow(heading).filter((cells) => cells.length === 2);
  expect(listed.flatMap(([state]) => names(state))).toEqual([...statuses]);
});

test('the filter of `casparian files` accepts exactly the existing states', () => {
  const files = createProgram().program.commands.find((command) => command.name() === 'files');
  expect(files?.options.find(({ long }) => long === '--status')?.argChoices).toEqual([...FILE_STATUSES]);
});

test('the page lists exactly the possible transitions of a job', async () => {
  const listed = rowsBelow('Jobs').filter((cells) => cells.length === 4);
  const onPage = listed.flatMap(([from, to]) => names(from).map((state) => `${state} → ${names(to).join()}`));
  const { engine } = await freshStore('sqlite');
  const inCode = ['pending → running', ...endings(), ...(await commands(engine))];
  expect([...new Set(onPage)].sort()).toEqual([...new Set(inCode)].sort());
});

/** How an attempt can end. */
function endings(): string[] {
  const job = { id: '1', fence: 1, attempts: 0, maxAttempts: 5, crashes: 0, errors: null, startedAt: 0 };
  const failure = { code: 'X', message: 'x', retryable: true };
  const how = { policy: DEFAULT_RETRY, worker: 'w', elapsedMs: 1, random: 0 };
  const evidence = { worker: 'w', lastHeartbeat: 0, now: 1 };
  const done = { result: null, followUps: [], write: undefined, settled: undefined };
  return [
    completionEnding(job, { ...done, warned: false }),
    completionEnding(job, { ...done, warned: true }),
    failureEnding(job, { ...failure, retryable: false }, how),
    failureEnding(job, failure, how),
    failureEnding({ ...job, maxAttempts: 1 }, failure, how),
    crashEnding(job, evidence),
    crashEnding({ ...job, crashes: 3 }, evidence),
    releaseEnding(job),
    snoozeEnding(job, 1),
    cancelEnding(job),
  ].map(({ status }) => `running → ${status}`);
}

/** The transitions by user commands, tried on a database. */
async function commands(engine: Engine): Promise<string[]> {
  const actions: ((id: string) => Promise<unknown>)[] = [
    (id) => engine.retry(id),
    (id) => engine.cancel(id),
    (id) => engine.retryTroubled({ ids: [id] }),
    (id) => engine.dismissTroubled({ ids: [id] }),
  ];
  const moves: string[] = [];
  for (const from of JOB_STATUSES) {
    for (const act of actions) {
      const id = await jobIn(engine, from);
      const refused = await act(id).then(
        (changed) => changed === 0,
        () => true,
      );
      const { status } = await engine.job(id);
      if (!refused && (status !== from || from === 'pending')) moves.push(`${from} → ${status}`);
    }
  }
  return moves;
}

async function jobIn(engine: Engine, status: JobStatus): Promise<string> {
  const { id } = await engine.enqueue(
    BUILT_IN_JOBS.find((job) => job.type === 'noop')!,
    {},
  );
  const isHeld = status === 'running';
  const isOver = !isHeld && status !== 'pending';
  await engine.database.query(
    `UPDATE cf_jobs SET status = ?, fence = 1, started_at = 1, lease_owner = ?, lease_expires_at = ?, finished_at = ? WHERE id = ?`,
    [status, isHeld ? 'w' : null, isHeld ? 1 : null, isOver ? 2 : null, id],
  );
  return id;
}
