import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CasparianError, errorMessage } from '../../platform/index.js';
import { makeTemporaryFolder } from '../../process/index.js';

/** A unique path for a socket, in a folder that only this user can enter. */
export interface SocketPlace {
  readonly socketPath: string;
  /** The last user removes the folder; the socket is removed with its server. */
  leave(): Promise<void>;
  leaveSync(): void;
}

interface SocketFolder {
  readonly path: Promise<string>;
  users: number;
  sockets: number;
}

/** The address of a Unix socket is limited to 104 bytes on macOS and 108 on Linux, including the closing zero. */
const MAX_SOCKET_PATH_BYTES = 100;

const LONGEST_SOCKET_NAME = '999999999';
/** Numbers of processes have at most seven digits. */
const LONGEST_FOLDER_NAME = 'casparian-9999999-0123abcd-XXXXXX';

/** Shared by concurrent bridges: creating and removing a folder takes longer than forking a parser. */
let shared: SocketFolder | undefined;

export async function takeSocketPlace(): Promise<SocketPlace> {
  const folder = (shared ??= { path: makeFolder(), users: 0, sockets: 0 });
  folder.users += 1;
  folder.sockets += 1;
  const name = String(folder.sockets);
  const isLast = (): boolean => {
    folder.users -= 1;
    if (folder.users > 0) return false;
    if (shared === folder) shared = undefined;
    return true;
  };
  const path = await folder.path.catch((error: unknown) => {
    isLast();
    throw error;
  });
  return {
    socketPath: join(path, name),
    async leave() {
      if (isLast()) await rm(path, { recursive: true, force: true });
    },
    leaveSync() {
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** No other user can enter it, and connect. */
async function makeFolder(): Promise<string> {
  const parent = parentFolder();
  try {
    return makeTemporaryFolder('', parent);
  } catch (error) {
    throw noRoom(parent, error);
  }
}

function parentFolder(): string {
  const usual = tmpdir();
  const longest = join(usual, LONGEST_FOLDER_NAME, LONGEST_SOCKET_NAME);
  return Buffer.byteLength(longest) <= MAX_SOCKET_PATH_BYTES ? usual : '/tmp';
}

function noRoom(parent: string, error: unknown): CasparianError {
  return new CasparianError('OUTPUT_UNWRITABLE', `No socket can be made in ${parent}`, {
    why: errorMessage(error),
    next: ['Set TMPDIR to a folder that exists and can be written to.'],
    cause: error,
  });
}
