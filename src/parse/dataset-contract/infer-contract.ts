import { type ContractFile, type DriftRules, STRICT_DRIFT } from '../../contract/index.js';
import { decideTable, mergeProfiles, type TableProfile } from '../../tables/index.js';
import { contractOfTable } from '../reader-run/inspect-table.js';
import type { Evidence } from './evidence.js';
import type { Rename } from './find-renames.js';

/** The names of columns in the contract, by their names in files. */
export type Aliases = ReadonlyMap<string, string>;

/** The contract that fits all files, as far as their types can be known. Files that lack a column have null in it. */
export function inferredContract(evidence: Evidence, aliases: Aliases, files: readonly Evidence[] = []): ContractFile {
  const { hasTypes, headerLines } = evidence;
  const profile = withNames(evidence.profile, aliases);
  const each = files.map((file) => withNames(file.profile, aliases));
  const table = decideTable(profile, { hasTypes, severalFiles: true, files: each });
  const contract = contractOfTable(table);
  const columns = contract.columns.map((column) => ({ ...column, aliases: aliasesOf(column.name, aliases) }));
  return {
    contract: { ...contract, columns },
    // Detection cannot always find the header, so its position is saved; delimiters and encodings may change.
    dialect: headerLines === null ? null : { header_lines: headerLines },
    drift: driftOf(evidence, aliases, columns.length),
  };
}

export function aliasesOfRenames(renames: readonly Rename[]): Aliases {
  return new Map(renames.map(({ from, to }) => [from, to]));
}

function aliasesOf(name: string, aliases: Aliases): string[] {
  return [...aliases].flatMap(([alias, own]) => (own === name ? [alias] : []));
}

/** A column that some files lack may be missing. */
function driftOf({ headers }: Evidence, aliases: Aliases, columns: number): DriftRules {
  const isMissing = headers.some(
    (header) => new Set(header.columns.map((name) => aliases.get(name) ?? name)).size < columns,
  );
  return isMissing ? { ...STRICT_DRIFT, missing: 'null' } : STRICT_DRIFT;
}

/** Merges the columns that have one name in the contract. */
function withNames(profile: TableProfile, aliases: Aliases): TableProfile {
  if (!profile.columns.some(({ name }) => aliases.has(name))) return profile;
  const renamed = profile.columns.map((column) => ({ ...column, name: aliases.get(column.name) ?? column.name }));
  const first = renamed.filter(({ name }, index) => renamed.findIndex((one) => one.name === name) === index);
  const others = renamed.filter((column) => !first.includes(column));
  // A column under another name is like a file with this column only, without rows in which others are missing.
  const parts = [first, ...others.map((column) => [column])];
  const merged = mergeProfiles(
    parts.map((columns, index) => ({ file: String(index), seen: { ...profile, rows: 0, columns } })),
  );
  return { ...merged, rows: profile.rows };
}
