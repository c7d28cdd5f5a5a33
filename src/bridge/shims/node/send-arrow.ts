import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type * as Arrow from 'apache-arrow';
import type { RecordBatch, Schema, Table } from 'apache-arrow';
import { OUTPUT_KEY } from '../../protocol/message.js';
import { encodeData } from './frames.js';
import { ReturnInvalid } from './invalid.js';
import type { Send } from './send-parsed.js';

export interface ArrowTarget {
  readonly output: string | null;
  readonly parserPath: string;
}

/** The maximum number of rows, and the approximate number of bytes, of a frame. */
const FRAME_ROWS = 65_536;
const FRAME_BYTES = 8 * 1024 * 1024;

/** A small stream is sent unchanged; anything else is split into frames. */
export async function sendArrow(value: object, target: ArrowTarget, send: Send): Promise<void> {
  if (value instanceof Uint8Array) {
    if (target.output === null && value.byteLength <= 2 * FRAME_BYTES && isStream(value)) {
      return send(encodeData(value));
    }
    const library = await ownArrowLibrary();
    return sendTable(tableIn(library, value), library, target, send);
  }
  const library = await arrowLibraryOf(value, target.parserPath);
  return sendTable(value as Table | RecordBatch, library, target, send);
}

/** By shape, because the user's copy of apache-arrow is not ours: a table has batches, a batch has data. */
export function isArrow(value: unknown): value is Table | RecordBatch {
  if (typeof value !== 'object' || value === null) return false;
  const { schema, batches, data, numRows } = value as Partial<
    Record<'schema' | 'batches' | 'data' | 'numRows', unknown>
  >;
  if (typeof schema !== 'object' || schema === null || typeof numRows !== 'number') return false;
  return Array.isArray((schema as { fields?: unknown }).fields) && (Array.isArray(batches) || typeof data === 'object');
}

/** Every message of an Arrow stream begins with FFFFFFFF. */
function isStream(bytes: Uint8Array): boolean {
  return bytes.byteLength > 8 && bytes.subarray(0, 4).every((byte) => byte === 0xff);
}

function isFile(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 6)).toString('latin1') === 'ARROW1';
}

function tableIn(library: ArrowLibrary, bytes: Uint8Array): Table {
  try {
    if (isStream(bytes) || isFile(bytes)) return library.tableFromIPC(bytes);
  } catch (error) {
    throw new ReturnInvalid(noArrow(bytes), { cause: error });
  }
  throw new ReturnInvalid(noArrow(bytes));
}

function noArrow(bytes: Uint8Array): string {
  return `parse() gave ${bytes.byteLength} bytes that are not an Arrow stream`;
}

async function sendTable(
  value: Table | RecordBatch,
  library: ArrowLibrary,
  { output }: ArrowTarget,
  send: Send,
): Promise<void> {
  const schema = labelled(value.schema, output, library);
  const batches = 'batches' in value ? value.batches : [value];
  if (batches.every((batch) => batch.numRows === 0)) return send(frameOf(new library.Table(schema), library));
  for (const batch of batches) {
    const step = rowsPerFrame(batch);
    for (let row = 0; row < batch.numRows; row += step) {
      const part = batch.slice(row, Math.min(batch.numRows, row + step));
      await send(frameOf(new library.Table(schema, [new library.RecordBatch(schema, part.data)]), library));
    }
  }
}

function labelled(schema: Schema, output: string | null, library: ArrowLibrary): Schema {
  if (output === null) return schema;
  return new library.Schema(schema.fields, new Map([...schema.metadata, [OUTPUT_KEY, output]]));
}

function rowsPerFrame({ numRows, data }: RecordBatch): number {
  const bytesPerRow = Math.max(1, data.byteLength / Math.max(1, numRows));
  return Math.max(1, Math.min(FRAME_ROWS, Math.floor(FRAME_BYTES / bytesPerRow)));
}

function frameOf(table: Table, library: ArrowLibrary): ReturnType<typeof encodeData> {
  return encodeData(library.tableToIPC(table, 'stream'));
}

export type ArrowLibrary = typeof Arrow;

/**
 * Only the copy of apache-arrow that made a table can write it. It is searched for from the parser's folder, in both of
 * its builds; ours is the last resort.
 */
async function arrowLibraryOf(value: object, parserPath: string): Promise<ArrowLibrary> {
  for (const file of await installedBuilds(parserPath)) {
    const library = (await import(pathToFileURL(file).href)) as ArrowLibrary;
    if (value instanceof library.Table || value instanceof library.RecordBatch) return library;
  }
  return ownArrowLibrary();
}

function ownArrowLibrary(): Promise<ArrowLibrary> {
  return import('apache-arrow');
}

async function installedBuilds(parserPath: string): Promise<string[]> {
  const { createRequire } = await import('node:module');
  try {
    const commonjs = createRequire(parserPath).resolve('apache-arrow');
    return [commonjs.replace(/\.js$/, '.mjs'), commonjs].filter((file) => existsSync(file));
  } catch {
    return [];
  }
}
