import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProcess } from '../../src/process/index.js';
import type { ProcessOptions } from '../../src/process/options.js';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'casparian-not-started-'));
  writeFileSync(join(directory, 'plain-text'), 'not a program');
  writeFileSync(join(directory, 'orphan-script'), '#!/no/such/interpreter\n');
  chmodSync(join(directory, 'orphan-script'), 0o755);
});
afterAll(() => rmSync(directory, { recursive: true }));

test.each<[string, () => Partial<ProcessOptions>, string, RegExp]>([
  ['a name that is nowhere', () => ({ argv: ['no-such-program'] }), 'ENOENT', /No program named 'no-such-program'/],
  [
    'a path that leads nowhere',
    () => ({ argv: ['/no/such/program'] }),
    'ENOENT',
    /Program '\/no\/such\/program' was not found/,
  ],
  ['a program that is not executable', () => ({ argv: [join(directory, 'plain-text')] }), 'EACCES', /not executable/],
  ['a directory as program', () => ({ argv: [directory] }), 'EACCES', /cannot be run/],
  ['a script without its interpreter', () => ({ argv: ['./orphan-script'], cwd: directory }), 'ENOENT', /interpreter/],
  ['a working directory that is nowhere', () => ({ cwd: '/no/such/place' }), 'ENOENT', /working directory/],
  ['a file as working directory', () => ({ cwd: join(directory, 'plain-text') }), 'ENOTDIR', /working directory/],
  ['arguments beyond all bounds', () => ({ argv: ['/bin/sh', 'x'.repeat(8_000_000)] }), 'E2BIG', /larger than/],
  ['an empty name', () => ({ argv: [''] }), 'ERR_INVALID_ARG_VALUE', /name of the program is empty/],
])('%s is a result with a reason', async (_what, options, code, reason) => {
  const result = await runProcess({ argv: ['/bin/sh'], env: {}, ...options() });
  expect(result).toMatchObject({ ending: 'not_started', exitCode: null, signalName: null, stdoutBytes: 0 });
  expect(result.startError).toEqual({ code, reason: expect.stringMatching(reason) as string });
});

test('the reason does not repeat an argument or variable, which may be a secret', async () => {
  const byArgument = await runProcess({ argv: ['/bin/sh', 'secret\0'], env: {} });
  const byVariable = await runProcess({ argv: ['/bin/sh'], env: { TOKEN: 'secret\0' } });
  for (const { ending, startError } of [byArgument, byVariable]) {
    expect(ending).toBe('not_started');
    expect(startError?.reason).not.toContain('secret');
  }
});
