import { tableFromIPC, Vector } from 'apache-arrow';

export type Frame =
  | { readonly kind: 'data'; readonly payload: Buffer }
  | { readonly kind: 'log'; readonly level: number; readonly text: string }
  | { readonly kind: 'error'; readonly text: string }
  | { readonly kind: 'end' };

/** Written from the protocol alone, so that it cannot share a mistake with the host. */
export function splitFrames(bytes: Buffer): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    at += 4;
    if (length === 0) {
      frames.push({ kind: 'end' });
    } else if (length === 0xffffffff) {
      const end = at + 4 + bytes.readUInt32BE(at);
      frames.push({ kind: 'error', text: bytes.toString('utf8', at + 4, end) });
      at = end;
    } else if (length === 0xfffffffe) {
      const end = at + 5 + bytes.readUInt32BE(at + 1);
      frames.push({ kind: 'log', level: bytes[at]!, text: bytes.toString('utf8', at + 5, end) });
      at = end;
    } else {
      if (at + length > bytes.length) throw new Error(`a frame of ${length} bytes ends after ${bytes.length - at}`);
      frames.push({ kind: 'data', payload: bytes.subarray(at, at + length) });
      at += length;
    }
  }
  return frames;
}

export interface ReceivedBatch {
  readonly output: string | null;
  readonly form: 'rows' | 'arrow';
  readonly columns: readonly string[] | undefined;
  /** Arrow only: the type of each column, as apache-arrow writes it. */
  readonly types: Readonly<Record<string, string>>;
  readonly rows: readonly Record<string, unknown>[];
  readonly byteLength: number;
}

/** The data frames after hello. */
export function batchesOf(frames: readonly Frame[]): ReceivedBatch[] {
  return dataOf(frames).slice(1).map(readBatch);
}

export function helloOf(frames: readonly Frame[]): Record<string, unknown> {
  const { $casparian } = JSON.parse(dataOf(frames)[0]!.toString('utf8')) as {
    $casparian: { parser: Record<string, unknown> };
  };
  return $casparian.parser;
}

export function warningsOf(frames: readonly Frame[]): string[] {
  return frames.flatMap((frame) => (frame.kind === 'log' && frame.level === 4 ? [frame.text] : []));
}

export function errorOf(frames: readonly Frame[]): Record<string, unknown> {
  const last = frames.at(-1);
  if (last?.kind !== 'error') throw new Error(`the last frame is ${last?.kind ?? 'missing'}, not an error`);
  return JSON.parse(last.text) as Record<string, unknown>;
}

function dataOf(frames: readonly Frame[]): Buffer[] {
  return frames.flatMap((frame) => (frame.kind === 'data' ? [frame.payload] : []));
}

function readBatch(payload: Buffer): ReceivedBatch {
  return payload[0] === 0x7b ? readRows(payload) : readArrow(payload);
}

function readRows(payload: Buffer): ReceivedBatch {
  const lines = payload.toString('utf8').split('\n');
  if (lines.pop() !== '') throw new Error('the last line does not end');
  const [header, ...rows] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const { output, columns } = header!['$casparian'] as { output?: string; columns?: string[] };
  return { output: output ?? null, form: 'rows', columns, types: {}, rows, byteLength: payload.length };
}

function readArrow(payload: Buffer): ReceivedBatch {
  const table = tableFromIPC(payload);
  const columns = table.schema.fields.map((field) => field.name);
  const vectors = columns.map((_, index) => table.getChildAt(index)!);
  return {
    output: table.schema.metadata.get('casparian.output') ?? null,
    form: 'arrow',
    columns,
    types: Object.fromEntries(table.schema.fields.map((field) => [field.name, String(field.type)])),
    // Read when asked for: most tests look at a few of the outputs only.
    get rows() {
      return rowsOf(columns, vectors);
    },
    byteLength: payload.length,
  };
}

function rowsOf(columns: readonly string[], vectors: readonly Vector[]): Record<string, unknown>[] {
  const rowCount = vectors[0]?.length ?? 0;
  return Array.from({ length: rowCount }, (_, row) =>
    Object.fromEntries(columns.map((name, index) => [name, plain(vectors[index]!.get(row))])),
  );
}

/** Values that `toEqual` compares by content. */
function plain(value: unknown): unknown {
  if (value instanceof Vector) return Array.from(value as Iterable<unknown>, plain);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1');
  if (value instanceof Uint32Array) return value.toString();
  if (value !== null && typeof value === 'object') {
    const entries = Array.from(value as Iterable<[string, unknown]>);
    return Object.fromEntries(entries.map(([name, field]) => [name, plain(field)]));
  }
  return value;
}
