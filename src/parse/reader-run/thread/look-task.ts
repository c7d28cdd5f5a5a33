import { setImmediate } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import type { FileFormat, FormatOptions, InputFile } from '../../../tables/index.js';
import { readSmallFile } from '../../inputs/read-small-file.js';
import type { InspectOptions, ProfiledTable } from '../inspect-table.js';
import type { KnownFormat } from '../known-format.js';
import type { HeldRows } from './held-rows.js';
import { createProfileLook, createRowsLook, type Look } from './look-at-file.js';
import { type BatchMessage, memoryOf, toMessage } from './thread-message.js';

/** Small files that a thread looks at, ahead of the thread that checks and writes their rows. */
export interface LookTask {
  readonly kind: 'look';
  readonly inputs: readonly InputFile[];
  readonly for: LookFor;
  /** The index at which the main thread is, then a state for each file. */
  readonly shared: Int32Array;
  /** Receives the looks. */
  readonly port: MessagePort;
}

/** Only the format and the rows, or also what the columns contain. */
export type LookFor =
  | { readonly kind: 'rows'; readonly format: FormatOptions }
  | ({ readonly kind: 'profile' } & Omit<InspectOptions, 'signal'>);

/** A look as a message. */
export interface LookMessage {
  readonly index: number;
  /** Null if it is the format of the message before, as that of most files. */
  readonly format: FileFormat | null;
  readonly found: Omit<KnownFormat | ProfiledTable, 'format'>;
  readonly rows: (Omit<HeldRows, 'format' | 'batches'> & { readonly batches: readonly BatchMessage[] }) | null;
}

/** States of a file. A file that is left is looked at by the main thread. */
export const [FREE, TAKEN, WORKING, DONE, LEFT] = [0, 1, 2, 3, 4] as const;

/** Where the states begin. */
export const STATES = 1;

/** Files between the main thread and the next file of this one: the main thread must not wait for it. */
const LEAD = 8;
/** Looks are kept until the main thread takes them. */
const MOST_AHEAD = 256;
const WAIT_MS = 100;

/** Looks at one file after the other, until all are taken. */
export async function lookAhead({ inputs, for: wanted, shared, port }: LookTask): Promise<void> {
  const look = createLook(wanted);
  let format: FileFormat | null = null;
  for await (const next of wanted.kind === 'rows' ? ahead(inputs, shared) : fromTheEnd(inputs)) {
    if (Atomics.compareExchange(shared, STATES + next, FREE, WORKING) !== FREE) continue;
    // An error is reported by the main thread, which looks at the file again.
    const seen = await look(inputs[next] as InputFile).catch(() => null);
    if (seen !== null) {
      send(port, next, seen, format);
      format = seen.found.format;
    }
    Atomics.store(shared, STATES + next, seen === null ? LEFT : DONE);
    Atomics.notify(shared, STATES + next);
  }
}

/** Profiles are needed when there are all of them: the two threads meet in the middle, and do not wait before. */
function* fromTheEnd({ length }: readonly InputFile[]): Generator<number> {
  for (let next = length - 1; next >= 0; next -= 1) yield next;
}

/** Rows are written in the order of the files. */
async function* ahead({ length }: readonly InputFile[], shared: Int32Array): AsyncGenerator<number> {
  for (let next = LEAD; next < length; next = Math.max(next + 1, Atomics.load(shared, 0) + LEAD)) {
    await roomFor(next, shared);
    yield next;
  }
}

async function roomFor(next: number, shared: Int32Array): Promise<void> {
  for (let position = Atomics.load(shared, 0); next > position + MOST_AHEAD; position = Atomics.load(shared, 0)) {
    Atomics.wait(shared, 0, position, WAIT_MS);
    // The thread can be terminated here.
    await setImmediate();
  }
}

function send(
  port: MessagePort,
  index: number,
  { found, rows }: Look<KnownFormat | ProfiledTable>,
  before: FileFormat | null,
): void {
  const { format, ...others } = found;
  const own = { index, format: format === before ? null : format, found: others };
  if (rows === null) return port.postMessage({ ...own, rows } satisfies LookMessage);
  const { skipped, accounting, warnings } = rows;
  const batches = rows.batches.map(toMessage);
  const message: LookMessage = { ...own, rows: { skipped, accounting, warnings, batches } };
  port.postMessage(message, batches.flatMap(memoryOf));
}

function createLook(wanted: LookFor): (sent: InputFile) => Promise<Look<KnownFormat | ProfiledTable> | null> {
  const look =
    wanted.kind === 'rows'
      ? createRowsLook(wanted.format)
      : createProfileLook({ ...wanted, signal: new AbortController().signal });
  return async (sent) => {
    const small = readSmallFile({ ...sent, bytes: sent.bytes === undefined ? undefined : Buffer.from(sent.bytes) });
    return small.content === undefined ? null : look(small);
  };
}
