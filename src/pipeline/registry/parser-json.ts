import { type ErrorJson, errorJson, isoTime } from '../../platform/index.js';
import type { Registration } from './register-parser.js';
import type { RegisteredParser } from './registered-parser.js';
import type { TestedParser } from './test-parser.js';

/** A version of a parser. */
export interface ParserJson {
  readonly name: string;
  readonly version: string;
  readonly language: 'python' | 'node';
  readonly entrypoint: string;
  readonly source_hash: string;
  readonly lockfile_hash: string | null;
  readonly files: number;
  readonly imports: readonly string[];
  readonly network: boolean;
  readonly topics: readonly string[];
  readonly registered_at: string | null;
  readonly retired_at: string | null;
}

export function parserJson(parser: RegisteredParser, topics: readonly string[]): ParserJson {
  return {
    name: parser.name,
    version: parser.version,
    language: parser.language,
    entrypoint: parser.entrypoint,
    source_hash: parser.sourceHash,
    lockfile_hash: parser.lockfileHash,
    files: parser.files,
    imports: parser.imports,
    network: parser.network,
    topics,
    registered_at: isoTime(parser.registeredAt),
    retired_at: isoTime(parser.retiredAt),
  };
}

/** A parser with its declaration and all its versions. */
export interface ParserDetailJson extends ParserJson {
  readonly outputs: unknown;
  readonly versions: readonly ParserJson[];
}

export function parserDetailJson(
  parser: RegisteredParser,
  topics: readonly string[],
  versions: readonly RegisteredParser[],
): ParserDetailJson {
  const others = versions.map((version) => parserJson(version, topics));
  return { ...parserJson(parser, topics), outputs: parser.outputs, versions: others };
}

export interface RegistrationJson {
  readonly name: string;
  readonly version: string;
  readonly source_hash: string;
  readonly lockfile_hash: string | null;
  readonly files: number;
  readonly file_names: readonly string[];
  readonly topics: readonly string[];
  readonly already_registered: boolean;
  readonly replaced: boolean;
  readonly skipped: readonly string[];
}

export function registrationJson(registration: Registration): RegistrationJson {
  const { parser, bundle, topics, alreadyRegistered, replaced } = registration;
  return {
    name: parser.name,
    version: parser.version,
    source_hash: parser.sourceHash,
    lockfile_hash: parser.lockfileHash,
    files: bundle.files.length,
    file_names: bundle.files.map((file) => file.name),
    topics,
    already_registered: alreadyRegistered,
    replaced,
    skipped: bundle.skipped,
  };
}

export interface ParserTestJson {
  readonly name: string;
  readonly version: string;
  readonly loads: true;
  /** Null without a sample. */
  readonly sample: {
    readonly status: string;
    readonly rows_in: number;
    readonly rows_valid: number;
    readonly rows_quarantined: number;
    readonly outputs: readonly { readonly name: string; readonly rows: number }[];
    readonly error: ErrorJson | null;
  } | null;
}

export function parserTestJson({ described, report }: TestedParser): ParserTestJson {
  return {
    name: described.name,
    version: described.version,
    loads: true,
    sample: report && {
      status: report.status,
      rows_in: report.rowsIn,
      rows_valid: report.rowsValid,
      rows_quarantined: report.rowsQuarantined,
      outputs: report.outputs.map(({ name, rows }) => ({ name, rows })),
      error: report.error === null ? null : errorJson(report.error),
    },
  };
}
