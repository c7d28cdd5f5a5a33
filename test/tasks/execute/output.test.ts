import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isRunning } from '../../process/programs.js';
import { runNode, runPython, runShell } from './run.js';

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

test('streams are counted, hashed, handed on and kept as tails, each for itself', async () => {
  const handed = { stdout: '', stderr: '' };
  const ending = await runShell(
    'echo out; echo err >&2; printf end',
    {},
    {
      stdout: (lines) => (handed.stdout += lines.toString()),
      stderr: (lines) => (handed.stderr += lines.toString()),
      tailBytes: 5,
    },
  );
  expect(handed).toEqual({ stdout: 'out\nend', stderr: 'err\n' });
  expect(ending.stdout).toEqual({ bytes: 7, sha256: sha256('out\nend'), tail: 't\nend' });
  expect(ending.stderr).toEqual({ bytes: 4, sha256: sha256('err\n'), tail: 'err\n' });
  expect((await runShell('true')).stdout).toEqual({ bytes: 0, sha256: null, tail: '' });
});

test('10 MB of lines before an envelope take little time, also with secrets to look for', async () => {
  const line = `${'x'.repeat(79)}\n`;
  let handed = 0;
  const env = { PATH: process.env['PATH'], API_TOKEN: 'not in the output', OTHER_TOKEN: 'neither is this' };
  const script = `yes ${line.trim()} | head -c 10485760; echo '{"ok":true,"result":"read"}'`;
  const secrets = ['API_TOKEN', 'OTHER_TOKEN'];
  const { result, stdout, durationMs } = await runShell(
    script,
    { secrets },
    { env, stdout: (lines) => (handed += lines.length) },
  );
  expect(result).toBe('read');
  expect(stdout.bytes).toBe(10_485_760 + 28);
  expect(handed).toBe(stdout.bytes);
  expect(stdout.tail).toHaveLength(4_096);
  // 70 to 95 ms on a machine of two cores, where runProcess alone takes 62 to 86; far more on one that is busy.
  expect(durationMs).toBeLessThan(15_000);
});

test('one line of 4 MB is just output, unless it begins like an envelope', async () => {
  const line = (begin: string): string => `printf '${begin}'; head -c 4000000 /dev/zero | tr '\\0' x`;
  expect((await runShell(line('{"o'))).failure).toBeNull();
  expect((await runShell(line('{"ok":true,"result":"'))).failure?.why).toContain('a result may have 1048576');
  expect((await runShell(`${line('')}; echo; echo '{"ok":true,"result":1}'`)).result).toBe(1);
});

test('binary garbage does no harm', async () => {
  const garbage = Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 7_919) % 256));
  const script = `const b=Buffer.from(Array.from({length:100000},(_,i)=>i*7919%256));
    process.stdout.write(b); process.stderr.write(b);`;
  const ending = await runNode(script);
  expect(ending).toMatchObject({ failure: null, result: null });
  expect(ending.stdout).toMatchObject({ bytes: garbage.length, sha256: sha256(garbage) });
  expect(ending.stderr.sha256).toBe(sha256(garbage));
  expect(ending.stdout.tail.length).toBeGreaterThan(1_000);
  const result = await runShell(`printf '\\377\\376\\0\\n{"ok":true,"result":1}\\n'`);
  expect(result.result).toBe(1);
});

test('a program may close what it was given, and leave a megabyte of stdin unread', async () => {
  const payload = 'x'.repeat(1_000_000);
  expect(await runShell('exec 0<&- 1>&- 2>&- 3>&-; exit 3', { payload })).toMatchObject({ exitCode: 3 });
  expect(await runShell('exec 1>&-; echo \'{"ok":true,"result":1}\' >&3')).toMatchObject({ result: 1 });
  expect(await runShell('exec 3>&-; echo \'{"ok":true,"result":2}\'')).toMatchObject({ result: 2 });
  expect(await runShell('sleep 0.1; echo \'{"ok":true,"result":3}\'', { payload })).toMatchObject({ result: 3 });
});

test('a child that stays with descriptor 3 and stdout does not keep the run', async () => {
  const daemon = `
import os, sys, time
begun, begins = os.pipe()
pid = os.fork()
if pid:
    os.read(begun, 1)
    print('{"ok": true, "result": %d}' % pid)
    sys.exit()
os.setsid()
os.write(begins, b'.')
time.sleep(60)
`;
  const pid = (await runPython(daemon)).result as number;
  expect(isRunning(pid)).toBe(true);
  process.kill(pid, 'SIGKILL');
});

test('an error of whoever listens is not taken for one of the program', async () => {
  const stdout = (): void => {
    throw new Error('no space left');
  };
  await expect(runShell('echo x', {}, { stdout })).rejects.toThrow('no space left');
});
