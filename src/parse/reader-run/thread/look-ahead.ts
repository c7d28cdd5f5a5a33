import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { FileFormat, InputFile } from '../../../tables/index.js';
import type { ProfiledTable } from '../inspect-table.js';
import type { KnownFormat } from '../known-format.js';
import { DONE, FREE, type LookFor, type LookMessage, type LookTask, STATES, TAKEN, WORKING } from './look-task.js';
import type { Look } from './look-at-file.js';
import type { EarlyThread } from './start-thread.js';
import { fromMessage } from './thread-message.js';

/** A thread that looks at files before they are read. What it finds does not depend on it, only who finds it. */
export interface LookAhead<Found extends KnownFormat | ProfiledTable> {
  /** What the thread found; null if the caller has to look at the file. Called once for each file, in order. */
  take(index: number): Look<Found> | null;
  close(): Promise<void>;
}

/** A thread that takes longer for a small file has failed. */
const MOST_WAIT_MS = 10_000;

/** Null without a thread. */
export function startLookAhead(
  early: EarlyThread | null,
  inputs: readonly InputFile[],
  wanted: Extract<LookFor, { kind: 'rows' }>,
): LookAhead<KnownFormat> | null;
export function startLookAhead(
  early: EarlyThread | null,
  inputs: readonly InputFile[],
  wanted: Extract<LookFor, { kind: 'profile' }>,
): LookAhead<ProfiledTable> | null;
export function startLookAhead(
  early: EarlyThread | null,
  inputs: readonly InputFile[],
  wanted: LookFor,
): LookAhead<KnownFormat | ProfiledTable> | null {
  const thread = early?.take() ?? null;
  if (thread === null) return null;
  // Without it, the main thread looks at all files.
  thread.on('error', () => undefined);
  const shared = new Int32Array(new SharedArrayBuffer((STATES + inputs.length + 1) * Int32Array.BYTES_PER_ELEMENT));
  const { port1, port2 } = new MessageChannel();
  port1.unref();
  thread.postMessage({ kind: 'look', inputs, for: wanted, shared, port: port2 } satisfies LookTask, [port2]);
  const arrived = new Map<number, Look<KnownFormat | ProfiledTable>>();
  let format: FileFormat;
  return {
    take(index) {
      Atomics.store(shared, 0, index);
      Atomics.notify(shared, 0);
      const place = STATES + index;
      const state = Atomics.compareExchange(shared, place, FREE, TAKEN);
      if (state === FREE || state === TAKEN) return null;
      if (state === WORKING) {
        // Else it would have the next file as well, and this one would wait for each.
        Atomics.compareExchange(shared, place + 1, FREE, TAKEN);
        Atomics.wait(shared, place, WORKING, MOST_WAIT_MS);
      }
      if (Atomics.load(shared, place) !== DONE) return null;
      // Messages are delivered between two turns of the event loop, and files are read without one.
      for (let one = receiveMessageOnPort(port1); one !== undefined; one = receiveMessageOnPort(port1)) {
        const message = one.message as LookMessage;
        format = message.format ?? format;
        arrived.set(message.index, lookOf(message, format));
      }
      const own = arrived.get(index) ?? null;
      arrived.delete(index);
      return own;
    },
    async close() {
      port1.close();
      await thread.terminate();
    },
  };
}

function lookOf({ found, rows }: LookMessage, format: FileFormat): Look<KnownFormat | ProfiledTable> {
  const whole = { ...found, format } as KnownFormat | ProfiledTable;
  if (rows === null || format.kind !== 'delimited') return { found: whole, rows: null };
  return { found: whole, rows: { ...rows, format, batches: rows.batches.map(fromMessage) } };
}
