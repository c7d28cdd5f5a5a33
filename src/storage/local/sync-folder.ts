import { closeSync, fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';

interface Turn {
  running: Promise<void>;
  next: Promise<void> | undefined;
}

const turns = new Map<string, Turn>();

/**
 * Writes a folder's names to disk. Jobs that end together share a sync. A job that arrives during a sync cannot know
 * whether it covers its file, so it waits for the next one.
 */
export function syncFolder(path: string): Promise<void> {
  const turn = turns.get(path);
  if (turn === undefined) return begin(path);
  return (turn.next ??= turn.running.then(
    () => begin(path),
    () => begin(path),
  ));
}

function begin(path: string): Promise<void> {
  const turn: Turn = { running: sync(path), next: undefined };
  turns.set(path, turn);
  const leave = (): void => {
    if (turns.get(path) === turn && turn.next === undefined) turns.delete(path);
  };
  turn.running.then(leave, leave);
  return turn.running;
}

const syncDescriptor = promisify(fsync);

/** Some file systems cannot sync a folder, and a writable folder may not be readable. */
const CANNOT = new Set(['EACCES', 'EPERM', 'EINVAL', 'EISDIR', 'ENOTSUP']);

/** Only the sync waits for the disk: a round trip to another thread takes longer than the other calls. */
async function sync(path: string): Promise<void> {
  try {
    const descriptor = openSync(path, 'r');
    try {
      await syncDescriptor(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!CANNOT.has(String((error as NodeJS.ErrnoException).code))) throw error;
  }
}
