import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { BUILT_IN_JOBS } from '../../src/engine/index.js';
import { ERROR_CODES } from '../../src/platform/index.js';
import { casparian, casparianBatch, start } from './casparian.js';
import { freshStore } from './store.js';

const noop = BUILT_IN_JOBS.find((job) => job.type === 'noop')!;

test('--version prints the version of the package', async () => {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  expect(await casparian(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('help comes on stdout with 0, and every command has examples or options to show', async () => {
  const [bare, help, jobs, nested, deep] = await casparianBatch([
    [],
    ['--help'],
    ['jobs', '--help'],
    ['help', 'queue'],
    ['help', 'queue', 'pause'],
  ]);
  expect(bare!.stdout).toBe(help!.stdout);
  for (const answer of [bare, help, jobs, nested, deep]) expect(answer).toMatchObject({ code: 0, stderr: '' });
  expect(help!.stdout).toMatch(/First steps:\n  casparian \w+/);
  expect(jobs!.stdout).toContain('--older-than <duration>');
  expect(nested!.stdout).toContain('pause <name>');
  expect(deep!.stdout).toContain('--reason <text>');
});

test('a misspelt command or option is answered with the nearest one, and exit code 2', async () => {
  const answers = await casparianBatch([
    ['jbos'],
    ['jobs', 'prun'],
    ['jobs', '--stauts', 'x'],
    ['job'],
    ['job', 'shwo', 'x'],
    ['jbos', '--help'],
    ['--db', 'jobs', 'task', 'sumbit', '-h'],
    ['help', 'outputs', 'purne'],
    ['files', '--status', 'nwe'],
    ['completion', 'bsh'],
    ['datasets', 'orders'],
    ['job', '0198c0de'],
    ['files', 'list'],
  ]);
  for (const { code, stdout } of answers) expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  const suggestions = answers.map(({ stderr }) => /Did you mean (.+)\?/.exec(stderr)?.[1]);
  expect(suggestions).toEqual([
    'jobs',
    'prune',
    '--status',
    undefined,
    'show',
    'jobs',
    'submit',
    'prune',
    'new',
    'bash',
    'casparian datasets show orders',
    'casparian job show 0198c0de',
    'casparian files',
  ]);
  expect(answers[3]!.stderr).toContain("Error [USAGE]: 'casparian job' needs a command");
});

test('the options of every command are taken before and after it', async () => {
  const { flags } = await freshStore('sqlite');
  const answers = await casparianBatch([
    [...flags, '--json', 'jobs'],
    ['queue', ...flags, 'list', '--json'],
  ]);
  expect(answers.map(({ stdout }) => stdout)).toEqual(['[]\n', '[]\n']);
});

test('a reader that leaves early is no error', async () => {
  const { engine, flags } = await freshStore('sqlite');
  await engine.enqueueMany(
    noop,
    Array.from({ length: 3_000 }, () => ({})),
  );
  const listing = start(['jobs', '--limit', '5000', ...flags]);
  listing.process.stdout!.destroy();
  expect(await listing.ended).toMatchObject({ code: 0, stderr: '' });
});

test('Ctrl-C ends a command with 130, and says so where nobody sees the keyboard', async () => {
  const { engine, flags } = await freshStore('sqlite');
  const { id } = await engine.enqueue(noop, {});
  await engine.database.query(
    `INSERT INTO cf_job_logs (job_id, fence, sequence, attempt, at, level, message) VALUES (?, 1, 1, 1, 0, 'info', 'hi')`,
    [id],
  );
  const following = start(['job', 'logs', '-f', id, '--json', ...flags]);
  await following.line('stdout', /"hi"/);
  following.process.kill('SIGINT');
  const { code, stdout, stderr } = await following.ended;
  expect({ code, stderr }).toEqual({ code: 130, stderr: '' });
  expect(JSON.parse(stdout.trim().split('\n').at(-1)!)).toMatchObject({ error: { code: 'INTERRUPTED' } });
});

test('explain lists every code, and explains one in any spelling', async () => {
  const [all, one] = await casparianBatch([
    ['explain', '--json'],
    ['explain', 'poison-job', '--json'],
  ]);
  const codes = (JSON.parse(all!.stdout) as { code: string }[]).map(({ code }) => code);
  expect(codes).toEqual(Object.keys(ERROR_CODES));
  expect(JSON.parse(one!.stdout)).toEqual({ code: 'POISON_JOB', ...ERROR_CODES.POISON_JOB, next: [] });
});
