import { keepAround } from '../delimited/around-lines.js';
import type { NdjsonFormat } from './detect-json.js';
import type { InputFile } from '../source/input-file.js';
import { createRecordReader } from './records/record-reader.js';
import { createColumnFinder, type RecordShape } from './records/find-columns.js';
import { createRowSink, type Fault } from './records/row-sink.js';
import type { TableReader } from '../table/table-reader.js';
import { createAccounting, readText, type TakeRows, type Window } from '../text/read-text.js';
import { isSpace } from './records/scan.js';
import { createKeepLine, type KeepLine } from '../text/keep-line.js';
import { LF } from '../text/lines.js';

/** Comments may precede the records. */
const placeOf = ({ preambleLines }: NdjsonFormat) => ({ preambleLines, headerLines: 0, footerLines: 0 });

const MORE_BEHIND: Fault = { code: 'not_a_record', message: 'has more than one JSON value on its line' };

/** Reads one JSON object per line: once for the columns, when it is opened, and once for the rows. */
export async function openNdjson(file: InputFile, format: NdjsonFormat, signal = neverAborted()): Promise<TableReader> {
  const shape = await findColumns(file, format, signal);
  const accounting = createAccounting();
  return {
    columns: shape.columns,
    written: shape.written,
    accounting,
    batches: (abort, onSkipped) => {
      const take = takeRecords(file.name, shape, format, createKeepLine(onSkipped));
      const table = { place: placeOf(format), returnEnds: false, take, columns: shape.columns };
      return readText(file, format, { ...table, keep: keepAround(onSkipped) }, accounting, abort);
    },
  };
}

async function findColumns(file: InputFile, format: NdjsonFormat, signal: AbortSignal): Promise<RecordShape> {
  const finder = createColumnFinder(file.name);
  const take: TakeRows = (window) => {
    const walk = createLineWalk(window);
    while (walk.next()) {
      if (walk.isBlank) continue;
      const end = finder.add(window.bytes, walk.from, walk.to);
      if (end >= 0 && end < walk.to) finder.reject();
    }
    return { end: walk.end, batch: null };
  };
  const text = readText(file, format, { place: placeOf(format), returnEnds: false, take }, createAccounting(), signal);
  for await (const _ of text);
  return finder.shape();
}

function takeRecords(
  fileName: string,
  shape: RecordShape,
  { encoding }: NdjsonFormat,
  keep: KeepLine | null,
): TakeRows {
  const records = createRecordReader(fileName, shape);
  const sink = createRowSink(shape.columns, encoding);
  let wantsHeader = shape.hasHeader;
  return ({ bytes, from, to, isLast }, accounting) => {
    const walk = createLineWalk({ bytes, from, to, isLast });
    while (!sink.isFull && walk.next()) {
      accounting.lines += 1;
      if (walk.isBlank) {
        accounting.skipped.blank += 1;
        continue;
      }
      sink.begin(accounting.lines);
      const end = records.read(bytes, walk.from, walk.to, sink);
      const fault = end >= 0 && end < walk.to ? MORE_BEHIND : records.fault(end);
      if (wantsHeader && fault === null) {
        wantsHeader = false;
        accounting.header += 1;
        keep?.(accounting.lines, 'header', 'the names of the columns', bytes, walk.from, walk.to);
        continue;
      }
      accounting.rows += 1;
      sink.end(bytes, walk.from, walk.to, fault);
    }
    return { end: walk.end, batch: sink.take(bytes, accounting.lines + 1) };
  };
}

function neverAborted(): AbortSignal {
  return new AbortController().signal;
}

/** Walks through the complete lines of a window; the last line of the file may lack its line end. */
interface LineWalk {
  next(): boolean;
  /** Where the content of the line begins and ends, without the white space around it. */
  readonly from: number;
  readonly to: number;
  readonly isBlank: boolean;
  /** Where the next line begins. */
  readonly end: number;
}

function createLineWalk(window: Window): LineWalk {
  const { bytes } = window;
  let end = window.from;
  let from = end;
  let to = end;
  return {
    next() {
      if (end >= window.to) return false;
      const lineEnd = bytes.indexOf(LF, end);
      const isWhole = lineEnd !== -1 && lineEnd < window.to;
      if (!isWhole && !window.isLast) return false;
      from = end;
      to = isWhole ? lineEnd : window.to;
      end = isWhole ? lineEnd + 1 : window.to;
      while (from < to && isSpace(bytes[from])) from += 1;
      while (to > from && isSpace(bytes[to - 1])) to -= 1;
      return true;
    },
    get from() {
      return from;
    },
    get to() {
      return to;
    },
    get isBlank() {
      return from === to;
    },
    get end() {
      return end;
    },
  };
}
