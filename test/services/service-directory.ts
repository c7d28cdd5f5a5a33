import { spawn } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAccessibleTo } from './accessible.js';
import type { UserIds } from './unprivileged-user.js';

export interface ServiceDirectory {
  path: string;
  /** Removes the directory. The server must have stopped. */
  remove(): Promise<void>;
}

// The guard. Its stdin closes when the test process ends, even by SIGKILL, which runs no exit handler. Then it stops every
// process group listed in `pids` and removes the directory.
const guardScript = `
cat >/dev/null
[ -d "$1" ] || exit 0
for pid in $(cat "$1/pids" 2>/dev/null); do kill -s "$2" -- "-$pid" 2>/dev/null; done
tries=0
for pid in $(cat "$1/pids" 2>/dev/null); do
  while kill -s 0 -- "-$pid" 2>/dev/null && [ $tries -lt 50 ]; do tries=$((tries + 1)); sleep 0.1; done
  kill -s KILL -- "-$pid" 2>/dev/null
done
rm -rf "$1"
`;

/** A temporary directory for one server, owned by its user, and removed with the server or this process. */
export async function createServiceDirectory(
  name: string,
  options: { owner: UserIds | undefined; lastSignal: 'QUIT' | 'TERM' },
): Promise<ServiceDirectory> {
  // The user of the server cannot access a private TMPDIR of root.
  const parent = isAccessibleTo(options.owner, tmpdir()) ? tmpdir() : '/tmp';
  const path = await mkdtemp(join(parent, `casparian-${name}-`));
  if (options.owner !== undefined) await chown(path, options.owner.uid, options.owner.gid);

  const guard = spawn('sh', ['-c', guardScript, 'guard', path, options.lastSignal], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  });
  guard.unref();
  return {
    path,
    async remove() {
      await rm(path, { recursive: true, force: true });
      guard.stdin.end();
    },
  };
}
