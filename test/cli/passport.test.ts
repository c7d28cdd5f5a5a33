import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../../src/cli/commands/passport/verify.js';
import { ReportedFailure } from '../../src/cli/output/failure.js';
import { GOLDEN_INPUTS } from '../passport/golden/inputs.js';
import { makeBundle, SAMPLE_KEY } from '../passport/golden/passport.js';

interface Said {
  readonly stdout: string;
  readonly stderr: string;
  readonly json: unknown;
  readonly exitCode: number;
}

async function verify(
  content: string | Buffer,
  options: { publicKey?: string; keyFile?: string; json?: true } = {},
): Promise<Said> {
  const folder = mkdtempSync(join(tmpdir(), 'casparian-cli-passport-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'bundle.json');
  writeFileSync(file, content);
  const keyFile = join(folder, 'maker.pem');
  if (options.keyFile !== undefined) writeFileSync(keyFile, options.keyFile);
  const publicKey = options.keyFile === undefined ? options.publicKey : keyFile;
  const printed: string[] = [];
  const talked: string[] = [];
  let json: unknown;
  let exitCode = 0;
  try {
    await run({
      args: [file],
      options: publicKey === undefined ? {} : { publicKey },
      output: {
        asJson: options.json === true,
        width: 80,
        print: (text) => printed.push(text),
        json: (value) => (json = value),
        jsonLine: () => undefined,
        message: (text) => talked.push(text),
        warning: (text) => talked.push(text),
        paint: (_style, text) => text,
      },
    });
  } catch (error) {
    if (!(error instanceof ReportedFailure)) throw error;
    exitCode = error.exitCode;
  }
  return { stdout: printed.join('\n'), stderr: talked.join('\n'), json, exitCode };
}

test('a valid passport: every check with what it proves, and how to check who signed it', async () => {
  const { stdout, stderr, exitCode } = await verify(await makeBundle(GOLDEN_INPUTS.minimal));
  expect(exitCode).toBe(0);
  expect(stdout).toContain('✓ signature        the key has signed the receipt');
  expect(stdout).toMatch(/\n\nThe passport is valid\.$/);
  expect(stderr).toContain('--public-key KEY');
});

test('a changed passport: what failed and why, and the exit code 1', async () => {
  const bundle = (await makeBundle(GOLDEN_INPUTS.minimal)).toString();
  const { stdout, stderr, exitCode } = await verify(bundle.replace('"75.500000"', '"95.500000"'));
  expect(exitCode).toBe(1);
  expect(stdout).toContain('✗ payload ');
  expect(stdout).toMatch(/\n\nThe passport is not valid\.$/);
  expect(stderr).toBe('');
});

test('as JSON: ok, and the checks with name, ok and reason', async () => {
  const { json, stdout, exitCode } = await verify('{}', { json: true });
  expect(exitCode).toBe(1);
  expect(stdout).toBe('');
  expect(json).toMatchObject({
    ok: false,
    checks: expect.arrayContaining([{ name: 'json', ok: true, reason: 'the file is a JSON object' }]) as unknown,
  });
});

test('the key of the maker is given as base64 or as a file', async () => {
  const bundle = await makeBundle(GOLDEN_INPUTS.minimal);
  const publicKey = SAMPLE_KEY.publicKey.toString('base64');
  const spki = `-----BEGIN PUBLIC KEY-----\n${Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), SAMPLE_KEY.publicKey]).toString('base64')}\n-----END PUBLIC KEY-----\n`;
  for (const options of [{ publicKey }, { keyFile: spki }]) {
    const { stdout, stderr, exitCode } = await verify(bundle, options);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain('✓ trusted_key');
  }
  const other = await verify(bundle, { publicKey: Buffer.alloc(32).toString('base64') });
  expect(other).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('✗ trusted_key') as string });
  await expect(verify(bundle, { publicKey: 'no key' })).rejects.toMatchObject({ code: 'SIGNING_KEY_INVALID' });
});

test('a file that cannot be read is an error', async () => {
  const output = {
    asJson: false,
    width: 80,
    print() {},
    json() {},
    jsonLine() {},
    message() {},
    warning() {},
    paint: (_: string, text: string) => text,
  };
  await expect(run({ args: ['/no/such/bundle'], options: {}, output })).rejects.toMatchObject({
    code: 'INPUT_NOT_FOUND',
  });
});
