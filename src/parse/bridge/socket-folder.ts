import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CasparianError, errorMessage } from '../../platform/index.js';

export interface SocketFolder {
  readonly socketPath: string;
  remove(): Promise<void>;
  removeSync(): void;
}

/** The address of a Unix socket has room for 104 bytes on macOS and 108 on Linux, the closing zero counted. */
const MAX_SOCKET_PATH_BYTES = 100;

const PREFIX = 'casparian-';
const SOCKET_NAME = 'bridge.sock';
const RANDOM_PART = 'XXXXXX';

/** A new folder that only this user may enter (mkdtemp makes it 0700), so that nobody else can connect. */
export async function createSocketFolder(): Promise<SocketFolder> {
  const parent = parentFolder();
  const folder = await mkdtemp(join(parent, PREFIX)).catch((error: unknown) => {
    throw noRoom(parent, error);
  });
  return {
    socketPath: join(folder, SOCKET_NAME),
    remove: () => rm(folder, { recursive: true, force: true }),
    removeSync: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function parentFolder(): string {
  const usual = tmpdir();
  const longest = join(usual, PREFIX + RANDOM_PART, SOCKET_NAME);
  return Buffer.byteLength(longest) <= MAX_SOCKET_PATH_BYTES ? usual : '/tmp';
}

function noRoom(parent: string, error: unknown): CasparianError {
  return new CasparianError('OUTPUT_UNWRITABLE', `No socket can be made in ${parent}`, {
    why: errorMessage(error),
    next: ['Set TMPDIR to a folder that exists and can be written to.'],
    cause: error,
  });
}
