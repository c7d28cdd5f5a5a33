import { CasparianError, hint } from '../../../platform/index.js';
import { createKeys } from './keys.js';
import { createListReader, createObjectReader, type PutValue, type ReadRow } from './read-row.js';
import { givenNames } from '../../table/column-names.js';
import {
  BOOLEAN,
  createScan,
  malformed,
  MALFORMED,
  NESTED,
  NULL,
  NUMBER,
  OPEN_LIST,
  OPEN_OBJECT,
  TEXT,
} from './scan.js';
import { textOf } from './value-text.js';
import type { WrittenAs } from '../../table/table-reader.js';

/**
 * Reads the records of a file for the first time: their keys are the columns, and a key may occur in the last record
 * only. This costs about as much as reading the values.
 */
export interface ColumnFinder {
  /** The position after the record at `from`, CUT or MALFORMED. */
  readonly add: (bytes: Uint8Array, from: number, to: number) => number;
  /** The last record is invalid: its keys are not columns. */
  reject(): void;
  /** Whether any record had a value so far. */
  readonly hasColumns: boolean;
  /** Throws when no record has a value, unless the file has no records at all. */
  shape(isWhole?: boolean): RecordShape;
}

export function createColumnFinder(fileName: string): ColumnFinder {
  const scan = createScan();
  const keys = createKeys(fileName);
  const readObject = createObjectReader(keys, scan);
  const readList = createListReader(scan);
  const types: number[] = [];
  const remember: PutValue = (column, _start, _end, type) => {
    types[column] = (types[column] ?? NULL) | type;
  };
  let rows: 'objects' | FirstList | null = null;
  let records = 0;
  let knownBefore = 0;
  let problem = '';

  const addObject = (bytes: Uint8Array, from: number, to: number): number => {
    const end = readObject(bytes, from, to, remember);
    if (end < 0) keys.keep(knownBefore);
    else rows = 'objects';
    return end;
  };
  const addList = (bytes: Uint8Array, from: number, to: number): number => {
    if (rows !== null) return readList(bytes, from, to, remember);
    const list = firstList(bytes, from, to, readList);
    if (list.end >= 0) rows = list;
    return list.end;
  };
  const addRecord = (bytes: Uint8Array, from: number, to: number): number => {
    records += 1;
    knownBefore = keys.names.length;
    const opening = bytes[from];
    const areLists = typeof rows === 'object' && rows !== null;
    if (opening === OPEN_OBJECT && !areLists) return addObject(bytes, from, to);
    if (opening === OPEN_LIST && rows !== 'objects') return addList(bytes, from, to);
    return malformed(scan, '');
  };
  return {
    add(bytes, from, to) {
      const end = addRecord(bytes, from, to);
      if (end === MALFORMED && problem === '') problem = scan.problem;
      return end;
    },
    get hasColumns() {
      return keys.names.length > 0 || (typeof rows === 'object' && rows !== null);
    },
    reject: () => keys.keep(knownBefore),
    shape(isWhole = true) {
      const list = typeof rows === 'object' ? rows : null;
      const columns = list === null ? givenNames(keys.names) : givenNames(list.names);
      if (columns.length === 0 && (records > 0 || !isWhole)) throw noRecords(fileName, problem);
      return {
        keys: list === null ? [...keys.names] : null,
        columns,
        written: columns.map((_, column) => writtenAs((types[column] ?? NULL) | (list?.types[column] ?? NULL))),
        hasHeader: list?.isHeader ?? false,
      };
    },
  };
}

interface FirstList {
  readonly end: number;
  readonly names: readonly string[];
  readonly isHeader: boolean;
  readonly types: readonly number[];
}

/** A first list of different texts names the columns; any other is a row, and the columns are numbered. */
function firstList(bytes: Uint8Array, from: number, to: number, readList: ReadRow): FirstList {
  const names: string[] = [];
  const types: number[] = [];
  const end = readList(bytes, from, to, (column, start, valueEnd, type) => {
    types[column] = type;
    if (type === TEXT) names.push(stringAt(bytes, start, valueEnd));
  });
  const isHeader = types.length > 0 && new Set(names.filter((name) => name !== '')).size === types.length;
  if (isHeader) return { end, names, isHeader, types: [] };
  return { end, names: types.map((_, column) => `column_${column + 1}`), isHeader, types };
}

function stringAt(bytes: Uint8Array, start: number, end: number): string {
  return start < 0 ? textOf(bytes.subarray(~start + 1, end - 1), true) : textOf(bytes.subarray(start, end), false);
}

function noRecords(fileName: string, problem: string): CasparianError {
  const first = problem === '' ? '' : ` The first one: ${problem}.`;
  return new CasparianError('FORMAT_UNKNOWN', `'${fileName}' is JSON, but not a table`, {
    why: `No record is an object with keys or a list of values.${first}`,
    next: [
      hint('Look at it', { action: 'preview', arguments: [fileName] }),
      hint('Write a parser for it', { action: 'run', arguments: ['your_parser.py', fileName] }),
    ],
  });
}

/** What the records of a file have in common. */
export interface RecordShape {
  /** The keys of its objects; null when its rows are lists. */
  readonly keys: readonly string[] | null;
  readonly columns: readonly string[];
  readonly written: readonly WrittenAs[];
  /** Whether the first list holds the names of the columns. */
  readonly hasHeader: boolean;
}

function writtenAs(types: number): WrittenAs {
  return {
    texts: (types & TEXT) !== 0,
    numbers: (types & NUMBER) !== 0,
    booleans: (types & BOOLEAN) !== 0,
    nested: (types & NESTED) !== 0,
  };
}
