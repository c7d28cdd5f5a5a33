/** Types for parsers in TypeScript. Nothing here exists at run time. */

/** Given to `parse(ctx)` of a `Parser`. */
export interface ParserContext {
  /** The file to parse. */
  readonly inputPath: string;
  readonly jobId: string;
  /** Writes a line to the log of this run, separate from what the parser prints. */
  readonly log: (text: string, level?: 'debug' | 'info' | 'warning' | 'error') => void;
}

export type Row = Readonly<Record<string, unknown>>;

/** Rows, an Arrow table or record batch, or the bytes of an Arrow IPC stream. */
export type Batch = readonly Row[] | Uint8Array | object;

/** One batch, or many that are yielded, each alone or after the name of its output. Rows may be yielded singly. */
export type Parsed = Batch | readonly [output: string, batch: Batch] | Iterable<unknown> | AsyncIterable<unknown>;

/** `export class Parser implements ParserClass`. The declarations may also be static. */
export interface ParserClass {
  readonly name?: string;
  readonly version?: string;
  readonly outputs?: object;
  readonly topics?: readonly string[];
  parse(ctx: ParserContext): Parsed | Promise<Parsed>;
}
