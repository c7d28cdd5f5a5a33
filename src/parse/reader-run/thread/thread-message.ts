import { type Data, Type, type Utf8 } from 'apache-arrow';
import {
  type ArrowColumn,
  type Cell,
  type ColumnContract,
  type IncomingColumn,
  type RowFault,
} from '../../../contract/index.js';
import type { ErrorCode, Hint } from '../../../platform/index.js';
import {
  arrowColumn,
  type FileFormat,
  type ReadBatch,
  type SkippedLine,
  type TableProfile,
  type TableReader,
} from '../../../tables/index.js';
import type { GuessedContract } from './watched-reader.js';

/** The first message to the thread. */
export interface ThreadTask {
  readonly name: string;
  readonly path: string;
  readonly bytes: Uint8Array | undefined;
  readonly format: FileFormat;
  /** The contracts of the columns, as far as they are known. */
  readonly contracts: readonly ColumnContract[];
  /** Whether the lines that are not rows are wanted. */
  readonly keepsSkipped: boolean;
  /** The contract, if it is a guess: then the rows are profiled, and no rows are sent once it proves wrong. */
  readonly guess: GuessedContract | null;
}

/** Messages from the thread. It receives a message when it may send one more batch, with the memory to use. */
export type ThreadMessage =
  | { readonly kind: 'batch'; readonly batch: BatchMessage; readonly skipped: readonly SkippedLine[] }
  | ({ readonly kind: 'end'; readonly skipped: readonly SkippedLine[] } & Pick<
      TableReader,
      'accounting' | 'written' | 'notes' | 'warnings'
    > & { readonly profile: TableProfile | null })
  | {
      readonly kind: 'failure';
      readonly code: ErrorCode;
      readonly message: string;
      readonly why: string | undefined;
      readonly next: readonly Hint[];
    };

/** Batches in progress: one is checked, one waits, one is being read. */
export const BATCHES_AHEAD = 2;

/** A batch that is transferred between threads: the buffers of its columns, which are not copied. */
export interface BatchMessage {
  readonly rowCount: number;
  readonly columns: readonly ColumnMessage[];
  readonly lines: Float64Array;
  readonly faults: readonly RowFault[];
}

type ColumnMessage = TextMessage | { readonly name: string; readonly cells: readonly Cell[] };

interface TextMessage {
  readonly name: string;
  readonly offsets: Int32Array;
  readonly bytes: Uint8Array;
  readonly validity: Uint8Array;
  readonly nullCount: number;
  readonly looked: Pick<ArrowColumn, 'scanned' | 'isAscii' | 'leadingZeros'>;
}

export function toMessage({ batch, lines, faults }: ReadBatch): BatchMessage {
  return { rowCount: batch.rowCount, columns: batch.columns.map(columnMessage), lines, faults };
}

export function fromMessage({ rowCount, columns, lines, faults }: BatchMessage): ReadBatch {
  return { batch: { output: null, rowCount, columns: columns.map((one) => column(one, rowCount)) }, lines, faults };
}

/**
 * The memory to transfer. Columns share buffers, and each is listed once; Node's pooled buffers cannot be transferred.
 */
export function memoryOf({ columns, lines }: BatchMessage): ArrayBuffer[] {
  const memory = new Set([lines.buffer as ArrayBuffer]);
  for (const one of columns) {
    if (!('offsets' in one)) continue;
    for (const { buffer } of buffersOf(one)) memory.add(buffer as ArrayBuffer);
  }
  return [...memory].filter(({ byteLength }) => byteLength > 0 && byteLength !== Buffer.poolSize);
}

/** The buffers of a batch, for reuse. */
export function usedMemory({ columns, lines }: BatchMessage): ArrayBuffer[] {
  const memory = new Set([lines.buffer as ArrayBuffer]);
  for (const one of columns) {
    if (!('offsets' in one)) continue;
    memory.add(one.offsets.buffer as ArrayBuffer);
    if (one.looked.scanned !== undefined) memory.add(one.looked.scanned.values.buffer as ArrayBuffer);
  }
  return [...memory].filter(({ byteLength }) => byteLength > 0);
}

function buffersOf({
  offsets,
  bytes,
  validity,
  looked: { scanned },
}: TextMessage): readonly { readonly buffer: ArrayBufferLike }[] {
  const text = [offsets, bytes, validity];
  return scanned === undefined ? text : [...text, scanned.values, scanned.unsure];
}

function columnMessage(given: IncomingColumn): ColumnMessage {
  if (given.form === 'cells') return { name: given.name, cells: given.cells };
  if (given.data.typeId !== Type.Utf8) throw new Error('only columns of text are handed from thread to thread');
  const { valueOffsets, values, nullBitmap, nullCount } = given.data as Data<Utf8>;
  const { name, scanned, isAscii, leadingZeros } = given;
  const looked = { scanned, isAscii, leadingZeros };
  return { name, offsets: valueOffsets, bytes: values, validity: nullBitmap, nullCount, looked };
}

function column(message: ColumnMessage, length: number): IncomingColumn {
  if ('cells' in message) return { form: 'cells', ...message };
  const { name, offsets, bytes, nullCount, looked } = message;
  const validity = nullCount === 0 ? null : message.validity;
  return { ...arrowColumn(name, length, { offsets, bytes, validity, nullCount }), ...looked };
}
