import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAllowList } from '../../../src/tasks/execute/allow-list.js';
import type { RunSpec } from '../../../src/tasks/spec/run-spec.js';
import { runShell, specOf } from './run.js';

const WORKER_CWD = process.cwd();

function refusal(patterns: string[], command: readonly string[], given: Partial<RunSpec> = {}, cwd = WORKER_CWD) {
  return createAllowList(patterns).refusal(specOf(command as RunSpec['command'], given), { cwd });
}

test.each([
  ['python -m myproject.*', ['python', '-m', 'myproject.load']],
  ['python -m myproject.*', ['python', '-m', 'myproject.load', '--all', '; rm -rf /']],
  ['python -m myproject.*', ['python', '-m', 'myproject.']],
  ['  python\t-m   myproject.* ', ['python', '-m', 'myproject.load']],
  ['backup', ['backup']],
  ['backup "two words" \'\'', ['backup', 'two words', '']],
  ["backup --to='a b'c", ['backup', '--to=a bc']],
  ['backup ??', ['backup', '日🦜']],
  ['backup *.csv', ['backup', 'a/b\nc.csv']],
  ['*', ['anything', 'at', 'all']],
  ['backup a*b*c', ['backup', 'aXbbYbc']],
  ['/opt/*/run -v', ['/opt/x/y/run', '-v']],
])('%j allows %j', (pattern, command) => {
  expect(refusal([pattern], command)).toBeUndefined();
  expect(refusal(['other', pattern], command)).toBeUndefined();
});

test.each([
  ['python -m myproject.*', ['python', '-m', 'myproject']],
  ['python -m myproject.*', ['python', '-m', 'myprojectX.load']],
  ['python -m myproject.*', ['python', '-m myproject.load']],
  ['python -m myproject.*', ['python', '-m', 'os', 'myproject.load']],
  ['python -m myproject.*', ['python', '-c', 'import os', '-m', 'myproject.load']],
  ['python -m myproject.*', ['/tmp/python', '-m', 'myproject.load']],
  ['python -m myproject.*', ['./python', '-m', 'myproject.load']],
  ['python -m myproject.*', ['Python', '-m', 'myproject.load']],
  ['python -m myproject.*', ['руthon', '-m', 'myproject.load']],
  ['python -m myproject.*', ['python', '-m', 'myproject․load']],
  ['python -m myproject.*', ['python', '-m', 'x\nmyproject.load']],
  ['python -m myproject.*', ['python', '', '-m', 'myproject.load']],
  ['python -m myproject.*', ['python ', '-m', 'myproject.load']],
  ['python -m myproject.*', ['python', '-m']],
  ['backup', ['backup', '']],
  ['backup', ['backup', '--force']],
  ['backup\n', ['backup\n']],
  ['backup ?', ['backup', '']],
  ['backup ?', ['backup', 'ab']],
  ['backup *.csv', ['backup', 'a.csv', 'b.csv']],
  ['backup *.csv', ['backup', 'a.csv\n']],
  ['caf\u00e9', ['cafe\u0301']],
  ['backup [ab]', ['backup', 'a']],
  ['backup a|b', ['backup', 'b']],
])('%j does not allow %j', (pattern, command) => {
  expect(refusal([pattern], command)).toMatch(/is not on this worker's allow-list: /);
});

test('a refusal shows the command and the list, and not the payload', () => {
  const given = { payload: 'private', payloadAs: 'argument' as const };
  expect(refusal(['backup', 'sh x'], ['rm', '-rf', 'a b\n'], given)).toBe(
    `The command rm -rf "a b\\n" with its payload as an argument is not on this worker's allow-list: 'backup', 'sh x'.`,
  );
  expect(refusal([], ['true'])).toContain("this worker's allow-list: nothing.");
});

test('a refusal shows two hundred characters of a command, and says that there were more', () => {
  const shown = (length: number) => /^The command (.*?) is not/.exec(refusal([], ['x'.repeat(length)])!)?.[1];
  expect(shown(200)).toBe('x'.repeat(200));
  expect(shown(201)).toBe(`${'x'.repeat(200)}…`);
});

test('a command that expects a payload as its argument is held against the list as it is without one', () => {
  expect(refusal(['kill'], ['kill'], { payloadAs: 'argument' })).toBeUndefined();
  expect(refusal([], ['kill'], { payloadAs: 'argument' })).not.toContain('payload');
  expect(refusal([], ['kill'], { payload: 1, payloadAs: 'stdin' })).not.toContain('payload');
});

test('a payload that becomes an argument is held against the list as well', () => {
  const given = { payload: -1, payloadAs: 'argument' as const };
  expect(refusal(['kill'], ['kill'], given)).toBeDefined();
  expect(refusal(['kill ?'], ['kill'], given)).toBeDefined();
  expect(refusal(['kill -?'], ['kill'], given)).toBeUndefined();
  expect(refusal(['kill'], ['kill'], { ...given, payloadAs: 'stdin' })).toBeUndefined();
});

test('an argument made to keep a matcher busy does not', () => {
  const begun = performance.now();
  expect(refusal([`x ${'*a'.repeat(20)}b`], ['x', 'a'.repeat(20_000)])).toBeDefined();
  expect(performance.now() - begun).toBeLessThan(10_000);
});

test.each(['', '  ', '"open', "a 'b"])('%j is no pattern', (pattern) => {
  expect(() => createAllowList([pattern])).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }));
});

test.each([
  'PATH',
  'LD_PRELOAD',
  'DYLD_INSERT_LIBRARIES',
  'PYTHONPATH',
  'NODE_OPTIONS',
  'BASH_ENV',
  'ENV',
  'PERL5LIB',
  'RUBYOPT',
  'GIT_SSH_COMMAND',
  'IFS',
  'BASH_FUNC_ls%%',
  '_JAVA_OPTIONS',
  'npm_config_node_options',
  'Path',
])('%s could put another program in the place of an allowed one', (name) => {
  for (const given of [{ env: { [name]: 'topsecret' } }, { inherit: [name] }, { secrets: [name] }]) {
    expect(refusal(['*'], ['true'], given)).toContain(`does not let tasks set ${name}: `);
  }
});

test('other variables cannot, and a home only when it is not the own one of the worker', () => {
  const env = { API_TOKEN: 'x', GOOGLE_APPLICATION_CREDENTIALS: '/x', LANG: 'C', ENVIRONMENT: 'test', MYPATH: '/x' };
  expect(refusal(['*'], ['true'], { env, inherit: ['HOME', 'TZ'], secrets: ['DB_PASSWORD'] })).toBeUndefined();
  expect(refusal(['*'], ['true'], { env: { HOME: '/tmp' } })).toContain('HOME');
});

describe('folders', () => {
  let home: string;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'casparian-allow-'));
    mkdirSync(join(home, 'worker/inside/..deep'), { recursive: true });
    mkdirSync(join(home, 'worker-not'));
    symlinkSync(home, join(home, 'worker/link-out'));
    symlinkSync(join(home, 'worker/inside'), join(home, 'link-in'));
  });
  afterAll(() => rmSync(home, { recursive: true }));
  const refusalIn = (cwd: string, program = 'tool') =>
    refusal(['*'], [program], { cwd: `${home}/${cwd}` }, join(home, 'worker'));

  test.each(['worker', 'worker/', 'worker/inside', 'worker/inside/..deep', 'worker/inside/..', 'link-in'])(
    '%s is inside',
    (cwd) => {
      expect(refusalIn(cwd)).toBeUndefined();
    },
  );

  test.each([
    '',
    'worker/..',
    'worker-not',
    'worker/inside/../../worker-not',
    'worker/link-out',
    'worker/link-out/worker-not',
    'worker/none',
  ])("'%s' is not", (cwd) => expect(refusalIn(cwd)).toMatch(/the working directory .* is outside its own/));

  test('a program named by a way is another one in another folder', () => {
    expect(refusalIn('worker', './tool')).toBeUndefined();
    expect(refusalIn('worker/inside', './tool')).toMatch(/is allowed in .*worker, not in/);
    expect(refusalIn('worker/inside', '/bin/tool')).toBeUndefined();
  });
});

test('what is refused is not run', async () => {
  const ending = await runShell('echo ran', {}, { allow: createAllowList(['true']) });
  expect(ending).toMatchObject({
    exitCode: null,
    stdout: { bytes: 0 },
    failure: { code: 'TASK_NOT_ALLOWED', retryable: false },
  });
  expect((await runShell('echo ran', {}, { allow: createAllowList(['sh -c *']) })).failure).toBeNull();
});
