import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { waitUntil } from '../services/wait-until.js';
import { casparian, casparianBatch, start } from './casparian.js';
import { countJobs, freshStore, COMMAND_STORES, temporaryFolder } from './store.js';

const ID = expect.stringMatching(/^[-0-9a-f]{36}$/) as string;
const HASH = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/) as string;

const reports = (envelope: string): string[] => ['sh', '-c', `echo '${envelope}'`];
const fails = ['sh', '-c', 'echo no paper >&2; exit 3'];

interface Outcome {
  id: string;
  spec_hash: string;
}

describe.each(COMMAND_STORES)('casparian task on %s', (kind) => {
  test('submits, waits, answers from the record, replays, lists, shows and prints logs', async () => {
    const { flags } = await freshStore(kind);
    const submit = ['task', 'submit', ...flags, '--json', '--cwd', '/', '--env', 'A=1', '--env', 'API_TOKEN=hush'];
    const command = ['--', ...reports('{"ok": true, "result": {"n": 12345678901234567890}}')];
    const [done, failed, receipt, again] = await casparianBatch([
      [...submit, '--wait', ...command],
      [...submit, '--wait', '--', ...fails],
      [...submit, '--delay', '1h', '--', 'true'],
      [...submit, '--', 'true'],
    ]);
    const completed = JSON.parse(done!.stdout) as Outcome;
    expect(done).toMatchObject({
      code: 0,
      stderr: 'No worker is running, so this process runs the task.\n',
    });
    expect(done!.stdout).toContain('"result":{"n":12345678901234567890}');
    expect(completed).toEqual({
      ...{ id: ID, status: 'completed', spec_hash: HASH, deduplicated: false },
      ...{ result: { n: expect.any(Number) as number }, error: null, exit_code: 0, attempts: 1 },
    });
    expect(failed!.code).toBe(1);
    expect(JSON.parse(failed!.stdout)).toEqual({
      ...{ id: ID, status: 'failed', spec_hash: HASH, deduplicated: false, result: null, exit_code: 3, attempts: 1 },
      error: {
        ...{ code: 'TASK_FAILED', class: null, message: expect.stringContaining('3') as string },
        ...{ traceback: null, retryable: false },
      },
    });
    const waiting = JSON.parse(receipt!.stdout) as Outcome;
    expect(waiting).toEqual({ id: ID, status: 'pending', spec_hash: HASH, deduplicated: false });
    expect(JSON.parse(again!.stdout)).toEqual({ ...waiting, deduplicated: true });

    const hash = completed.spec_hash.slice(0, 8);
    const [memo, forced, replayed, listed, shown, logs, job] = await casparianBatch([
      [...submit, '--memo', '--wait', ...command],
      [...submit, '--force', '--delay', '1h', ...command],
      ['task', 'replay', completed.id, ...flags, '--json'],
      ['task', 'list', ...flags, '--json', '--status', 'completed', '--command', 'sh', '--limit', '1'],
      ['task', 'show', hash, ...flags, '--json'],
      ['task', 'logs', completed.id, ...flags, '--json'],
      ['job', 'show', completed.id, ...flags],
    ]);
    expect(JSON.parse(memo!.stdout)).toEqual({ ...completed, deduplicated: true });
    expect(memo!.stderr).toBe('');
    expect(JSON.parse(forced!.stdout)).toMatchObject({ status: 'pending', deduplicated: false });
    const replay = JSON.parse(replayed!.stdout) as Outcome;
    expect(replay).toEqual({
      ...{ id: ID, replay_of: completed.id, status: 'completed', same_outcome: true },
      ...{ differences: [], same_stdout: true },
    });
    expect(JSON.parse(listed!.stdout)).toEqual([
      {
        ...{ id: replay.id, status: 'completed', spec_hash: completed.spec_hash, command: command.slice(1) },
        ...{ tenant: 'default', queue: 'default', priority: 2, attempts: 1, max_attempts: 5, error: null },
        ...{ result: { n: expect.any(Number) as number }, exit_code: 0, duration_ms: expect.any(Number) as number },
        ...{ replay_of: completed.id, run_at: TIME, created_at: TIME, started_at: TIME, finished_at: TIME },
      },
    ]);
    expect(JSON.parse(shown!.stdout)).toMatchObject({
      // The newest of this spec.
      ...{ id: replay.id, stdout_tail: expect.stringContaining('"ok"') as string, stderr_tail: '', errors: [] },
      spec: { command: command.slice(1), cwd: '/', env: { A: '1', API_TOKEN: '***' }, timeout_ms: null },
    });
    expect(JSON.parse(logs!.stdout)).toMatchObject([{ attempt: 1, level: 'info' }]);
    expect(job!.stdout).toContain('"API_TOKEN": "***"');
  });
});

test('says to people what was accepted, who runs it, and what came of it', async () => {
  const { flags } = await freshStore('sqlite');
  const [accepted, there, done, failed, printed, list] = await casparianBatch([
    ['task', 'submit', ...flags, '--', 'true'],
    ['task', 'submit', ...flags, '--', 'true'],
    ['task', 'submit', ...flags, '--wait', '--', ...reports('{"ok": true, "result": {"pages": 2}}')],
    ['task', 'submit', ...flags, '--wait', '--', ...fails],
    ['task', 'submit', ...flags, '--wait', '--', 'sh', '-c', 'echo first; echo second >&2'],
    ['task', 'list', ...flags],
  ]);
  expect(accepted!.stdout).toMatch(/^[-0-9a-f]{36}\n$/);
  expect(accepted!.stderr).toMatch(/^Added: task \S+ \(spec [0-9a-f]{12}\) is pending\.\nNo worker is running\./);
  expect(accepted!.stderr).toContain('casparian worker');
  expect(there).toMatchObject({ code: 0, stdout: accepted!.stdout });
  expect(there!.stderr).toContain('Already submitted as task');
  expect(done).toMatchObject({ code: 0, stdout: '{\n  "pages": 2\n}\n' });
  expect(done!.stderr).toContain('so this process runs the task');
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed!.stderr).toMatch(/Last output on stderr:\n {2}no paper\nError \[TASK_FAILED\]: .+3/);
  expect(failed!.stderr).toContain('casparian task show ');
  expect(printed!.stdout).toBe('');
  expect(printed!.stderr).toMatch(/^first$[^]+^second$|^second$[^]+^first$/m);
  expect(printed!.stderr.indexOf('first')).toBeLessThan(printed!.stderr.indexOf('Completed'));
  expect(list!.stdout).toMatch(/failed .+ sh -c 'echo no paper/);
});

test('a replay that ends otherwise says what differs, and fails when asked to', async () => {
  const { flags } = await freshStore('sqlite');
  const folder = await temporaryFolder();
  const count = ['sh', '-c', 'echo x >> runs; echo "{\\"ok\\": true, \\"result\\": $(wc -l < runs)}"'];
  const [first] = await casparianBatch([
    ['task', 'submit', ...flags, '--cwd', folder, '--wait', '--json', '--', ...count],
  ]);
  const { id, spec_hash } = JSON.parse(first!.stdout) as Outcome;
  const [text, asked, unknown] = await casparianBatch([
    ['task', 'replay', spec_hash, ...flags],
    ['task', 'replay', id, ...flags, '--fail-on-difference', '--json'],
    ['task', 'replay', 'no-such-task', ...flags],
  ]);
  expect(text).toMatchObject({ code: 0 });
  expect(text!.stdout).toBe('≠ Different outcome: completed, exit code 0\n  result: 1 then, 2 now\n');
  expect(asked!.code).toBe(5);
  expect(JSON.parse(asked!.stdout)).toMatchObject({ same_outcome: false, differences: ['result: 1 then, 3 now'] });
  expect(unknown).toMatchObject({ code: 3, stderr: expect.stringContaining('TASK_NOT_FOUND') as string });
});

test('takes one spec or many from a file or stdin; options override, and one bad spec stops all', async () => {
  const { engine, flags } = await freshStore('sqlite');
  const folder = await temporaryFolder();
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const one = await file(
    'one.json',
    '{"command": ["true"], "env": {"A": "1", "B": "1"}, "queue": "slow", "delay": "1h", "retry": {"max_attempts": 2, "backoff": "fixed"}}',
  );
  const lock = await file('uv.lock', '');
  const submit = ['task', 'submit', ...flags, '--json', '--spec'];
  const overriding = ['--env', 'B=2', '--run-at', '2099-01-01', '--retry-delay', '5s', '--lockfile', lock];
  const [single, array, bad, broken, empty] = await casparianBatch([
    [...submit, one, ...overriding],
    [...submit, await file('array.json', '[{"command": ["a"]}, {"command": ["b"]}, {"command": ["a"]}]')],
    [...submit, await file('bad.json', '[{"command": ["c"]}, {"comand": ["d"]}]')],
    [...submit, await file('broken.ndjson', '{"command": ["c"]}\n{"command"\n')],
    [...submit, await file('empty.json', '')],
  ]);
  const { id } = JSON.parse(single!.stdout) as Outcome;
  expect(await engine.job(id)).toMatchObject({
    ...{ queue: 'slow', maxAttempts: 2, runAt: Date.parse('2099-01-01T00:00:00Z') },
    payload: {
      ...{ env: { A: '1', B: '2' }, cwd: null, retry: { backoff: 'fixed', delay_ms: 5_000 } },
      lockfile_hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    },
  });
  expect((JSON.parse(array!.stdout) as object[]).map((receipt) => Object.values(receipt)[3] as boolean)).toEqual([
    ...[false, false, true],
  ]);
  for (const refused of [bad, broken, empty]) expect(refused!.code).toBe(2);
  expect(bad!.stdout).toContain('Spec 2: ');
  expect(broken!.stdout).toContain('Line 2 of ');
  expect(empty!.stdout).toContain('contains no run spec');
  expect(await countJobs(engine)).toBe(3);

  const lines = await casparian([...submit, '-'], { input: '\uFEFF{"command": ["x"]}\n\n{"command": ["y"]}\r\n' });
  expect(lines.stdout.trim().split('\n')).toHaveLength(2);
  expect(await countJobs(engine)).toBe(5);
});

test('run needs no database: what the program prints is shown, its end decides the exit code', async () => {
  const nowhere = ['--db', 'postgres://nobody@127.0.0.1:1/none'];
  const run = ['task', 'run', ...nowhere];
  const [shown, asJson, failed, again, helper] = await casparianBatch([
    [...run, '--payload', '{"a": [1]}', 'cat'],
    [...run, '--json', '--', 'sh', '-c', 'echo hello; echo \'{"ok": true, "result": 7}\'; echo hm >&2'],
    [...run, '--json', '--retry-exit-codes', '1', '--', ...fails],
    [...run, '--', 'sh', '-c', 'exit 75'],
    ['task', 'helper'],
  ]);
  expect(shown).toMatchObject({ code: 0, stdout: '{"a":[1]}\n' });
  expect(shown!.stderr).toMatch(/^✓ Completed in \d+ ms, no result\n$/);
  expect(JSON.parse(asJson!.stdout)).toEqual({
    ...{ status: 'completed', spec_hash: HASH, result: 7, error: null, exit_code: 0 },
    duration_ms: expect.any(Number) as number,
  });
  expect(asJson!.stderr.split('\n').sort()).toEqual(['', 'hello', 'hm', '{"ok": true, "result": 7}']);
  expect(failed!.code).toBe(1);
  expect(JSON.parse(failed!.stdout)).toMatchObject({
    status: 'failed',
    error: { code: 'TASK_FAILED', retryable: false },
  });
  expect(again!.code).toBe(75);
  expect(again!.stderr).toContain('as a job, it would be retried');
  const source = await readFile(new URL('../../src/tasks/helpers/python/casparian_task.py', import.meta.url), 'utf8');
  expect(helper!.stdout).toBe(source);
});

test('says what is wrong with a line before anything is opened', async () => {
  const nowhere = ['--db', 'postgres://nobody@127.0.0.1:1/none'];
  const lines: [args: string[], complaint: string][] = [
    [['submit'], 'No command was given'],
    [['submit', 'python x.py'], "There is no program named 'python x.py'"],
    [['submit', '--spec', 'x.json', '--', 'true'], '--spec and a command cannot be combined'],
    [['submit', '--memo', '--force', '--', 'true'], '--memo and --force cannot be combined'],
    [['submit', '--run-at', '2099-01-01', '--delay', '1h', '--', 'true'], '--run-at and --delay cannot be combined'],
    [['submit', '--spec', '-', '--payload', '-'], '--spec - and --payload - cannot be combined'],
    [['submit', 'echo', 'hi', '--wait'], 'Is --wait meant for submit or for echo?'],
    [['submit', '--env', 'PATH', '--', 'true'], '--inherit PATH'],
    [['submit', '--retry-exit-codes', '0', '--', 'true'], "--retry-exit-codes cannot be '0'"],
    [['submit', '--spec', '/no/such/file'], 'The run spec cannot be read'],
    [['submit', '--payload', '{', '--', 'true'], 'The payload is not JSON'],
    [['submit', '--oops', '--', 'true'], "Unknown option '--oops'"],
    [['run', '--wait', '--', 'true'], "Unknown option '--wait'"],
    [['submit', '--timeout', 'x', '--', 'echo', '--json'], "'x' is not a duration"],
    [['replay'], "Missing required argument 'task'"],
  ];
  const answers = await casparianBatch(
    lines.map(([[command = '', ...rest]]) => ['task', command, ...nowhere, ...rest]),
  );
  expect(answers.map(({ code }) => code)).toEqual(lines.map(() => 2));
  answers.forEach(({ stderr }, index) => expect(stderr).toContain(lines[index]![1]));
});

test('Ctrl-C while waiting returns the task to the queue and says how to go on', async () => {
  const { engine, flags } = await freshStore('sqlite');
  const waiting = start(['task', 'submit', ...flags, '--wait', '--', 'sleep', '60']);
  await waitUntil(async () => (await engine.jobs({ statuses: ['running'] })).length === 1, {
    for: 'the task to run',
    intervalMs: 20,
  });
  waiting.process.kill('SIGINT');
  const { code, stderr } = await waiting.ended;
  const [job] = await engine.jobs();
  expect(code).toBe(130);
  expect(job).toMatchObject({ status: 'pending', attempts: 0 });
  expect(stderr).toContain(`casparian task show ${job!.id}`);
  expect(stderr).toContain(`casparian job cancel ${job!.id}`);
});
