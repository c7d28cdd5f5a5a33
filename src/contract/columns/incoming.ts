import type { Data } from 'apache-arrow';
import type { Cell } from './cell.js';

/** One column as it came over the bridge: the buffers of an Arrow batch, or plain values from NDJSON. */
export type IncomingColumn = ArrowColumn | CellColumn;

export interface ArrowColumn {
  readonly form: 'arrow';
  readonly name: string;
  readonly data: Data;
  /** There when the thread that read the text knew the type of the column. */
  readonly scanned?: ScannedText | undefined;
}

/** What was read out of the text of a column before its contract decides about it. */
export interface ScannedText {
  /** A slot for each row. Its content is undefined for rows without a value and for unsure rows. */
  readonly values: BigInt64Array | Float64Array | Int32Array | Uint8Array;
  /** The rows, ascending, that have a text which says nothing to the scan: the reference is to be asked. */
  readonly unsure: Int32Array;
}

export interface CellColumn {
  readonly form: 'cells';
  readonly name: string;
  readonly cells: readonly Cell[];
}

export interface IncomingBatch {
  /** The name the parser gave with `(output, batch)`; null when it named none. */
  readonly output: string | null;
  readonly rowCount: number;
  readonly columns: readonly IncomingColumn[];
  /** Rows that a reader of files could not take apart. Whatever their cells hold, they are set aside. */
  readonly faults?: readonly RowFault[];
}

/** A record that is not a row of its table. */
export interface RowFault {
  /** Its place in the batch. In text tables the cells there are null; elsewhere they hold what could be made out. */
  readonly row: number;
  readonly code:
    | 'too_few_fields'
    | 'too_many_fields'
    | 'unclosed_quote'
    | 'text_after_quote'
    | 'bad_encoding'
    | 'not_a_record'
    /** A cell of a sheet holds an error (`#N/A`), and so no value. */
    | 'error_value'
    /** A value in a column that the contract does not have, and does not want. */
    | 'unexpected_column';
  readonly message: string;
  /** The whole text of the record, as in the file. */
  readonly raw: string;
}
