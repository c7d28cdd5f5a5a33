import { CasparianError } from '../../../platform/index.js';

/** What a parser says of itself, read without running it. */
export interface ParserDescription {
  readonly name: string;
  readonly version: string;
  readonly topics: readonly string[];
  /** As declared; null when that can only be told by running the parser. */
  readonly outputs: unknown;
  /** Packages the bundle needs, in the order of their names. */
  readonly imports: readonly string[];
  /** What a reader should know, a sentence each. */
  readonly notes: readonly string[];
}

/** What one of the two languages found in a bundle, before anybody judged it. */
export interface Facts {
  readonly api: 'class' | 'function' | 'handler';
  readonly name?: unknown;
  readonly version?: unknown;
  readonly topics?: unknown;
  readonly outputs?: unknown;
  readonly imports: readonly Import[];
  readonly notes: readonly string[];
}

/** A package, and the first place that imports it. */
export interface Import {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

/** A bundle that cannot be registered, and the place in it where that shows. */
export function parserInvalid(problem: {
  message: string;
  file: string;
  line?: number | null | undefined;
}): CasparianError {
  const { message, file, line } = problem;
  const isLocal = message.startsWith('Local import');
  return new CasparianError('PARSER_INVALID', `${line ? `${file}:${line}` : file}: ${message}`, {
    next: isLocal
      ? [
          'Register the folder that holds both: a single file is bundled alone, and links and hidden files are left out.',
        ]
      : ['Correct it, and try again.'],
  });
}
