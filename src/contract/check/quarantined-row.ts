import type { RowFault } from '../columns/row-fault.js';
import type { ColumnProblems } from '../problems/column-problems.js';
import type { RowError } from '../problems/row-error.js';

/** A row that broke its contract. What it says is worked out when asked, so that many bad rows stay small. */
export interface QuarantinedRow {
  /** 1-based over the whole output, valid rows counted. */
  readonly rowNumber: number;
  /** One for each column that is wrong, in the order of the contract; one alone for what is no row of the table. */
  readonly errors: readonly RowError[];
  /** The row as the parser gave it: the text of a JSON object, with exact integers. A record that is no row is `_raw`. */
  rawJson(): string;
}

/** What the bad rows of one batch have in common. */
export interface QuarantineSource {
  readonly rowsBefore: number;
  readonly wrongColumns: readonly { readonly name: string; readonly problems: ColumnProblems }[];
  /** By their place in the batch; null when there are none. */
  readonly faults: ReadonlyMap<number, RowFault> | null;
  /** Stands behind every message. */
  readonly suffix: string;
  rawRow(row: number): string;
}

/**
 * A class, against the custom of this code: an object literal with getters takes 2.4 µs to create and this one less
 * than 0.1, and there may be one for each row of the input.
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
    if (fault !== undefined) return [{ column: null, type: fault.code, message: fault.message }];
    const errors: RowError[] = [];
    for (const { name, problems } of this.#source.wrongColumns) {
      const found = problems.at(this.#row);
      if (found) errors.push({ column: name, type: found.errorType, message: found.message + this.#source.suffix });
    }
    return errors;
  }

  rawJson(): string {
    const fault = this.#source.faults?.get(this.#row);
    return fault === undefined ? this.#source.rawRow(this.#row) : JSON.stringify({ _raw: fault.raw });
  }
}
