import { ReturnInvalid } from '../return-invalid.js';
import { encodeValue, Unsendable } from './encode-value.js';

/** One line of NDJSON. Names of columns that are new are added to `columns`. */
export function encodeRow(row: object, columns: Set<string>): string {
  const members = Object.entries(plain(row)).map(([name, value]) => {
    columns.add(name);
    return `${JSON.stringify(name)}:${cell(value, name)}`;
  });
  return `{${members.join(',')}}\n`;
}

function plain(row: object): object {
  const { toJSON } = row as { toJSON?: unknown };
  if (typeof toJSON !== 'function') return row;
  const json: unknown = toJSON.call(row);
  if (typeof json === 'object' && json !== null) return json;
  throw new ReturnInvalid('the toJSON() of a row does not give an object');
}

function cell(value: unknown, column: string): string {
  try {
    return encodeValue(value) ?? 'null';
  } catch (error) {
    if (!(error instanceof Unsendable)) throw error;
    throw new ReturnInvalid(`column ${JSON.stringify(column)} holds ${error.message}`);
  }
}
