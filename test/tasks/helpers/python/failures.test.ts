import { expect, test } from 'vitest';
import { runHelper, startHelper } from './run-helper.js';

const failWith = (kind: string) => runHelper(['errands:fail_with'], { input: JSON.stringify(kind) });

test.for([
  ['connection', 'ConnectionResetError', true, 75],
  ['timeout', 'TimeoutError', true, 75],
  ['asyncio', 'TimeoutError', true, 75],
  ['interrupted', 'InterruptedError', true, 75],
  ['keyboard', 'KeyboardInterrupt', true, 130],
  ['value', 'ValueError', false, 1],
  ['os', 'PermissionError', false, 1],
] as const)('%s: retryable or not, and the exit code says the same', async ([kind, name, retryable, code]) => {
  const { envelope, exitCode } = await failWith(kind);
  expect(envelope.error?.class).toMatch(new RegExp(`\\b${name}$`));
  expect(envelope.error).toMatchObject({ message: 'gave out', retryable });
  expect(exitCode).toBe(code);
});

test('Retry, Fail and retry_on say it themselves', async () => {
  const [later, now, never, named, alone] = await Promise.all([
    runHelper(['errands:retry'], { input: '{"after": 1.5}' }),
    runHelper(['errands:retry']),
    runHelper(['errands:fail']),
    runHelper(['errands:retry_unlucky']),
    runHelper(['errands:retry_one']),
  ]);
  expect(later.envelope.error).toMatchObject({ class: 'Retry', retryable: true, retry_after: 1.5 });
  expect(now.envelope.error).not.toHaveProperty('retry_after');
  expect(never.envelope.error).toMatchObject({ class: 'Fail', message: 'no such customer', retryable: false });
  for (const { envelope } of [named, alone])
    expect(envelope.error).toMatchObject({ class: 'errands.Unlucky', retryable: true });
  expect([later, now, never, named, alone].map(({ exitCode }) => exitCode)).toEqual([75, 75, 1, 75, 75]);
});

test('a traceback begins with the first line of the user, has its causes, and stands in the log too', async () => {
  const [chained, inAsyncio] = await Promise.all([
    runHelper(['errands:be_unlucky']),
    runHelper(['errands:retry_unlucky']),
  ]);
  const text = chained.envelope.error?.traceback ?? '';
  expect(text).toContain('in unlucky');
  expect(text).toContain('direct cause');
  expect(chained.stderr).toContain(text);
  expect(inAsyncio.envelope.error?.traceback).toMatch(
    /^Traceback .+\n {2}File ".+errands\.py", line \d+, in retry_unlucky\n/,
  );
  for (const { envelope } of [chained, inAsyncio]) expect(envelope.error?.traceback).not.toContain('casparian_task.py');
});

test('what is no exception is refused where it is written, by the line', async () => {
  const { envelope } = await runHelper(['unwilling']);
  expect(envelope.error).toMatchObject({ class: 'TypeError', retryable: false });
  expect(envelope.error?.message).toContain("retry_on='OSError': expected an exception class");
  // Up to Python 3.10 this is the line of the function, later of its decorator.
  expect(envelope.error?.traceback).toMatch(/unwilling\.py", line [45]/);
});

test('a task that has used up its file descriptors is told like any other failure', async () => {
  const { envelope, exitCode } = await startHelper(['errands:use_up_descriptors']).ended;
  expect(envelope.error).toMatchObject({ class: 'OSError', retryable: false });
  expect([envelope.error?.message, exitCode]).toEqual([expect.stringContaining('Too many open files'), 1]);
});

test('an exception that cannot be told is told by its name', async () => {
  const { envelope } = await runHelper(['errands:fail_unspeakably']);
  expect(envelope.error).toMatchObject({ class: 'errands.Unspeakable', message: 'Unspeakable', retryable: false });
});

test.for<[string, object, number]>([
  ['null', { ok: true, result: null }, 0],
  ['0', { ok: true, result: null }, 0],
  ['75', { ok: false, error: { class: 'SystemExit', message: 'exited with code 75' } }, 75],
  ['3', { ok: false, error: { class: 'SystemExit', message: 'exited with code 3' } }, 3],
  ['"no way"', { ok: false, error: { class: 'SystemExit', message: 'no way' } }, 1],
])('sys.exit(%s) leaves it to the exit code', async ([code, envelope, exitCode]) => {
  const ending = await runHelper(['errands:leave'], { input: code });
  expect(ending.envelope).toMatchObject(envelope);
  expect(ending.envelope.error ?? {}).not.toHaveProperty('retryable');
  expect(ending.exitCode).toBe(exitCode);
});
