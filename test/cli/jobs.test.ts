import { expect, test } from 'vitest';
import { BUILT_IN_JOBS, createWorker, type Engine, type JobDefinition } from '../../src/engine/index.js';
import { waitUntil } from '../services/wait-until.js';
import { casparian, casparianBatch, casparianJson } from './casparian.js';
import { freshStore, COMMAND_STORES, temporaryFolder } from './store.js';

type JobJson = Record<string, unknown> & { id: string; type: string; status: string };

const builtIn = (type: string): JobDefinition => BUILT_IN_JOBS.find((job) => job.type === type)!;
const [noop, fail] = [builtIn('noop'), builtIn('fail')];

async function runEverything(engine: Engine): Promise<void> {
  const worker = createWorker(engine, { jobs: BUILT_IN_JOBS, id: 'test-worker' });
  await worker.start();
  await waitUntil(async () => (await engine.jobs({ statuses: ['pending', 'running'] })).length === 0, {
    for: 'all jobs to end',
    intervalMs: 10,
  });
  await worker.stop();
}

test.each(COMMAND_STORES)('prints each job with exactly the promised fields, newest first, on %s', async (kind) => {
  const { engine, flags } = await freshStore(kind);
  const completed = await engine.enqueue(noop, {}, { tenant: 'acme', priority: 1 });
  const failed = await engine.enqueue(fail, { retryable: false }, { queue: 'mail', maxAttempts: 3 });
  await runEverything(engine);
  await engine.enqueue(noop, {}, { delayMs: 60_000 });

  const { code, json } = await casparianJson<JobJson[]>([
    'jobs',
    ...flags,
    '--status',
    'SUCCEEDED',
    '--status',
    'failed',
  ]);
  expect(code).toBe(0);
  expect(json.map((job) => job.id)).toEqual([failed.id, completed.id]);
  expect(Object.keys(json[0]!).sort()).toEqual(
    [
      ...['id', 'type', 'status', 'tenant', 'queue', 'priority', 'attempts', 'max_attempts', 'crashes', 'run_at'],
      ...['created_at', 'started_at', 'finished_at', 'error', 'result'],
    ].sort(),
  );
  const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/) as string;
  expect(json[0]).toMatchObject({ type: 'fail', status: 'failed', queue: 'mail', tenant: 'default', priority: 2 });
  expect(json[0]).toMatchObject({ attempts: 1, max_attempts: 3, crashes: 0, result: null });
  expect(json[0]).toMatchObject({ run_at: time, created_at: time, started_at: time, finished_at: time });
  expect(json[0]!['error']).toMatchObject({ code: 'PERMANENT_ERROR', worker: 'test-worker', attempt: 1 });
  expect(json[1]).toMatchObject({ status: 'completed', tenant: 'acme', priority: 1, error: null });
});

test('filters by state, type, tenant, queue, parser and age, and keeps to the limit', async () => {
  const { engine, flags } = await freshStore('sqlite');
  await engine.enqueue(noop, {}, { tenant: 'acme', queue: 'mail' });
  await engine.enqueue(noop, { parser: 'sales' });
  await engine.enqueue(fail, {});
  const filters: [filter: string[], found: string[]][] = [
    [
      ['--status', 'queued,retrying'],
      ['fail/default', 'noop/default', 'noop/acme'],
    ],
    [['--status', 'dead-letter'], []],
    [['--type', 'noop', '--queue', 'mail'], ['noop/acme']],
    [['--tenant', 'acme'], ['noop/acme']],
    [['--parser', 'sales', '--newer-than', '1h'], ['noop/default']],
    [['--older-than', '1h'], []],
    [
      ['--limit', '2'],
      ['fail/default', 'noop/default'],
    ],
  ];
  const answers = await casparianBatch(filters.map(([filter]) => ['jobs', '--json', ...flags, ...filter]));
  const found = answers.map(({ stdout }) =>
    (JSON.parse(stdout) as JobJson[]).map((job) => `${job.type}/${String(job['tenant'])}`),
  );
  expect(found).toEqual(filters.map(([, expected]) => expected));
});

test('prune deletes finished jobs that are old enough, and counts them first when asked', async () => {
  const { engine, flags } = await freshStore('sqlite');
  await engine.enqueueMany(noop, [{}, {}]);
  await engine.enqueue(fail, { retryable: false });
  await runEverything(engine);
  await engine.enqueue(noop, {}, { delayMs: 60_000 });

  const prune = ['jobs', 'prune', ...flags, '--older-than'];
  const answers = await casparianBatch([
    [...prune, '1h', '--json'],
    [...prune, '0s', '--status', 'succeeded', '--dry-run', '--json'],
    [...prune, '0s', '--status', 'succeeded'],
  ]);
  expect(JSON.parse(answers[0]!.stdout)).toEqual({ matched: 0, deleted: 0, dry_run: false });
  expect(JSON.parse(answers[1]!.stdout)).toEqual({ matched: 2, deleted: 0, dry_run: true });
  expect(answers[2]!.stdout).toBe('2 jobs deleted.\n');
  expect((await engine.jobs()).map((job) => job.status)).toEqual(['pending', 'failed']);
});

test('stats count what ended, by type and queue, also after a prune', async () => {
  const { engine, flags } = await freshStore('sqlite');
  await engine.enqueueMany(noop, [{}, {}]);
  await engine.enqueue(fail, { retryable: false });
  await runEverything(engine);
  const [pruned, table, json, empty] = await casparianBatch([
    ['jobs', 'prune', ...flags, '--older-than', '0s'],
    ['jobs', 'stats', ...flags, '--since', '1h'],
    ['jobs', 'stats', ...flags, '--type', 'noop', '--json'],
    ['jobs', 'stats', ...flags, '--tenant', 'acme'],
  ]);
  expect(pruned!.code).toBe(0);
  expect(table!.stdout).toMatch(
    /TYPE +QUEUE +COMPLETED +FAILED +RETRIED.*\nnoop +default +2 +0 +0.*\nfail +default +0 +1 +0.*\nall +2 +1/s,
  );
  expect(JSON.parse(json!.stdout)).toMatchObject({
    step_seconds: 600,
    total: { counts: { completed: 2, failed: 0 } },
    groups: [{ queue: 'default', type: 'noop' }],
  });
  expect(empty!.stderr).toBe('No attempt ended in the last 1 d.\n');
});

test('a fresh home answers with an empty list, and says what to do next', async () => {
  const home = `${await temporaryFolder()}/not/yet/there`;
  const { code, stdout, stderr } = await casparian(['jobs', '--home', home]);
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: '',
    stderr: 'No jobs yet. Try: casparian enqueue noop\n',
  });
});

test('the table for people lines up', async () => {
  const { engine, flags } = await freshStore('sqlite');
  const { id } = await engine.enqueue(noop, {}, { delayMs: 90 * 60_000 });
  const { stdout } = await casparian(['jobs', ...flags]);
  expect(stdout.split('\n')[0]).toBe('ID        TYPE  STATUS   ATTEMPTS  CREATED  NOTE');
  expect(stdout).toMatch(new RegExp(`^${id.slice(0, 8)}  noop  pending       0/5 .*due in 1 h$`, 'm'));
});
