import { setImmediate } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import {
  createFormatDetector,
  type FormatDetector,
  type FormatOptions,
  type InputFile,
} from '../../../tables/index.js';
import { readSmallFile } from '../../inputs/read-small-file.js';
import { type InspectOptions, type ProfiledTable, profileTable } from '../inspect-table.js';
import { type KnownFormat, knownFormat, stateOf } from '../known-format.js';

/** Small files that a thread looks at, ahead of the thread that reads them. */
export interface LookTask {
  readonly kind: 'look';
  readonly inputs: readonly InputFile[];
  readonly for: LookFor;
  /** The index at which the main thread is, then a state for each file. */
  readonly shared: Int32Array;
  /** Receives the looks. */
  readonly port: MessagePort;
}

/** Only the format, or also what the columns contain. */
export type LookFor =
  | { readonly kind: 'format'; readonly format: FormatOptions }
  | ({ readonly kind: 'profile' } & Omit<InspectOptions, 'signal'>);

export interface Look {
  readonly index: number;
  readonly found: KnownFormat | ProfiledTable;
}

/** States of a file. A file that is left is looked at by the main thread. */
export const [FREE, TAKEN, WORKING, DONE, LEFT] = [0, 1, 2, 3, 4] as const;

/** Where the states begin. */
export const STATES = 1;

/** Files between the main thread and the next file of this one: the main thread must not wait for it. */
const LEAD = 8;
/** Looks are kept until the main thread takes them. */
const MOST_AHEAD = 1_000;
const WAIT_MS = 100;

/** Looks at one file after the other, until all are taken. */
export async function lookAhead({ inputs, for: wanted, shared, port }: LookTask): Promise<void> {
  const detect = createFormatDetector();
  for (let next = LEAD; next < inputs.length; next = Math.max(next + 1, Atomics.load(shared, 0) + LEAD)) {
    await roomFor(next, shared);
    if (Atomics.compareExchange(shared, STATES + next, FREE, WORKING) !== FREE) continue;
    // An error is reported by the main thread, which looks at the file again.
    const found = await lookAt(inputs[next] as InputFile, wanted, detect).catch(() => null);
    if (found !== null) port.postMessage({ index: next, found } satisfies Look);
    Atomics.store(shared, STATES + next, found === null ? LEFT : DONE);
    Atomics.notify(shared, STATES + next);
  }
}

async function roomFor(next: number, shared: Int32Array): Promise<void> {
  for (let position = Atomics.load(shared, 0); next > position + MOST_AHEAD; position = Atomics.load(shared, 0)) {
    Atomics.wait(shared, 0, position, WAIT_MS);
    // The thread can be terminated here.
    await setImmediate();
  }
}

async function lookAt(sent: InputFile, wanted: LookFor, detect: FormatDetector): Promise<Look['found'] | null> {
  const input = { ...sent, bytes: sent.bytes === undefined ? undefined : Buffer.from(sent.bytes) };
  const state = stateOf(input.path);
  const small = readSmallFile(input);
  if (small.content === undefined) return null;
  if (wanted.kind === 'format') return knownFormat(state, await detect(small, wanted.format));
  return profileTable(small, { ...wanted, signal: new AbortController().signal }, detect);
}
