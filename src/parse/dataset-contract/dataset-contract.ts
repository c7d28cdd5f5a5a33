import { type ContractFile, contractFileText, type OutputContract, parseContractFile } from '../../contract/index.js';
import {
  type Evidence,
  type EvidenceJson,
  evidenceJson,
  evidenceOfJson,
  mergeEvidence,
  mergeHeaders,
} from './evidence.js';
import { findRenames, type Rename } from './find-renames.js';
import { type Aliases, aliasesOfRenames, inferredContract } from './infer-contract.js';
import type { ProfiledFile } from './profile-files.js';
import { areRelated, mainHeaders } from './related-headers.js';
import { widenedContract } from './widen-contract.js';

/** The contract of a dataset, with what it was inferred from. */
export interface MadeContract {
  readonly contract: string;
  readonly evidence: string;
  /** What changed, in sentences; empty for the first contract. */
  readonly changes: readonly string[];
  /** Columns that were probably renamed, and were not merged. */
  readonly renames: readonly Rename[];
}

/** The contract of all files of a dataset; null if none of them is a table. Files of another table are left out. */
export function contractOfFiles(files: readonly ProfiledFile[], acceptRenames: boolean): MadeContract | null {
  const all = files.flatMap(({ evidence }) => (evidence === null ? [] : [evidenceOfJson(evidence)]));
  const main = new Set(mainHeaders(mergeHeaders(all)).map(({ columns }) => JSON.stringify(columns)));
  const own = all.filter(({ headers }) => headers.every(({ columns }) => main.has(JSON.stringify(columns))));
  if (own.length === 0) return null;
  const evidence = mergeEvidence(own);
  const found = findRenames(evidence, new Set(namesIn(evidence)));
  const file = inferredContract(evidence, aliasesOfRenames(acceptRenames ? found : []), own);
  return made(file, evidence, [], acceptRenames ? [] : found);
}

export interface Widening {
  readonly contract: string;
  /** Null if the contract was given by a user. */
  readonly evidence: string | null;
  readonly file: EvidenceJson;
  /** Whether the evidence includes the file already. */
  readonly isIncluded: boolean;
  /** The columns with values that do not fit the contract. */
  readonly misfits: readonly string[];
  /** Those of them that the contract accepts, but changes: 007 would be 7. */
  readonly changed: readonly string[];
  /** Whether the file fails with this contract: then its values decide alone. */
  readonly mustFit: boolean;
}

/** The contract that also accepts a file; null if it is another table, or if the contract stays as it is. */
export function contractWith(widening: Widening): MadeContract | null {
  const { contract, evidence, file, isIncluded, misfits, changed, mustFit } = widening;
  const current = parseContractFile(contract);
  const own = evidenceOfJson(file);
  const names = current.contract.columns.flatMap(({ name, aliases }) => [name, ...aliases]);
  if (!own.headers.every(({ columns }) => areRelated(columns, names))) return null;
  const before = evidence === null ? [] : [evidenceOfJson(JSON.parse(evidence) as EvidenceJson)];
  const merged = mergeEvidence(isIncluded ? before : [...before, own]);
  const aliases = aliasesIn(current);
  const alone = inferredContract(own, aliases);
  const together = inferredContract(merged, aliases, [...before, own]);
  const inferred = mustFit ? alone : { ...together, contract: preferTypes(together.contract, alone.contract) };
  const found = new Set(namesIn(own).map((name) => aliases.get(name) ?? name));
  const isLacking = current.contract.columns.some(({ name }) => !found.has(name));
  const known = new Set(names);
  const isAdding = inferred.contract.columns.some(({ name }) => !known.has(name));
  const missing = isLacking || isAdding ? 'null' : current.drift.missing;
  const wanted = { ...inferred, drift: { ...inferred.drift, missing } };
  const mayBeText = (name: string): boolean => mustFit || changed.includes(name);
  const widened = widenedContract(current, wanted, new Set(misfits), mayBeText);
  if (widened === null) return null;
  return made(widened.file, merged, widened.changes, findRenames(merged, namesOf(widened.file)));
}

/** Columns that are text because of earlier slips have the type that the file gives them. */
function preferTypes(together: OutputContract, alone: OutputContract): OutputContract {
  const own = new Map(alone.columns.map((column) => [column.name, column]));
  const columns = together.columns.map((column) =>
    column.type.kind === 'string' ? (own.get(column.name) ?? column) : column,
  );
  return { ...together, columns };
}

/** The renames that a contract could accept. */
export function proposedRenames(contract: string, evidence: string | null): Rename[] {
  if (evidence === null) return [];
  return findRenames(evidenceOfJson(JSON.parse(evidence) as EvidenceJson), namesOf(parseContractFile(contract)));
}

/** The contract in which renamed columns are one column with an alias. Null if there are none. */
export function contractWithRenames(contract: string, evidence: string | null): MadeContract | null {
  const renames = proposedRenames(contract, evidence);
  if (renames.length === 0 || evidence === null) return null;
  const current = parseContractFile(contract);
  const known = evidenceOfJson(JSON.parse(evidence) as EvidenceJson);
  const accepted = aliasesOfRenames(renames);
  const earlier = [...aliasesIn(current)].map(([alias, name]) => [alias, accepted.get(name) ?? name] as const);
  const aliases = new Map([...earlier, ...accepted]);
  const inferred = inferredContract(known, aliases);
  const gone = new Set(renames.map(({ from }) => from));
  const kept = current.contract.columns.filter(({ name }) => !gone.has(name));
  const names = new Set(renames.map(({ to }) => to));
  const columns = kept.map((column) => {
    const other = inferred.contract.columns.find(({ name }) => name === column.name);
    return names.has(column.name) && other !== undefined ? other : column;
  });
  const file = { ...current, contract: { ...current.contract, columns } };
  const changes = renames.map(({ from, to }) => `column '${from}' is called '${to}'`);
  return made(file, known, changes, []);
}

function made(
  file: ContractFile,
  evidence: Evidence,
  changes: readonly string[],
  renames: readonly Rename[],
): MadeContract {
  return { contract: contractFileText(file), evidence: JSON.stringify(evidenceJson(evidence)), changes, renames };
}

function namesIn({ headers }: Evidence): string[] {
  return [...new Set(headers.flatMap(({ columns }) => columns))];
}

function namesOf({ contract }: ContractFile): Set<string> {
  return new Set(contract.columns.map(({ name }) => name));
}

function aliasesIn({ contract }: ContractFile): Aliases {
  return new Map(contract.columns.flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name])));
}
