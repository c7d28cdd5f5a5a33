import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUpOnExit, makeTemporaryFolder, removeTree, removeTreeSync } from '../../process/index.js';
import { type ForkServer, type RunSandbox, type ServerSandbox, startForkServer } from './fork-server.js';
import type { ShimArguments } from './shim-command.js';

/** A server whose parsers are confined, and the folder for their temporary folders. */
export interface ConfinedServer extends ForkServer {
  /** Runs with what one run needs: its input, its socket and a temporary folder, which is removed afterwards. */
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
  let runs = 0;
  const temporaryFolder = (): { name: string; path: string } => {
    const name = String(++runs);
    return { name, path: join(folder, name) };
  };
  return Object.assign(server, {
    temporaryFolder,
    async inside<T>({ socketPath, inputPath }: ShimArguments, work: (sandbox: RunSandbox) => Promise<T>): Promise<T> {
      const { name: temporary, path } = temporaryFolder();
      // Faster than in another thread, and its parent is a temporary folder.
      mkdirSync(path);
      try {
        const input = typeof inputPath === 'string' ? inputPath : { base64: inputPath.toString('base64') };
        return await work({ read: [input], temporary, socket: socketPath ?? '' });
      } finally {
        try {
          // Most parsers leave it empty.
          rmdirSync(path);
        } catch {
          await removeTree(path);
        }
      }
    },
  });
}
