import type { JsonFormat } from './detect-json.js';
import type { InputFile } from '../source/input-file.js';
import { createRecordReader } from './records/record-reader.js';
import { createRowSink } from './records/row-sink.js';
import { keepAround } from '../delimited/around-lines.js';
import type { LineAccounting, OnSkipped, ReadBatch, TableReader } from '../table/table-reader.js';
import { createKeepLine } from '../text/keep-line.js';
import { createAccounting, readText, type TakeRows, type TextTable } from '../text/read-text.js';
import { createDocumentWalk, type DocumentHandler } from './document-walk.js';
import { followPath } from './member.js';
import { type FoundRecords, NO_MEMBERS, findRecords } from './find-records.js';

/** Comments may precede the records. */
const placeOf = ({ preambleLines }: JsonFormat) => ({ preambleLines, headerLines: 0, footerLines: 0 });

/**
 * Reads a JSON document record by record; only one record is in memory. Reads the file for its layout and columns when
 * it is opened, and again for its rows. A "line" is a record here; each member next to them counts as one.
 */
export async function openJson(file: InputFile, format: JsonFormat, signal = neverAborted()): Promise<TableReader> {
  const read = (take: TakeRows, accounting: LineAccounting, abort: AbortSignal, table: Partial<TextTable> = {}) =>
    readText(file, format, { ...table, place: placeOf(format), returnEnds: false, take }, accounting, abort);
  const found = await findRecords(file.name, async (take) => {
    for await (const _ of read(take, createAccounting(), signal));
  });
  const accounting = createAccounting();
  return {
    columns: found.shape.columns,
    written: found.shape.written,
    notes: notesOn(found),
    accounting,
    async *batches(abort, onSkipped) {
      const records = recordsOf(file.name, format, found, accounting, onSkipped);
      const around = { columns: found.shape.columns, keep: keepAround(onSkipped) };
      yield* read(records.take, accounting, abort, around);
      const cut = records.cut();
      if (cut !== null) yield cut;
    },
  };
}

function recordsOf(
  fileName: string,
  { encoding }: JsonFormat,
  found: FoundRecords,
  accounting: LineAccounting,
  onSkipped?: OnSkipped,
) {
  const { shape, layout } = found;
  const reader = createRecordReader(fileName, shape);
  const sink = createRowSink(shape.columns, encoding);
  let wantsHeader = shape.hasHeader;
  const keep = createKeepLine(onSkipped);
  const skipBeside = (path: readonly string[], bytes: Uint8Array, from: number, to: number): void => {
    accounting.lines += 1;
    keep?.(accounting.lines, 'beside', `beside the records: ${path.join('.')}`, bytes, from, to);
    if (accounting.rows === 0) accounting.preamble += 1;
    else accounting.skipped.footer += 1;
  };
  const handler: DocumentHandler = {
    get isFull() {
      return sink.isFull;
    },
    read(bytes, from, to) {
      sink.begin(accounting.lines + 1);
      return reader.read(bytes, from, to, sink);
    },
    end(bytes, from, to, answer) {
      accounting.lines += 1;
      const fault = reader.fault(answer);
      if (wantsHeader && fault === null) {
        wantsHeader = false;
        accounting.header += 1;
        keep?.(accounting.lines, 'header', 'the names of the columns', bytes, from, to);
        return;
      }
      accounting.rows += 1;
      sink.end(bytes, from, to, fault);
    },
    opensList: () => layout.records === 'elements',
    opensObject: () => layout.records === 'member',
    ...(layout.records === 'member' ? followPath(layout.path, skipBeside) : NO_MEMBERS),
  };
  const document = createDocumentWalk(handler);
  const take: TakeRows = (window) => {
    const end = document.walk(window);
    return { end, batch: sink.take(window.bytes, accounting.lines + 1) };
  };
  /** A list that is not closed may have lost records, which would otherwise go unnoticed. */
  const cut = (): ReadBatch | null => {
    if (document.isWhole) return null;
    sink.begin(accounting.lines + 1);
    accounting.lines += 1;
    accounting.rows += 1;
    const message = 'is missing: the file ends before its list of records';
    sink.end(new Uint8Array(0), 0, 0, { code: 'not_a_record', message });
    return sink.take(new Uint8Array(0), accounting.lines + 1);
  };
  return { take, cut };
}

function notesOn({ layout, beside, undecided }: FoundRecords): string[] {
  if (undecided.length > 0) return [`The document is one row. Its records may be in ${quoted(undecided)}.`];
  if (layout.records !== 'member') return [];
  const rows = `The rows are the elements of ${quoted([layout.path.join('.')])}.`;
  return beside.length === 0 ? [rows] : [rows, `The keys next to it are skipped lines: ${quoted(beside)}.`];
}

function quoted(keys: readonly string[]): string {
  const some = keys.slice(0, 10).map((key) => JSON.stringify(key));
  return some.join(', ') + (keys.length > some.length ? ` and ${keys.length - some.length} more` : '');
}

function neverAborted(): AbortSignal {
  return new AbortController().signal;
}
