// The thread that reads a large file, while the main thread checks and writes the rows, or that looks at many small
// files before they are read.
import { once } from 'node:events';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { CasparianError } from '../platform/index.js';
import { giveBack, openReader, type SkippedLine } from '../tables/index.js';
import {
  BATCHES_AHEAD,
  memoryOf,
  type ThreadMessage,
  type ThreadTask,
  toMessage,
} from './reader-run/thread/thread-message.js';
import type { LookTask } from './reader-run/thread/look-task.js';
import { createColumnScans } from './reader-run/thread/scan-columns.js';
import { watchedReader } from './reader-run/thread/watched-reader.js';

if (parentPort !== null) {
  const port = parentPort;
  port.once('message', (task: ThreadTask | LookTask) => void perform(port, task));
}

async function perform(port: MessagePort, task: ThreadTask | LookTask): Promise<void> {
  if (!('kind' in task)) return read(port, task);
  const { lookAhead } = await import('./reader-run/thread/look-task.js');
  await lookAhead(task);
  port.close();
}

async function read(
  port: MessagePort,
  { name, path, bytes, format, contracts, keepsSkipped, guess }: ThreadTask,
): Promise<void> {
  const send = (message: ThreadMessage, memory: ArrayBuffer[] = []): void => port.postMessage(message, memory);
  let allowed = BATCHES_AHEAD;
  port.on('message', (used: ArrayBuffer[]) => {
    used.forEach(giveBack);
    allowed += 1;
  });
  try {
    const file = { name, path, bytes: bytes === undefined ? undefined : Buffer.from(bytes) };
    const opened = await openReader(file, format);
    const watched = guess === null ? null : watchedReader(opened, guess);
    const reader = watched ?? opened;
    const scanned = createColumnScans(contracts, guess === null);
    const skipped: SkippedLine[] = [];
    const onSkipped = keepsSkipped ? (line: SkippedLine) => void skipped.push(line) : undefined;
    for await (const read of reader.batches(new AbortController().signal, onSkipped)) {
      const batch = toMessage(scanned(read));
      while (allowed === 0) await once(port, 'message');
      allowed -= 1;
      send({ kind: 'batch', batch, skipped: skipped.splice(0) }, memoryOf(batch));
    }
    const { accounting, written, notes, warnings } = reader;
    const said = { ...(notes && { notes }), ...(warnings && { warnings }) };
    const profile = watched?.profile() ?? null;
    send({ kind: 'end', skipped, accounting, profile, ...(written && { written }), ...said });
  } catch (error) {
    if (!(error instanceof CasparianError)) throw error;
    const { code, message, why, next } = error;
    send({ kind: 'failure', code, message, why, next });
  } finally {
    port.close();
  }
}
