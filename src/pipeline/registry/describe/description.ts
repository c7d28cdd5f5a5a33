import { CasparianError } from '../../../platform/index.js';

/** What a parser declares, read without running it. */
export interface ParserDescription {
  readonly name: string;
  readonly version: string;
  readonly topics: readonly string[];
  /** As declared; null if only running the parser can show it. */
  readonly outputs: unknown;
  /** Packages that the bundle needs, sorted by name. */
  readonly imports: readonly string[];
  /** Whether the parser uses the network. */
  readonly network: boolean;
  /** Remarks for the user, one sentence each. */
  readonly notes: readonly string[];
}

/** What was read from a bundle in Python or Node, before any check. */
export interface Facts {
  readonly api: 'class' | 'function' | 'handler';
  readonly name?: unknown;
  readonly version?: unknown;
  readonly topics?: unknown;
  readonly outputs?: unknown;
  readonly network?: unknown;
  readonly imports: readonly Import[];
  readonly notes: readonly string[];
  /** The Python that read a bundle in Python. */
  readonly readBy?: StartedPython;
}

/** A Python as it was started, and the file that ran: the path may be a script that looks for one, as those of pyenv. */
export interface StartedPython {
  readonly path: string;
  readonly executable: string;
}

/** A package and its first import. */
export interface Import {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

/** The error for a bundle that cannot be registered, with the position in its source. */
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
