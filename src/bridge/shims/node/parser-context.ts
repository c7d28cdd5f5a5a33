/** Given to `parse(ctx)` of a `Parser`. */
export interface ParserContext {
  /** The file to parse. */
  readonly inputPath: string;
  readonly jobId: string;
  /** A line for the log of this run, apart from what the parser prints. */
  readonly log: (text: string, level?: 'debug' | 'info' | 'warning' | 'error') => void;
}
