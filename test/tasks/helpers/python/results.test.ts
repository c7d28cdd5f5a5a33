import { expect, test } from 'vitest';
import { runHelper } from './run-helper.js';

test('what Python returns becomes the JSON that one expects', async () => {
  const { envelope, reported } = await runHelper(['errands:every_type']);
  expect(envelope.result).toEqual({
    line: { amount: '1.10', day: '2026-01-02' },
    point: { x: 1, y: 2 },
    when: '2026-01-02T03:04:00+00:00',
    time: '01:02:00',
    id: '00000000-0000-0000-0000-000000000007',
    path: '/a/b',
    set: [1, 2, 3],
    tuple: [1, null, true],
    enums: ['red', 1],
    array: [1, 2],
    keys: [1],
    range: [0, 1, 2],
    big: 2 ** 70,
    text: 'é\u2028\ud800',
    7: 0.1,
  });
  expect(reported).toContain('1180591620717411303424');
});

test.for([
  ['nan', 'ValueError', 'result.rows[1].a is nan, which JSON cannot represent; return None instead'],
  ['infinite', 'ValueError', 'result[0] is -inf, which JSON cannot represent; return None instead'],
  ['time', 'ValueError', 'result is NaT, which JSON cannot represent; return None instead'],
  ['decimal', 'ValueError', 'result is sNaN, which JSON cannot represent; return None instead'],
  ['bytes', 'TypeError', 'result.data is bytes; decode them, or return them as base64'],
  ['generator', 'TypeError', 'result is of type generator, which has no JSON form'],
  ['key', 'TypeError', 'result.a is a dict with the key (1, 2); keys must be text or whole numbers'],
  ['same_keys', 'ValueError', "result is a dict with two keys that become '1' as text"],
  ['endless', 'ValueError', 'result is an integer too long for Python to print; return it as hexadecimal text'],
  ['itself', 'Fault', 'the result is nested too deeply, or contains itself'],
] as const)('a result that is no JSON (%s) fails for good and says where', async ([kind, name, message]) => {
  const { envelope, exitCode } = await runHelper(['errands:return_impossible'], { input: JSON.stringify(kind) });
  expect(envelope.error).toEqual({ class: name, message, traceback: null, retryable: false });
  expect(exitCode).toBe(1);
});

test('prints of any kind leave the envelope alone, on the descriptor and on stdout', async () => {
  const [atWork, byHand] = await Promise.all([
    runHelper(['errands:chatter']),
    runHelper(['errands:chatter'], { descriptor: false }),
  ]);
  expect(atWork.reported).toBe('{"ok": true, "result": "chatted"}\n');
  expect(atWork.stdout).toContain('a child');
  expect(byHand.stdout).toBe('{"ok": true, "result": "chatted"}\n');
  expect(byHand.stderr).toContain('a last word');
  expect([atWork.exitCode, byHand.exitCode]).toEqual([0, 0]);
});
