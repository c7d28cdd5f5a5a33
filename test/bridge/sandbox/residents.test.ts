import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asUser, USERS } from './users.js';

const BRIDGE = fileURLToPath(new URL('../../../dist/bridge/index.js', import.meta.url));
/** One that all users can run. */
const PYTHON = '/usr/bin/python3';
const FIXTURES = fileURLToPath(new URL('fixtures', import.meta.url));

describe.runIf(process.platform === 'linux').each(USERS)('a built-in reader in the sandbox, as $user', ({ uid }) => {
  let folder: string;
  let server: Server;
  let results: Record<string, string>;

  beforeAll(async () => {
    folder = mkdtempSync('/tmp/resident-');
    const paths = Object.fromEntries(['input', 'other', 'earlier'].map((name) => [name, join(folder, name)]));
    for (const path of Object.values(paths)) writeFileSync(path, 'rows', { mode: 0o666 });
    const [program, staging] = [join(folder, 'program', 'resident.mjs'), join(folder, 'staging')];
    for (const path of [dirname(program), staging]) mkdirSync(path);
    copyFileSync(join(FIXTURES, 'resident.mjs'), program);
    for (const path of [folder, staging, dirname(program)]) chmodSync(path, 0o777);
    server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const target = JSON.stringify({ ...paths, staging, port });
    const [file = '', ...args] = asUser(uid, [
      ...[process.execPath, join(FIXTURES, 'resident-host.mjs'), BRIDGE, program, PYTHON, target],
    ]);
    const { stdout } = await promisify(execFile)(file, args, { cwd: folder, env: { PATH: '/usr/bin:/bin' } });
    results = JSON.parse(stdout) as Record<string, string>;
  }, 60_000);
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('reads what is lent to it, and writes to the staging folder', () => {
    expect(results).toMatchObject({ 'read its input': 'rows', 'write to the staging folder': 'written' });
    expect(readFileSync(join(folder, 'staging', 'rows'), 'utf8')).toBe('x');
  });

  test.each([
    ...['read another file', 'read an input that was taken back', 'change its input', 'change another file'],
    ...['change its program', 'read the environment of the worker', 'list other processes', 'signal the worker'],
    'connect to a port',
  ])('cannot %s', (attack) => {
    expect(results[attack]).toMatch(/^refused/);
  });
});
