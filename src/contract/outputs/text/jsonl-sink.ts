import type { OutputColumn, TypedColumn } from '../../columns/typed.js';
import type { Lineage } from '../lineage.js';
import type { OutputFile } from '../output-file.js';
import type { DatasetSink } from '../sink.js';
import { writeJsonString } from '../../text/json-text.js';
import type { TextBuffer } from '../../text/text-buffer.js';
import { type CellWriter, createTextSink } from './text-sink.js';
import { valueText } from './value-text.js';

const QUOTE = 0x22;
const SPACE = 0x20;

/**
 * One object per line. Integers are numbers with all digits. Decimals are strings, because most readers convert numbers
 * with a point to doubles; so are dates, times, binary (base64), NaN and the infinities.
 */
export function createJsonlSink(
  file: OutputFile,
  columns: readonly OutputColumn[],
  lineage: Lineage,
): Promise<DatasetSink> {
  return createTextSink(file, columns, lineage, {
    header: null,
    before: ({ name }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    rowEnd: '}\n',
    cellWriter,
  });
}

function cellWriter(column: TypedColumn): CellWriter {
  const { present } = column;
  const write = valueWriter(column);
  return (row, out) => {
    if (present?.[row] === 0) out.ascii('null');
    else write(row, out);
  };
}

function valueWriter(column: TypedColumn): CellWriter {
  if (!('offsets' in column)) return plainWriter(column);
  const { bytes, offsets, type } = column;
  if (type.kind === 'binary') {
    const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return (row, out) => {
      out.ascii(`"${source.toString('base64', offsets[row], offsets[row + 1])}"`);
    };
  }
  const write = type.kind === 'json' ? writeOnOneLine : writeJsonString;
  return (row, out) => {
    write(bytes, offsets[row] ?? 0, offsets[row + 1] ?? 0, out);
  };
}

function plainWriter(column: Extract<TypedColumn, { values: unknown }>): CellWriter {
  const text = valueText(column);
  const { type, values } = column;
  if (values instanceof Float64Array) {
    return (row, out) => {
      out.ascii(Number.isFinite(values[row]) ? text(row) : `"${text(row)}"`);
    };
  }
  if (type.kind === 'int' || type.kind === 'bool') {
    return (row, out) => {
      out.ascii(text(row));
    };
  }
  return (row, out) => {
    out.byte(QUOTE);
    out.ascii(text(row));
    out.byte(QUOTE);
  };
}

/** JSON on one line: line breaks occur only between values, where a space is equivalent. */
function writeOnOneLine(bytes: Uint8Array, start: number, end: number, out: TextBuffer): void {
  out.reserve(end - start);
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    out.bytes[out.end++] = byte < SPACE ? SPACE : byte;
  }
}
