import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runHelper } from './run-helper.js';

test.for<[string, string[], string, unknown]>([
  ['an object becomes keyword arguments', ['errands:add'], '{"a": 1, "c": 3}', 6],
  ['a list becomes positional arguments', ['errands', 'add'], '[1, 5]', 6],
  ['a value alone becomes the one argument', ['errands:add'], '1', 3],
  ['null gives no arguments', ['errands:count'], 'null', 0],
  ['nothing gives no arguments', ['errands:count'], ' \n', 0],
  ['a function of any names takes any', ['errands:named'], '{"x y": 1, "self": 2}', { 'x y': 1, self: 2 }],
  ['a parameter called payload gets it whole', ['errands:take'], '{"a": [1]}', { a: [1] }],
  ['null whole is None', ['errands:take'], 'null', null],
  ['a parameter annotated dict gets it whole', ['errands:take_dict'], '{"a": 1}', { a: 1 }],
  ['a task has the name it is given', ['errands', 'renamed.task'], '', 'renamed'],
  ['a task below another decorator is found', ['errands:wrapped'], '{"a": 1}', 1],
  ['an async function is run', ['errands:wait'], '', 'waited'],
  ['a module with one task needs no name', ['single'], '[1, 2]', [1, 2]],
])('%s', async ([, args, input, result]) => {
  const { envelope, exitCode } = await runHelper(args, { input });
  expect(envelope).toEqual({ ok: true, result });
  expect(exitCode).toBe(0);
});

test.for<[string, string[], string, string]>([
  [
    'all that is missing and unknown',
    ['errands:add'],
    '{"b": 1, "d": 2}',
    "the argument 'a' is missing; the argument 'd' is unknown",
  ],
  ['too many values', ['errands:add'], '[1, 2, 3]', 'too many values (3)'],
  ['a missing whole payload', ['errands:take'], '', "the argument 'payload' is missing"],
  ['a payload that is no JSON', ['errands:add'], '{"a": 1', 'the payload (stdin) is not JSON'],
  ['NaN in a payload', ['errands:add'], '{"a": NaN}', 'NaN is not a JSON value'],
  ['an unknown task', ['errands:nope'], '', "errands has no task 'nope'; it has add, count"],
  ['a module that has several', ['errands'], '', 'which task of errands? it has add, count'],
  ['a module that is not there', ['no_such.module'], '', "no module 'no_such' in "],
  ['more than a payload', ['errands:add', '1', '2'], '', 'expected at most one payload'],
])('%s is a failure for good that says so', async ([, args, input, message]) => {
  const { envelope, exitCode } = await runHelper(args, { input });
  expect(envelope).toMatchObject({ ok: false, error: { class: 'Fault', retryable: false, traceback: null } });
  expect(envelope.error?.message).toContain(message);
  expect(exitCode).toBe(1);
});

test('the payload is taken from wherever it is: the last argument, a file, or stdin', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'casparian-helper-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'payload.json');
  await writeFile(file, '["from the file"]');
  const endings = await Promise.all([
    runHelper(['single', '["from the argument"]']),
    runHelper(['single', 'only', '["from the argument"]']),
    runHelper(['single:only', '-5']),
    runHelper(['single'], { env: { CASPARIAN_PAYLOAD_FILE: file } }),
    runHelper(['single'], { input: '["from stdin"]' }),
  ]);
  expect(endings.map(({ envelope }) => envelope.result)).toEqual([
    ['from the argument'],
    ['from the argument'],
    [-5],
    ['from the file'],
    ['from stdin'],
  ]);
});

test('numbers and text arrive as they were sent', async () => {
  const sent = '[9007199254740993, -1e-7, 1.0, "\\u0000é\\ud83d\\ude00\\ud800", "", {}, [], {"": null}]';
  const { reported } = await runHelper(['errands:take'], { input: sent });
  expect(reported).toContain('9007199254740993');
  expect(JSON.parse(reported)).toEqual({ ok: true, result: JSON.parse(sent) as unknown });
});

test('the context says which run this is, and by hand that it is none', async () => {
  const env = { CASPARIAN_JOB_ID: 'j', CASPARIAN_ATTEMPT: '2', CASPARIAN_FENCE: '3', CASPARIAN_SPEC_HASH: 'abc' };
  const [inJob, byHand] = await Promise.all([
    runHelper(['errands:tell_context'], { env }),
    runHelper(['errands:tell_context'], { descriptor: false }),
  ]);
  expect(inJob.envelope.result).toEqual({ job_id: 'j', attempt: 2, fence: 3, spec_hash: 'abc' });
  expect(byHand.envelope.result).toEqual({ job_id: null, attempt: 1, fence: 0, spec_hash: null });
});

test('--list shows the tasks, and usage is told to who asks for nothing', async () => {
  const [listed, nothing] = await Promise.all([runHelper(['errands', '--list']), runHelper([])]);
  expect(listed.stdout.split('\n')).toContain(
    'add(a: int, b: int = 2, *, c: int = 0) -> int  # Adds two or three numbers.',
  );
  expect(nothing).toMatchObject({ exitCode: 2, stdout: '' });
  expect(nothing.stderr).toContain('usage: python3 -m casparian_task MODULE:TASK');
});
