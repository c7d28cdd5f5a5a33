import { CasparianError } from '../../../platform/index.js';
import type { RowFault } from '../../../contract/index.js';
import { createKeys } from './keys.js';
import { createListReader, createObjectReader, type ReadRow } from './read-row.js';
import type { RecordShape } from './find-columns.js';
import type { Fault, RowSink } from './row-sink.js';
import { createScan, CUT, OPEN_LIST, OPEN_OBJECT, type Scan } from './scan.js';

/** Reads records into rows, once their columns are known. */
export interface RecordReader {
  /** The position after the record at `from`, CUT or MALFORMED; its values are in the sink. */
  read(bytes: Uint8Array, from: number, to: number, sink: RowSink): number;
  /** The fault of the last record; `end` is the result of `read`. */
  fault(end: number): Fault | null;
}

export function createRecordReader(fileName: string, shape: RecordShape): RecordReader {
  return shape.keys === null ? listReader(shape.columns.length) : objectReader(fileName, shape.keys);
}

function objectReader(fileName: string, known: readonly string[]): RecordReader {
  const scan = createScan();
  const keys = createKeys(fileName, known);
  const read = createObjectReader(keys, scan);
  return {
    read(bytes, from, to, sink) {
      const end = readOpened(read, OPEN_OBJECT, scan, bytes, from, to, sink);
      if (end >= 0 && keys.names.length > known.length) throw changedMeanwhile(fileName);
      if (end < 0) keys.keep(known.length);
      return end;
    },
    fault: (end) => (end < 0 ? notARecord(end, 'object', scan) : null),
  };
}

function listReader(width: number): RecordReader {
  const scan = createScan();
  const read = createListReader(scan);
  let values = 0;
  return {
    read(bytes, from, to, sink) {
      values = 0;
      return readOpened(read, OPEN_LIST, scan, bytes, from, to, {
        put(column, start, end, type) {
          values = column + 1;
          sink.put(column, start, end, type);
        },
      });
    },
    fault: (end) => (end < 0 ? notARecord(end, 'list', scan) : lengthFault(values, width)),
  };
}

function readOpened(
  read: ReadRow,
  opening: number,
  scan: Scan,
  bytes: Uint8Array,
  from: number,
  to: number,
  sink: Pick<RowSink, 'put'>,
): number {
  scan.problem = '';
  return bytes[from] === opening ? read(bytes, from, to, sink.put) : -2;
}

function notARecord(end: number, wanted: 'object' | 'list', { problem }: Scan): Fault {
  const why = end === CUT ? 'it is incomplete' : problem;
  return { code: 'not_a_record', message: `is not a JSON ${wanted}${why === '' ? '' : `: ${why}`}` };
}

function lengthFault(values: number, width: number): Fault | null {
  if (values === width) return null;
  const code: RowFault['code'] = values < width ? 'too_few_fields' : 'too_many_fields';
  return {
    code,
    message: `has ${values} ${values === 1 ? 'value' : 'values'} for ${width} ${width === 1 ? 'column' : 'columns'}`,
  };
}

function changedMeanwhile(fileName: string): CasparianError {
  return new CasparianError('INPUT_CHANGED', `'${fileName}' changed while it was read`, {
    why: 'It has a key that it did not have when its columns were found.',
    next: ['Run it again when no program writes to the file.'],
  });
}
