import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PAYLOAD_MODES } from '../../../src/tasks/spec/run-spec.js';
import { temporaryFolder } from '../../cli/store.js';
import { runPython, runShell } from './run.js';

const SECRET = 'correct-horse/battery"staple';
const env = { PATH: process.env['PATH'], API_TOKEN: SECRET };
const secrets = ['API_TOKEN'];

test('a program that tells all it knows tells us no secret, except as its result', async () => {
  const script = `import base64, json, os, sys, urllib.parse
s = os.environ['API_TOKEN']
for stream in (sys.stdout, sys.stderr):
    for form in (s, json.dumps(s), urllib.parse.quote(s), base64.b64encode(s.encode()).decode()):
        print('told', form, file=stream)
sys.stdout.write('cut ' + s[:9]); sys.stdout.flush(); print(s[9:])
error = {'class': 'E' + s, 'message': 'bad ' + s, 'traceback': 'File ' + s}
print(json.dumps({'ok': False, 'error': error}))`;
  let told = '';
  const listen = (lines: Buffer): void => void (told += lines.toString());
  const ending = await runPython(script, { secrets }, { env, stdout: listen, stderr: listen });
  const kept = told + JSON.stringify(ending);
  expect(ending.failure).toMatchObject({ class: 'E***', message: 'bad ***', traceback: 'File ***' });
  expect(ending.stdout.tail).toContain('told ***\ntold "***"\ntold ***\ntold ***\ncut ***\n');
  expect(told.match(/\*\*\*/g)).toHaveLength(12);
  expect(kept).not.toMatch(/horse|battery|Y29ycmVjd/);

  const result = await runShell(`printf '{"ok":true,"result":"%s"}' "$A_TOKEN"`, { env: { A_TOKEN: 'wanted' } });
  expect(result).toMatchObject({ result: 'wanted', stdout: { tail: '{"ok":true,"result":"***"}' } });
});

test('a tail that begins inside a secret does not show its second half', async () => {
  for (const tailBytes of [5, 12, 20, 32, 40]) {
    const { stdout } = await runShell('printf "before %s behind" "$API_TOKEN"', { secrets }, { env, tailBytes });
    expect(stdout.tail).not.toMatch(/staple|[a-z]"/);
    expect('before *** behind'.endsWith(stdout.tail)).toBe(true);
  }
});

test('a malformed envelope is not quoted', async () => {
  const { failure } = await runShell('printf \'{"ok": true, "result": %s\' "$API_TOKEN"', { secrets }, { env });
  expect(failure?.code).toBe('TASK_ENVELOPE_INVALID');
  expect(JSON.stringify(failure)).not.toContain('correct');
});

test.each(PAYLOAD_MODES)(
  'while it runs, no command line shows a secret or a payload that is not an argument: %s',
  async (payloadAs) => {
    const commandLines: string[] = [];
    const seen = join(await temporaryFolder(), 'seen');
    const stdout = (): void => {
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        try {
          commandLines.push(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
        } catch {
          // It has ended meanwhile.
        }
      }
      writeFileSync(seen, '');
    };
    const payload = 'a-payload-of-nobody-else';
    const script = `echo ready; while [ ! -e '${seen}' ]; do sleep 0.01; done`;
    await runShell(script, { secrets, payload, payloadAs }, { env, stdout });
    const all = commandLines.join('\n');
    expect(all).toContain('echo ready');
    expect(all).not.toContain(SECRET);
    expect(all.includes(payload)).toBe(payloadAs === 'argument');
  },
);
