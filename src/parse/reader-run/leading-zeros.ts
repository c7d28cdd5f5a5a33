import { Type } from 'apache-arrow';
import { type ColumnType, type IncomingColumn, type LeadingZeros, variableBytesOf } from '../../contract/index.js';

const NUMBERS: ReadonlySet<string> = new Set(['int', 'decimal', 'float']);

/** A contract may declare `007` an int. The lost zeros are reported. */
export function losesZeros({ kind }: ColumnType): boolean {
  return NUMBERS.has(kind);
}

const ZERO = 0x30;
const MINUS = 0x2d;

/** The texts of a column whose leading zeros a number would lose: `007`. Null without such texts. */
export function leadingZerosOf(column: IncomingColumn, rowCount: number): LeadingZeros | null {
  if (column.form !== 'arrow' || column.data.typeId !== Type.Utf8) return null;
  if (column.leadingZeros !== undefined) return column.leadingZeros;
  const texts = variableBytesOf(column.data);
  if (texts === null) return null;
  const { offsets, bytes } = texts;
  let count = 0;
  let first = -1;
  for (let row = 0; row < rowCount; row += 1) {
    const start = offsets[row] ?? 0;
    const at = bytes[start] === MINUS ? start + 1 : start;
    if (bytes[at] !== ZERO || at + 1 >= (offsets[row + 1] ?? 0) || !isDigit(bytes[at + 1])) continue;
    if (count === 0) first = row;
    count += 1;
  }
  if (count === 0) return null;
  const text = Buffer.from(bytes.subarray(offsets[first] ?? 0, offsets[first + 1] ?? 0)).toString('utf8');
  return { count, row: first, text };
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= ZERO + 9;
}
