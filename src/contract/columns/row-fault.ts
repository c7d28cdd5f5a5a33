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
  /** The text of the record as it stands in the file, whole. */
  readonly raw: string;
}
