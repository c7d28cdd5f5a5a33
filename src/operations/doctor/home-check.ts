import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Hint, hint } from '../../platform/index.js';
import { type Check, failed, ok, type Verdict, warning } from './check.js';

const TOO_LITTLE_BYTES = 64 * 2 ** 20;
const LITTLE_BYTES = 2 ** 30;
const OTHERS = 0o077;
const OTHER_HOME = hint('Name another one with {} or CASPARIAN_HOME.', { options: { home: 'DIR' } });

/** The folder with the database, environments, logs and outputs: it must be private and writable, and have free space. */
export function homeCheck(home: string): Check {
  return { name: 'home', run: () => homeVerdict(home) };
}

async function homeVerdict(home: string): Promise<Verdict> {
  const found = await stat(home).catch(() => undefined);
  if (found && !found.isDirectory()) return failed(`${home} is not a folder`, OTHER_HOME);
  const place = found ? home : await nearestFolder(home);
  const writable = await access(place, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!writable) {
    const problem = found ? `${home} cannot be written to` : `${home} cannot be created: ${place} cannot be written to`;
    return failed(problem, `Give it to this user: chown -R "$USER" ${place}`, OTHER_HOME);
  }
  const { bavail, bsize } = await statfs(place);
  const room = `${((bavail * bsize) / 2 ** 30).toFixed(1)} GiB free`;
  if (bavail * bsize < TOO_LITTLE_BYTES) return failed(`${home}: ${room}`, ...makeRoom());
  if (bavail * bsize < LITTLE_BYTES) return warning(`${home}: ${room}`, ...makeRoom());
  if (!found) return ok(`${home} is created when it is first needed, ${room}`);
  if (process.platform !== 'win32' && (found.mode & OTHERS) !== 0) {
    return warning(`${home} can be read by others, and payloads may be private`, `Run: chmod 700 ${home}`);
  }
  return ok(`${home}, ${room}`);
}

function makeRoom(): Hint[] {
  return [
    hint('Delete superseded outputs', { action: 'outputs.prune' }),
    hint('And old environments', { action: 'env.prune', options: { older_than: '30d' } }),
  ];
}

async function nearestFolder(path: string): Promise<string> {
  const parent = dirname(path);
  const isThere = await stat(parent).then(
    () => true,
    () => false,
  );
  return isThere || parent === path ? parent : nearestFolder(parent);
}
