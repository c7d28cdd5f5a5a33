import type { RowFault } from '../columns/incoming.js';
import type { WriteRawRow } from '../columns/raw-row.js';
import type { Cause, ColumnProblems } from '../problems/column-problems.js';
import { RowError } from '../problems/row-error.js';
import type { TextBuffer } from '../text/text-buffer.js';
import type { LineTemplates } from './line-template.js';
import { writeLine } from './quarantine-line.js';

/** A row that broke its contract. Its details are computed on demand, so that many bad rows take little memory. */
export interface QuarantinedRow {
  /** 1-based over the whole output, including valid rows. */
  readonly rowNumber: number;
  /** One per wrong column, in the order of the contract; a single one for a record that is not a row. */
  readonly errors: readonly RowError[];
  /**
   * Writes the row from the parser: a JSON object on one line, with exact integers. A record that is not a row is in `_raw`.
   */
  writeRaw(out: TextBuffer): void;
  /** Writes its line in the quarantine file, which begins with `start`. */
  writeLine(start: DataView, out: TextBuffer): void;
}

/** What the bad rows of one batch share. */
export interface QuarantineSource {
  readonly rowsBefore: number;
  readonly wrongColumns: readonly { readonly name: string; readonly problems: ColumnProblems }[];
  /** By index in the batch; null without faults. */
  readonly faults: ReadonlyMap<number, RowFault> | null;
  /** Appended to every message. */
  readonly suffix: string;
  readonly writeRaw: WriteRawRow;
  readonly writeTemplate: LineTemplates;
}

/**
 * A class, unlike elsewhere: creating an object literal with getters takes 2.4 µs, this less than 0.1 µs, and there may
 * be one per input row.
 */
export class RowOfBatch implements QuarantinedRow {
  readonly #source: QuarantineSource;
  readonly #row: number;

  constructor(source: QuarantineSource, row: number) {
    this.#source = source;
    this.#row = row;
  }

  get rowNumber(): number {
    return this.#source.rowsBefore + this.#row + 1;
  }

  get errors(): readonly RowError[] {
    const fault = this.#source.faults?.get(this.#row);
    if (fault !== undefined) return [new RowError(fault.column ?? null, fault.code, null, fault.message)];
    const errors: RowError[] = [];
    for (const { name, problems } of this.#source.wrongColumns) {
      const found = problems.at(this.#row);
      if (found) errors.push(new RowError(name, found.errorType, found.cell, found.reason + this.#source.suffix));
    }
    return errors;
  }

  writeRaw(out: TextBuffer): void {
    const fault = this.#source.faults?.get(this.#row);
    if (fault === undefined) this.#source.writeRaw(this.#row, out);
    else out.utf8(JSON.stringify({ _raw: fault.raw }));
  }

  writeLine(start: DataView, out: TextBuffer): void {
    if (!this.#writeTemplate(start, out)) writeLine(start, this, out);
  }

  #writeTemplate(start: DataView, out: TextBuffer): boolean {
    const { wrongColumns, faults, suffix, writeTemplate } = this.#source;
    if (suffix !== '' || faults?.has(this.#row) === true) return false;
    let column = '';
    let only: Cause | null = null;
    for (const { name, problems } of wrongColumns) {
      const cause = problems.causeAt(this.#row);
      if (cause === undefined) continue;
      if (only !== null) return false;
      column = name;
      only = cause;
    }
    return only !== null && writeTemplate(start, column, only, this.#row, this.rowNumber, out);
  }
}
