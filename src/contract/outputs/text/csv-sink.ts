import type { OutputColumn, TypedColumn } from '../../columns/typed.js';
import type { Lineage } from '../lineage.js';
import type { OutputFile } from '../output-file.js';
import type { DatasetSink } from '../sink.js';
import type { TextBuffer } from '../../text/text-buffer.js';
import { createTextSink, type CellWriter } from './text-sink.js';
import { valueText } from './value-text.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** RFC 4180 with line feeds. Null is an empty field and an empty string is `""`, so that they differ. */
export function createCsvSink(
  file: OutputFile,
  columns: readonly OutputColumn[],
  lineage: Lineage,
): Promise<DatasetSink> {
  return createTextSink(file, columns, lineage, {
    header: `${columns.map(({ name }) => headerField(name)).join(',')}\n`,
    before: (_column, index) => (index === 0 ? '' : ','),
    rowEnd: '\n',
    cellWriter,
  });
}

function headerField(name: string): string {
  return name === '' || /[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

function cellWriter(column: TypedColumn): CellWriter {
  const { present } = column;
  const write = fieldWriter(column);
  return (row, out) => {
    if (present?.[row] !== 0) write(row, out);
  };
}

function fieldWriter(column: TypedColumn): CellWriter {
  if (!('offsets' in column)) {
    const text = valueText(column);
    return (row, out) => {
      out.ascii(text(row));
    };
  }
  const { bytes, offsets, type } = column;
  if (type.kind !== 'binary') {
    return (row, out) => {
      writeField(bytes, offsets[row] ?? 0, offsets[row + 1] ?? 0, out);
    };
  }
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (row, out) => {
    const text = source.toString('base64', offsets[row], offsets[row + 1]);
    out.ascii(text === '' ? '""' : text);
  };
}

function writeField(bytes: Uint8Array, start: number, end: number, out: TextBuffer): void {
  if (!needsQuotes(bytes, start, end)) {
    out.copy(bytes, start, end);
    return;
  }
  out.reserve((end - start) * 2 + 2);
  const target = out.bytes;
  let to = out.end;
  target[to++] = QUOTE;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) target[to++] = QUOTE;
    target[to++] = byte;
  }
  target[to++] = QUOTE;
  out.end = to;
}

function needsQuotes(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === QUOTE || byte === COMMA || byte === LINE_FEED || byte === CARRIAGE_RETURN) return true;
  }
  return start === end;
}
