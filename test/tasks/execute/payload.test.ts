import { existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { PAYLOAD_MODES, type PayloadMode } from '../../../src/tasks/spec/run-spec.js';
import { runPython, runShell } from './run.js';

const EDGE_CASES = [
  null,
  true,
  0,
  -0.5,
  5e-324,
  1.7976931348623157e308,
  Number.MAX_SAFE_INTEGER,
  12345678901234567890n,
  -(10n ** 60n),
  '',
  ' ',
  '\0 \x01 \x1f \x7f',
  '\n\r\n\t\b\f',
  `'"\\/ $(id) \`id\` $HOME ; | & > * ? ~ %s %00`,
  'äöü ß 日本語 🦜 e\u0301 \u2028 \u2029 \ufeff \ufffd \uffff',
  '\ud83d',
  '--flag',
  '{"ok": false, "error": {"message": "not mine"}}',
  [],
  [[[[[]]]]],
  {},
  { '': 1, __proto__x: 2, constructor: 3, 'a b': { c: [null, { d: '' }] }, 日: '本' },
  JSON.parse('{"__proto__": {"polluted": true}}'),
  'x'.repeat(100_000),
];

const ECHO: Record<PayloadMode, string> = {
  stdin: 'json.load(sys.stdin)',
  argument: 'json.loads(sys.argv[1])',
  file: 'json.load(open(os.environ["CASPARIAN_PAYLOAD_FILE"]))',
};

/** Python reads UTF-8 whatever the language of the machine is. */
const env = { PYTHONUTF8: '1' };

test.concurrent.each(PAYLOAD_MODES)('every kind of JSON comes back as it was sent: %s', async (payloadAs) => {
  const script = `import json,os,sys; print(json.dumps({"ok":True,"result":${ECHO[payloadAs]}}))`;
  const { failure, result } = await runPython(script, { payload: EDGE_CASES, payloadAs, env });
  expect(failure).toBeNull();
  expect(result).toStrictEqual(EDGE_CASES);
});

test.each([null, false, 0, '', '-1', 12345678901234567890n])('so does a bare value: %s', async (payload) => {
  const { result } = await runShell('read -r line; printf \'{"ok":true,"result":%s}\' "$line"', { payload });
  expect(result).toBe(payload);
  const argument = await runShell('printf \'{"ok":true,"result":%s}\' "$0"', { payload, payloadAs: 'argument' });
  expect(argument.result).toBe(payload);
});

test('stdin has the text and one line break; without a payload it has nothing, and there is no file', async () => {
  expect((await runShell('cat', { payload: { a: [1] } })).stdout.tail).toBe('{"a":[1]}\n');
  const script = 'cat; echo "[$#|$0|${CASPARIAN_PAYLOAD_FILE-none}]"';
  for (const payloadAs of PAYLOAD_MODES) {
    expect((await runShell(script, { payloadAs })).stdout.tail).toBe('[0|sh|none]\n');
  }
});

test('the file is for the program alone and is removed, however the program ends', async () => {
  for (const [exit, code] of [
    ['0', null],
    ['1', 'TASK_FAILED'],
  ] as const) {
    let path = '';
    const seen: number[] = [];
    const script = `echo "$CASPARIAN_PAYLOAD_FILE"; while [ ! -e "$CASPARIAN_PAYLOAD_FILE.seen" ]; do sleep 0.01; done; exit ${exit}`;
    const stdout = (lines: Buffer): void => {
      path = lines.toString().trim();
      seen.push(statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777);
      writeFileSync(`${path}.seen`, '');
    };
    const { failure } = await runShell(script, { payload: 1, payloadAs: 'file' }, { stdout });
    expect(failure?.code ?? null).toBe(code);
    expect(seen).toEqual([0o600, 0o700]);
    expect(existsSync(dirname(path))).toBe(false);
  }
});
