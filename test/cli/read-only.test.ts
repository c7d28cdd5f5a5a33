import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { connectSqlite } from '../../src/database/index.js';
import { asUser, USERS } from '../bridge/sandbox/users.js';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const OTHER = USERS.at(-1)!;

test.runIf(process.platform === 'linux').each(['in use', 'not in use'])(
  'a database that the user cannot write, %s, can be listed, queried and verified; a change says why it fails',
  async (use) => {
    // Not in the folder of the tests, which another user cannot enter.
    const home = mkdtempSync('/tmp/read-only-');
    const path = join(home, 'casparian.db');
    const env = { PATH: '/usr/bin:/bin', CASPARIAN_HOME: home };
    await promisify(execFile)(process.execPath, [MAIN, 'enqueue', 'noop'], { env });
    const user = connectSqlite(use === 'in use' ? path : ':memory:');
    // Opens the log and the index beside the file.
    user.prepare('SELECT count(*) FROM sqlite_master').get();
    onTestFinished(() => {
      user.close();
      rmSync(home, { recursive: true });
    });
    for (const file of [path, `${path}-shm`, `${path}-wal`]) if (existsSync(file)) chmodSync(file, 0o444);
    chmodSync(home, 0o555);
    const run = (...args: string[]): Promise<{ stdout: string; stderr: string }> => {
      const [file = '', ...rest] = asUser(OTHER.uid, [process.execPath, MAIN, ...args]);
      return promisify(execFile)(file, rest, { env });
    };
    const [jobs, verified, rows, refused] = await Promise.all([
      run('jobs', '--json'),
      run('verify'),
      run('query', 'select type from jobs', '--format', 'csv'),
      run('enqueue', 'noop').catch((error: { stderr: string }) => error),
    ]);
    expect(JSON.parse(jobs.stdout)).toMatchObject([{ type: 'noop', status: 'pending' }]);
    expect(verified.stdout + verified.stderr).toContain('0 files checked');
    expect(rows.stdout).toBe('type\nnoop\n');
    expect(refused.stderr).toContain('Error [DATABASE_UNAVAILABLE]: The SQLite database can only be read\n');
  },
);
