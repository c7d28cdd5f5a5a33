import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Check, failed, ok, type Verdict, warning } from './check.js';

const TOO_LITTLE_BYTES = 64 * 2 ** 20;
const LITTLE_BYTES = 2 ** 30;
const OTHERS = 0o077;

/** The folder that holds the database, environments, logs and outputs: it must be there, ours, writable, and have room. */
export function homeCheck(home: string): Check {
  return { name: 'home', run: () => homeVerdict(home) };
}

async function homeVerdict(home: string): Promise<Verdict> {
  const found = await stat(home).catch(() => undefined);
  if (found && !found.isDirectory())
    return failed(`${home} is no folder`, 'Name another one: --home or CASPARIAN_HOME.');
  const place = found ? home : await nearestFolder(home);
  const writable = await access(place, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!writable) {
    const problem = found ? `${home} cannot be written to` : `${home} cannot be made: ${place} cannot be written to`;
    return failed(
      problem,
      `Give it to this user: chown -R "$USER" ${place}`,
      'Or name another one: --home or CASPARIAN_HOME.',
    );
  }
  const { bavail, bsize } = await statfs(place);
  const room = `${((bavail * bsize) / 2 ** 30).toFixed(1)} GiB free`;
  if (bavail * bsize < TOO_LITTLE_BYTES) return failed(`${home}: ${room}`, ...makeRoom());
  if (bavail * bsize < LITTLE_BYTES) return warning(`${home}: ${room}`, ...makeRoom());
  if (!found) return ok(`${home} is made when it is first needed, ${room}`);
  if (process.platform !== 'win32' && (found.mode & OTHERS) !== 0) {
    return warning(`${home} can be entered by others, and payloads may be private`, `Run: chmod 700 ${home}`);
  }
  return ok(`${home}, ${room}`);
}

function makeRoom(): string[] {
  return [
    'Delete what was superseded: casparian outputs prune',
    'And old environments: casparian env prune --older-than 30d',
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
