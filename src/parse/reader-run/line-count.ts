import { CasparianError } from '../../platform/index.js';
import { cellAt, type QuarantinedRow } from '../../contract/index.js';
import type { FileFormat, LineAccounting, ReadBatch } from '../../tables/index.js';
import type { FileAccounting } from './reading.js';

/** Counts the lines of the rows that are set aside, so that in the end every line of the file has its place. */
export interface LineCount {
  add(read: ReadBatch, quarantined: readonly QuarantinedRow[]): void;
  /** Throws when the parts are not the whole: a report that does not add up must not be believed. */
  total(accounting: LineAccounting): FileAccounting;
}

export function createLineCount(format: FileFormat): LineCount {
  const innerEnds = innerLineEnds(format);
  let rowsBefore = 0;
  let setAside = 0;
  let quarantined = 0;
  return {
    add(read, rows) {
      const faults = rows.length === 0 ? NO_TEXTS : new Map(read.faults.map(({ row, raw }) => [row, raw]));
      for (const { rowNumber } of rows) quarantined += linesOf(read, rowNumber - rowsBefore - 1, innerEnds, faults);
      rowsBefore += read.batch.rowCount;
      setAside += rows.length;
    },
    total({ lines, header, preamble, rows, skipped }) {
      const passed = skipped.blank + skipped.comment + skipped.footer;
      const valid = rows - quarantined;
      const whole = { lines, header, preamble, valid, quarantined, skipped: passed };
      const addsUp = lines === header + preamble + rows + passed;
      if (addsUp && valid >= rowsBefore - setAside && quarantined >= setAside) return whole;
      throw new CasparianError('INTERNAL', 'The lines of the file do not add up', {
        why: `Counted were ${JSON.stringify({ ...whole, rows: rowsBefore, setAside })}. Nothing was written.`,
        next: ['Please report it, with the file if you may.'],
      });
    },
  };
}

/** Null where a record is never longer than a line, or counts as one. */
function innerLineEnds(format: FileFormat): RegExp | null {
  if (format.kind !== 'delimited' || format.dialect.quote === null) return null;
  const { lineEnd } = format.dialect;
  return lineEnd === '\r' || lineEnd === 'mixed' ? /\r\n|\n|\r/g : /\n/g;
}

type FaultTexts = ReadonlyMap<number, string>;

const NO_TEXTS: FaultTexts = new Map();

/** Behind a row there may be lines that belong to none: only those inside of its fields are its own. */
function linesOf({ batch, lines }: ReadBatch, row: number, innerEnds: RegExp | null, faults: FaultTexts): number {
  const upToNext = (lines[row + 1] ?? 0) - (lines[row] ?? 0);
  if (upToNext === 1 || innerEnds === null) return 1;
  const raw = faults.get(row);
  const texts = raw === undefined ? batch.columns.map((column) => cellAt(column, row)) : [raw];
  return texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? occurrences(text, innerEnds) : 0), 1);
}

function occurrences(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
