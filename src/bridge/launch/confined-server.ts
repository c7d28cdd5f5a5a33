import { type BigIntStats, lstatSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUpOnExit, makeTemporaryFolder, removeTree, removeTreeSync } from '../../process/index.js';
import { type ForkServer, type RunSandbox, type ServerSandbox, startForkServer } from './fork-server.js';
import type { ShimArguments } from './shim-command.js';

/** A server whose parsers are confined, and the folder for their temporary folders. */
export interface ConfinedServer extends ForkServer {
  /** Runs with what one run needs: its input, its socket and an empty temporary folder. */
  inside<T>(shim: ShimArguments, work: (sandbox: RunSandbox) => Promise<T>): Promise<T>;
  /** A name for the temporary folder of a run, and where the caller creates and removes it. */
  temporaryFolder(): { readonly name: string; readonly path: string };
}

export function startConfinedServer(
  python: string,
  env: Readonly<Record<string, string | undefined>>,
  sandbox: Omit<ServerSandbox, 'temporary'>,
): ConfinedServer {
  const folder = makeTemporaryFolder('runs-');
  const forget = cleanUpOnExit(() => removeTreeSync(folder));
  const server = startForkServer({ python, env, sandbox: { ...sandbox, temporary: folder } });
  void server.ended.then(async () => {
    await removeTree(folder);
    forget();
  });
  const untouched: MadeFolder[] = [];
  let runs = 0;
  const temporaryFolder = (): { name: string; path: string } => {
    const name = String(++runs);
    return { name, path: join(folder, name) };
  };
  return Object.assign(server, {
    temporaryFolder,
    async inside<T>({ socketPath, inputPath }: ShimArguments, work: (sandbox: RunSandbox) => Promise<T>): Promise<T> {
      const folder = untouched.pop() ?? madeFolder(temporaryFolder());
      try {
        const input = typeof inputPath === 'string' ? inputPath : { base64: inputPath.toString('base64') };
        return await work({ read: [input], temporary: folder.name, socket: socketPath ?? '' });
      } finally {
        if (isUntouched(folder)) untouched.push(folder);
        else await removeFolder(folder.path);
      }
    },
  });
}

interface MadeFolder {
  readonly name: string;
  readonly path: string;
  readonly stats: BigIntStats;
}

/** Calls here are faster than in another thread, and the parent is a temporary folder. */
function madeFolder({ name, path }: { readonly name: string; readonly path: string }): MadeFolder {
  mkdirSync(path);
  return { name, path, stats: lstatSync(path, { bigint: true }) };
}

/**
 * Most parsers do not use their folder, so the next run can have it: to make and remove a folder waits for the disk. The
 * kernel sets the time of the last change whenever a file is made or removed there, or an attribute of the folder is set.
 */
function isUntouched({ path, stats: { ino, ctimeNs, mode } }: MadeFolder): boolean {
  const now = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (now?.ino !== ino || now.ctimeNs !== ctimeNs || now.mode !== mode) return false;
  // The clock of a file system may be too coarse to tell the first file from the folder.
  return readdirSync(path).length === 0;
}

async function removeFolder(path: string): Promise<void> {
  try {
    // Many parsers leave it empty.
    rmdirSync(path);
  } catch {
    await removeTree(path);
  }
}
