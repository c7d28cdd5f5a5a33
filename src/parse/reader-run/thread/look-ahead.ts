import { availableParallelism } from 'node:os';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { InputFile } from '../../../tables/index.js';
import type { ProfiledTable } from '../inspect-table.js';
import type { KnownFormat } from '../known-format.js';
import { DONE, FREE, type Look, type LookFor, type LookTask, STATES, TAKEN, WORKING } from './look-task.js';
import { startThread } from './start-thread.js';

/** A thread that looks at files before they are read. What it finds does not depend on it, only who finds it. */
export interface LookAhead<Found> {
  /** What the thread found; null if the caller has to look at the file. Called once for each file, in order. */
  take(index: number): Found | null;
  close(): Promise<void>;
}

/** Fewer files take less time than the start of a thread. */
const FEWEST_FILES = 200;
/** A thread that takes longer for a small file has failed. */
const MOST_WAIT_MS = 10_000;

/** Null if a thread is not worth it. */
export function startLookAhead(
  inputs: readonly InputFile[],
  wanted: Extract<LookFor, { kind: 'format' }>,
): LookAhead<KnownFormat> | null;
export function startLookAhead(
  inputs: readonly InputFile[],
  wanted: Extract<LookFor, { kind: 'profile' }>,
): LookAhead<ProfiledTable> | null;
export function startLookAhead(inputs: readonly InputFile[], wanted: LookFor): LookAhead<Look['found']> | null {
  if (inputs.length < FEWEST_FILES || availableParallelism() < 2) return null;
  const thread = startThread();
  // Without it, the main thread looks at all files.
  thread.on('error', () => undefined);
  const shared = new Int32Array(new SharedArrayBuffer((STATES + inputs.length) * Int32Array.BYTES_PER_ELEMENT));
  const { port1, port2 } = new MessageChannel();
  port1.unref();
  thread.postMessage({ kind: 'look', inputs, for: wanted, shared, port: port2 } satisfies LookTask, [port2]);
  const found = new Map<number, Look['found']>();
  return {
    take(index) {
      Atomics.store(shared, 0, index);
      Atomics.notify(shared, 0);
      const place = STATES + index;
      if (Atomics.compareExchange(shared, place, FREE, TAKEN) === FREE) return null;
      Atomics.wait(shared, place, WORKING, MOST_WAIT_MS);
      if (Atomics.load(shared, place) !== DONE) return null;
      // Messages are delivered between two turns of the event loop, and files are read without one.
      for (let one = receiveMessageOnPort(port1); one !== undefined; one = receiveMessageOnPort(port1)) {
        const look = one.message as Look;
        found.set(look.index, look.found);
      }
      const own = found.get(index) ?? null;
      found.delete(index);
      return own;
    },
    async close() {
      port1.close();
      await thread.terminate();
    },
  };
}
