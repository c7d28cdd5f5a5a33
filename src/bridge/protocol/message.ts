import type { IncomingBatch } from '../../contract/index.js';

export type BridgeMessage =
  | { readonly kind: 'hello'; readonly parser: ParserHello }
  | { readonly kind: 'batch'; readonly batch: IncomingBatch }
  | { readonly kind: 'log'; readonly level: LogLevel; readonly text: string }
  | { readonly kind: 'error'; readonly failure: ParserFailure }
  | { readonly kind: 'end' };

/** Describes the user's parser; sent once it is loaded, before its parse is called. */
export interface ParserHello {
  readonly api: 'class' | 'function' | 'handler';
  readonly name: string | null;
  readonly version: string | null;
  /** As the parser declares them; the contract checks them. */
  readonly outputs: unknown;
  readonly topics: readonly string[] | null;
  readonly language: string;
  /** Such as `Python 3.11.7`. */
  readonly runtime: string;
  readonly executable: string;
}

/** In the order of their byte in the frame. */
export const LOG_LEVELS = ['stdout', 'stderr', 'debug', 'info', 'warning', 'error'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

export const FAILURE_KINDS = [
  'exception',
  'module_missing',
  'binary_missing',
  'return_invalid',
  'parser_invalid',
  'input_missing',
  'not_permitted',
  'out_of_memory',
] as const;

export interface ParserFailure {
  readonly kind: (typeof FAILURE_KINDS)[number];
  /** The class of the error, such as `ValueError`. */
  readonly type: string | null;
  readonly message: string;
  /** The innermost position in the user's code. */
  readonly file: string | null;
  readonly line: number | null;
  readonly source: string | null;
  readonly traceback: string | null;
  /** The missing module, program or path. */
  readonly name: string | null;
}

/** The key in the metadata of an Arrow schema that names the output of the rows. */
export const OUTPUT_KEY = 'casparian.output';
