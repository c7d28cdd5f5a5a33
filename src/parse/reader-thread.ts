// The thread that reads a large file, while the main thread checks and writes the rows.
import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { CasparianError } from '../platform/index.js';
import { giveBack, openReader } from '../tables/index.js';
import {
  BATCHES_AHEAD,
  memoryOf,
  type ThreadMessage,
  type ThreadTask,
  toMessage,
} from './reader-run/thread/thread-message.js';
import { createColumnScans } from './reader-run/thread/scan-columns.js';

if (parentPort !== null) await read(parentPort, workerData as ThreadTask);

async function read(port: MessagePort, { name, path, bytes, format, contracts }: ThreadTask): Promise<void> {
  const send = (message: ThreadMessage, memory: ArrayBuffer[] = []): void => port.postMessage(message, memory);
  let allowed = BATCHES_AHEAD;
  port.on('message', (used: ArrayBuffer[]) => {
    used.forEach(giveBack);
    allowed += 1;
  });
  try {
    const file = { name, path, bytes: bytes === undefined ? undefined : Buffer.from(bytes) };
    const reader = await openReader(file, format);
    const scanned = createColumnScans(contracts);
    for await (const read of reader.batches(new AbortController().signal)) {
      const batch = toMessage(scanned(read));
      while (allowed === 0) await once(port, 'message');
      allowed -= 1;
      send({ kind: 'batch', batch }, memoryOf(batch));
    }
    const { accounting, written, notes, warnings } = reader;
    const said = { ...(notes && { notes }), ...(warnings && { warnings }) };
    send({ kind: 'end', accounting, ...(written && { written }), ...said });
  } catch (error) {
    if (!(error instanceof CasparianError)) throw error;
    const { code, message, why, next } = error;
    send({ kind: 'failure', code, message, why, next });
  } finally {
    port.close();
  }
}
