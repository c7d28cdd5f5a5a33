import type { Selectable } from 'kysely';
import type { ParsersTable } from '../schema/tables.js';

/** One version of a parser in the database, without its bundle. */
export interface RegisteredParser {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly language: 'python' | 'node';
  /** The file to run, relative to the bundle's root. */
  readonly entrypoint: string;
  readonly sourceHash: string;
  readonly lockfileHash: string | null;
  /** As the parser declares them; null if only running it can show them. */
  readonly outputs: unknown;
  /** Modules outside the standard library that the bundle imports. */
  readonly imports: readonly string[];
  /** Whether it declares that it uses the network. */
  readonly network: boolean;
  readonly files: number;
  readonly createdAt: number;
  readonly registeredAt: number;
  readonly retiredAt: number | null;
}

/** All columns except the archive, which is large and rarely needed. */
export const PARSER_COLUMNS = [
  'id',
  'name',
  'version',
  'language',
  'entrypoint',
  'source_hash',
  'lockfile_hash',
  'outputs',
  'imports',
  'network',
  'files',
  'created_at',
  'registered_at',
  'retired_at',
] as const satisfies (keyof ParsersTable)[];

export type ParserRow = Selectable<Pick<ParsersTable, (typeof PARSER_COLUMNS)[number]>>;

export function parserOfRow(row: ParserRow): RegisteredParser {
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    language: row.language,
    entrypoint: row.entrypoint,
    sourceHash: row.source_hash,
    lockfileHash: row.lockfile_hash,
    outputs: JSON.parse(row.outputs) as unknown,
    imports: JSON.parse(row.imports) as string[],
    network: row.network === 1,
    files: row.files,
    createdAt: row.created_at,
    registeredAt: row.registered_at,
    retiredAt: row.retired_at,
  };
}
