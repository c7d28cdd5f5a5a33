import { expect, test } from 'vitest';
import { DEFAULT_TASK_RETRY } from '../../../src/tasks/spec/run-spec.js';
import { runShell, specOf, runOf } from './run.js';
import { executeTask } from '../../../src/tasks/execute/execute-task.js';

const again = { ...DEFAULT_TASK_RETRY, exitCodes: [3] };
const anyCode = { ...DEFAULT_TASK_RETRY, exitCodes: 'any' as const };
const FAILS = `echo '{"ok": false, "error": {"message": "no"}}'`;

test.each([
  ['exit 0', 'true', null],
  ['exit 0 with output', 'echo hello', null],
  ['an envelope without a result', `echo '{"ok": true}'`, null],
  ['an envelope with a result', `echo '{"ok": true, "result": [1, "a"]}'`, [1, 'a']],
  ['an envelope of spaces and other members', `echo ' { "note": 1, "ok" : true, "result" : 2 } '`, 2],
  ['blank lines and CRLF behind it', `printf '{"ok":true,"result":3}\\r\\n \\n\\n'`, 3],
  ['no line break behind it', `printf 'noise\\n{"ok":true,"result":4}'`, 4],
  ['an integer beyond 2^53', `echo '{"ok":true,"result":12345678901234567890}'`, 12345678901234567890n],
  ['an object that is not about us', `echo '{"status": "fine"}'`, null],
  ['an envelope that is not last', `echo '{"ok": false, "error": {"message": "no"}}'; echo done`, null],
  ['an envelope on descriptor 3', `echo noise; echo '{"ok":true,"result":5}' >&3; echo more`, 5],
  ['two envelopes, of which descriptor 3 wins', `echo '{"ok":true,"result":5}' >&3; ${FAILS}`, 5],
  ['descriptor 3 over several lines', `printf '{"ok":true,\\n"result":6}\\n' >&3`, 6],
  ['white space on descriptor 3', `echo >&3; echo '{"ok":true,"result":7}'`, 7],
  ['the descriptor by its variable', `eval "echo '{\\"ok\\":true,\\"result\\":8}' >&$CASPARIAN_RESULT_FD"`, 8],
])('done: %s', async (_, script, result) => {
  expect(await runShell(script)).toMatchObject({ failure: null, result, exitCode: 0, warnings: [] });
});

test('an exit code behind an envelope that says ok is a warning', async () => {
  const ending = await runShell(`echo '{"ok": true, "result": 1}'; exit 9`);
  expect(ending).toMatchObject({ failure: null, result: 1, exitCode: 9 });
  expect(ending.warnings).toEqual(['The program reported success and then ended with exit code 9.']);
});

test('so is a signal', async () => {
  const ending = await runShell(`echo '{"ok": true, "result": 1}'; kill -SEGV $$`);
  expect(ending).toMatchObject({ failure: null, result: 1, exitCode: null, signalName: 'SIGSEGV' });
  expect(ending.warnings).toEqual(['The program reported success and then ended with signal SIGSEGV.']);
});

test.each([
  ['exit 1', 'exit 1', DEFAULT_TASK_RETRY, false],
  ['exit 75', 'exit 75', DEFAULT_TASK_RETRY, true],
  ['a code of the policy', 'exit 3', again, true],
  ['a code that the policy does not name', 'exit 4', again, false],
  ['any code of the policy', 'exit 4', anyCode, true],
  ['an envelope that leaves it to the exit code', `${FAILS}; exit 75`, DEFAULT_TASK_RETRY, true],
  ['an envelope, exit 0', FAILS, anyCode, false],
  [
    'an envelope that says so',
    `echo '{"ok":false,"error":{"message":"no","retryable":true}}'`,
    DEFAULT_TASK_RETRY,
    true,
  ],
  [
    'one that says no, against exit 75',
    `echo '{"ok":false,"error":{"message":"no","retryable":false}}'; exit 75`,
    anyCode,
    false,
  ],
])('failed: %s', async (_, script, retry, retryable) => {
  expect(await runShell(script, { retry })).toMatchObject({
    result: null,
    failure: { code: 'TASK_FAILED', retryable },
  });
});

test('a failure says all that its envelope says', async () => {
  const error = '{"class":"ValueError","message":"bad","traceback":"File x","retryable":true,"retry_after":1.5}';
  const { failure } = await runShell(`echo '{"ok":false,"error":${error}}'; exit 1`);
  expect(failure).toMatchObject({ class: 'ValueError', message: 'bad', traceback: 'File x', retryAfterMs: 1_500 });
});

test('of a long traceback the end is kept, and a wait beyond all dates is cut short', async () => {
  const error = `{"message":"m","traceback":"${'x'.repeat(9_000)}the end","retry_after":1e300}`;
  const { failure } = await runShell(`echo '{"ok":false,"error":${error}}'`);
  expect(failure?.traceback).toMatch(/^…x+the end$/);
  expect(failure?.traceback).toHaveLength(4_000);
  expect(failure?.retryAfterMs).toBe(365 * 86_400_000);
});

test('a traceback of four thousand characters is kept whole, and a longer one is not', async () => {
  const tracebackOf = async (characters: number) => {
    const error = `{"message":"m","traceback":"${'x'.repeat(characters)}"}`;
    return (await runShell(`echo '{"ok":false,"error":${error}}'`)).failure?.traceback;
  };
  expect(await tracebackOf(4_000)).toBe('x'.repeat(4_000));
  expect(await tracebackOf(4_001)).toBe(`…${'x'.repeat(3_999)}`);
});

test.each([
  ['cut off', `printf '{"ok": true, "resu'`, 'cut off'],
  ['cut off with spaces', `printf ' { "ok" : tr'`, 'cut off'],
  ['NaN', `echo '{"ok": true, "result": NaN}'`, 'NaN'],
  [
    'nested beyond all measure',
    `printf '{"ok":true,"result":'; yes '[' | head -n 50000 | tr -d '\\n'; yes ']' | head -n 50000 | tr -d '\\n'; echo '}'`,
    'too deeply',
  ],
  ['ok is no boolean', `echo '{"ok": "yes"}'`, "'ok' is a string"],
  ['no error', `echo '{"ok": false}'`, "'error' is missing"],
  ['an error without a message', `echo '{"ok": false, "error": {"class": "E"}}'`, "'error.message' is missing"],
  ['retryable is no boolean', `echo '{"ok": false, "error": {"message": "m", "retryable": 1}}'`, "'error.retryable'"],
  ['words on descriptor 3', 'echo hello >&3', 'does not end in }'],
  ['another object on descriptor 3', `echo '{"a": 1}' >&3; echo '{"ok":true}'`, "without a member 'ok'"],
  ['an array on descriptor 3', `echo '[true]' >&3`, 'an array'],
  ['two envelopes on descriptor 3', `echo '{"ok":true}{"ok":true}' >&3`, 'not JSON'],
])('a malformed envelope: %s', async (_, script, why) => {
  const { failure } = await runShell(script);
  expect(failure).toMatchObject({ code: 'TASK_ENVELOPE_INVALID', retryable: false });
  expect(failure?.why).toContain(why);
});

test('a malformed envelope behind exit 75 is tried again: the code was promised to mean that', async () => {
  const { failure } = await runShell(`printf '{"ok": tr'; exit 75`);
  expect(failure).toMatchObject({ code: 'TASK_ENVELOPE_INVALID', retryable: true });
});

test('a signal that was not ours', async () => {
  const ending = await runShell('kill -KILL $$');
  expect(ending).toMatchObject({
    exitCode: null,
    signalName: 'SIGKILL',
    failure: { code: 'TASK_KILLED', retryable: true },
  });
  const half = await runShell(`printf '{"ok": tr'; kill -KILL $$`);
  expect(half.failure).toMatchObject({ code: 'TASK_KILLED', retryable: true });
});

test.each([
  ['a program that is not there', specOf(['no-such-program']), "No program named 'no-such-program'"],
  ['a folder that is not there', specOf(['true'], { cwd: '/no/such/folder' }), "'/no/such/folder' is not a directory"],
  [
    'arguments that are too large',
    specOf(['true'], { payload: 'x'.repeat(3_000_000), payloadAs: 'argument' }),
    'larger than',
  ],
  ['a NUL in a variable', specOf(['true'], { env: { A: 'topsecret\0' } }), 'contains a NUL'],
])('not started: %s', async (_, spec, why) => {
  const { failure } = await executeTask(spec, runOf());
  expect(failure).toMatchObject({ code: 'TASK_NOT_STARTED', retryable: false });
  expect(failure?.why).toContain(why);
  expect(JSON.stringify(failure)).not.toMatch(/xxxx|topsecret/);
});

test('a result that is too large says so, and how large it may be', async () => {
  const long = `printf '{"ok":true,"result":"'; head -c 200000 /dev/zero | tr '\\0' x; printf '"}'`;
  for (const script of [long, `(${long}) >&3`]) {
    const { failure } = await runShell(script, {}, { maxResultBytes: 1_000 });
    expect(failure).toMatchObject({ code: 'TASK_ENVELOPE_INVALID' });
    expect(failure?.why).toContain('a result may have 1000');
  }
  const { failure } = await runShell(
    `echo '{"ok":true,"result":"${'x'.repeat(1_000)}"}'`,
    {},
    { maxResultBytes: 1_000 },
  );
  expect(failure?.why).toContain('It has 1002 bytes');
});
