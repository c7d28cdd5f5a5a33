import type { Data } from 'apache-arrow';
import type { Cell } from './cell.js';

/** One column as received from the bridge: the buffers of an Arrow batch, or plain values from NDJSON. */
export type IncomingColumn = ArrowColumn | CellColumn;

export interface ArrowColumn {
  readonly form: 'arrow';
  readonly name: string;
  readonly data: Data;
  /** Present if the thread that read the text knew the type of the column. */
  readonly scanned?: ScannedText | undefined;
  /** Whether the whole text is known to be ASCII, which needs no other check. */
  readonly isAscii?: boolean | undefined;
  /** The texts that a number would change; absent if they were not looked for. */
  readonly leadingZeros?: LeadingZeros | null | undefined;
}

/** Texts with leading zeros: `007`. */
export interface LeadingZeros {
  readonly count: number;
  /** The index of the first in the batch, and its text. */
  readonly row: number;
  readonly text: string;
}

/** Values that were scanned from the text of a column before the contract is checked. */
export interface ScannedText {
  /** A slot for each row. Undefined for rows without a value and for unsure rows. */
  readonly values: BigInt64Array | Float64Array | Int32Array | Uint8Array;
  /** The rows, ascending, whose text the scan could not read: the reference cast decides. */
  readonly unsure: Int32Array;
}

export interface CellColumn {
  readonly form: 'cells';
  readonly name: string;
  readonly cells: readonly Cell[];
}

export interface IncomingBatch {
  /** The name that the parser gave with `(output, batch)`; null if it gave none. */
  readonly output: string | null;
  readonly rowCount: number;
  readonly columns: readonly IncomingColumn[];
  /** Rows that a reader could not split. They are quarantined, whatever their cells contain. */
  readonly faults?: readonly RowFault[];
}

/** A record that is not a row of its table. */
export interface RowFault {
  /** Its index in the batch. In text tables its cells are null; elsewhere they contain what could be read. */
  readonly row: number;
  readonly code:
    | 'too_few_fields'
    | 'too_many_fields'
    | 'unclosed_quote'
    | 'text_after_quote'
    /** A quote inside a field that does not begin with one. */
    | 'stray_quote'
    | 'bad_encoding'
    | 'not_a_record'
    /** A cell of a sheet contains an error (`#N/A`) instead of a value. */
    | 'error_value'
    /** A value in a column that the contract does not have. */
    | 'unexpected_column';
  readonly message: string;
  /** The column where the fault is, if it can be located. */
  readonly column?: string | null;
  /** The whole text of the record in the file. */
  readonly raw: string;
}
