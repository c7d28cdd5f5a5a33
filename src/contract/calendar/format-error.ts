/** A format that cannot be read with. The contract turns it into its own error, which names the column. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  /** The format in the notation that is read here, when that can be told. */
  readonly suggestion: string | null;

  constructor(message: string, suggestion: string | null) {
    super(message);
    this.suggestion = suggestion;
  }
}
