import { readFile, writeFile } from 'node:fs/promises';
import { CasparianError, errorMessage, hint, nearest } from '../../platform/index.js';
import type { ColumnContract, OutputContract } from '../columns/contract.js';
import { checkAliases, parseColumn } from './column.js';
import { contractInvalid } from './declaration.js';
import { declaredLimits, limitsJson } from './output-limits.js';
import { declarationOf } from './to-json.js';

/** The content of a contract file: the contract of every file, the dialect, and the rules for files that differ. */
export interface ContractFile {
  readonly contract: OutputContract;
  readonly dialect: SavedDialect | null;
  readonly drift: DriftRules;
}

const CONTRACT_FILE_VERSION = 1;
const KEYS = ['version', 'columns', 'dialect', 'drift', 'quarantine'] as const;

export async function readContractFile(path: string): Promise<ContractFile> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new CasparianError('INPUT_NOT_FOUND', `The contract '${path}' cannot be read`, {
      why: errorMessage(error),
      next: [hint('Create one', { action: 'infer', arguments: ['FILE'], options: { save: 'contract.json' } })],
    });
  }
  return parseContractFile(text, `The contract '${path}'`);
}

export async function writeContractFile(path: string, file: ContractFile): Promise<void> {
  try {
    await writeFile(path, contractFileText(file));
  } catch (error) {
    throw new CasparianError('OUTPUT_UNWRITABLE', `The contract cannot be written to '${path}'`, {
      why: errorMessage(error),
      next: [hint('Name a file in a folder that exists and is writable', { options: { save: 'FILE' } })],
      cause: error,
    });
  }
}

/** `source` names the file in messages. Throws CONTRACT_INVALID with the place and the problem. */
export function parseContractFile(text: string, source = 'The contract'): ContractFile {
  const { version, columns, dialect, drift, quarantine } = membersOf(text, source);
  if (version !== CONTRACT_FILE_VERSION) throw otherVersion(source, version);
  if (!Array.isArray(columns) || columns.length === 0) {
    throw contractInvalid({ source }, "'columns' is a list of columns, at least one");
  }
  const limits = declaredLimits({ source }, quarantine);
  const contract = { name: null, columns: parseColumns(source, columns), inferred: false };
  return {
    contract: limits === null ? contract : { ...contract, quarantine: limits },
    dialect: parseDialect(source, dialect),
    drift: drift === undefined ? STRICT_DRIFT : parseDrift(source, drift),
  };
}

/** The same contract always gives the same text, so that versions can be compared line by line. */
export function contractFileText({ contract, dialect, drift }: ContractFile): string {
  const columns = contract.columns.map((column) => {
    const declared = declarationOf(column);
    return { name: column.name, ...(typeof declared === 'string' ? { type: declared } : (declared as object)) };
  });
  const { quarantine = null } = contract;
  const limits = quarantine === null ? {} : { quarantine: limitsJson(quarantine) };
  const members = {
    version: CONTRACT_FILE_VERSION,
    columns,
    ...(dialect === null ? {} : { dialect }),
    drift,
    ...limits,
  };
  return `${JSON.stringify(members, null, 2)}\n`;
}

function membersOf(text: string, source: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw contractInvalid({ source }, `it is not JSON: ${errorMessage(error)}`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw contractInvalid({ source }, 'it must be an object with version, columns and drift');
  }
  const unknown = Object.keys(parsed).find((key) => !(KEYS as readonly string[]).includes(key));
  if (unknown === undefined) return parsed as Record<string, unknown>;
  const guess = nearest(unknown, KEYS);
  throw contractInvalid({ source }, `'${unknown}' is not known`, [
    ...(guess === undefined ? [] : [`Did you mean '${guess}'?`]),
    `A contract has ${KEYS.join(', ')}.`,
  ]);
}

function parseColumns(source: string, declared: readonly unknown[]): readonly ColumnContract[] {
  const names = new Set<string>();
  const columns = declared.map((member, index) => {
    const { name, ...column } = (member ?? {}) as Record<string, unknown>;
    if (typeof name !== 'string' || name === '') {
      throw contractInvalid(
        { source },
        `column ${index + 1} of 'columns' needs a name, such as {"name": "id", "type": "int"}`,
      );
    }
    if (names.has(name)) throw contractInvalid({ source, column: name }, 'it is declared twice');
    names.add(name);
    return parseColumn({ source }, name, column);
  });
  checkAliases({ source }, columns);
  return columns;
}

function otherVersion(source: string, version: unknown): CasparianError {
  const isNewer = typeof version === 'number' && version > CONTRACT_FILE_VERSION;
  return contractInvalid(
    { source },
    `its version is ${version === undefined ? 'missing' : JSON.stringify(version)}, but this program reads ${CONTRACT_FILE_VERSION}`,
    isNewer
      ? ['It was written by a newer casparian: update this one.']
      : [`Begin it with "version": ${CONTRACT_FILE_VERSION}`],
  );
}

/** What to do with a file whose columns differ from the contract. */
export interface DriftRules {
  /** A column that the contract does not have. `keep` writes it as text. */
  readonly added: 'quarantine' | 'ignore' | 'fail' | 'keep';
  readonly missing: 'fail' | 'null';
  /** Values of another type are always quarantined, row by row. */
  readonly type: 'quarantine';
}

/** By default nothing is dropped and nothing is filled in. */
export const STRICT_DRIFT: DriftRules = { added: 'fail', missing: 'fail', type: 'quarantine' };

const CHOICES: { readonly [Rule in keyof DriftRules]: readonly DriftRules[Rule][] } = {
  added: ['quarantine', 'ignore', 'fail', 'keep'],
  missing: ['fail', 'null'],
  type: ['quarantine'],
};

function parseDrift(source: string, declared: unknown): DriftRules {
  if (typeof declared !== 'object' || declared === null || Array.isArray(declared)) {
    throw contractInvalid({ source }, `'drift' is an object, not ${JSON.stringify(declared)}`);
  }
  for (const [rule, choice] of Object.entries(declared as Record<string, unknown>)) {
    const choices: readonly string[] | undefined = Object.hasOwn(CHOICES, rule)
      ? CHOICES[rule as keyof DriftRules]
      : undefined;
    if (choices === undefined) {
      throw contractInvalid({ source }, `'drift' has no '${rule}'`, [`It has ${Object.keys(CHOICES).join(', ')}.`]);
    }
    if (!choices.includes(choice as string)) {
      const allowed = choices.map((one) => `"${one}"`).join(', ');
      throw contractInvalid({ source }, `'drift.${rule}' is one of ${allowed}, not ${JSON.stringify(choice)}`);
    }
  }
  return { ...STRICT_DRIFT, ...(declared as Partial<DriftRules>) };
}

/** The dialect of the contract's files, with the names of `infer --json`. Absent members are detected. */
export interface SavedDialect {
  readonly delimiter?: string;
  readonly quote?: string | null;
  readonly escape?: string | null;
  readonly encoding?: string;
  readonly header_lines?: number;
  readonly preamble_lines?: number;
  /** Lines after the last row that are not rows. */
  readonly footer_lines?: number;
  /** Which table of files with several, from 1. */
  readonly table?: number;
  readonly line_end?: string;
}

const MEMBERS: { readonly [Member in keyof Required<SavedDialect>]: 'text' | 'text or null' | 'count' } = {
  delimiter: 'text',
  quote: 'text or null',
  escape: 'text or null',
  encoding: 'text',
  header_lines: 'count',
  preamble_lines: 'count',
  footer_lines: 'count',
  table: 'count',
  line_end: 'text',
};

function parseDialect(source: string, declared: unknown): SavedDialect | null {
  if (declared === undefined || declared === null) return null;
  if (typeof declared !== 'object' || Array.isArray(declared)) {
    throw contractInvalid({ source }, `'dialect' is an object, not ${JSON.stringify(declared)}`);
  }
  for (const [member, value] of Object.entries(declared)) {
    const wanted = Object.hasOwn(MEMBERS, member) ? MEMBERS[member as keyof SavedDialect] : undefined;
    if (wanted === undefined) {
      throw contractInvalid({ source }, `'dialect' has no '${member}'`, [`It has ${Object.keys(MEMBERS).join(', ')}.`]);
    }
    if (!isOf(wanted, value)) {
      const expected = wanted === 'count' ? 'a whole number' : `a ${wanted}`;
      throw contractInvalid({ source }, `'dialect.${member}' is ${expected}, not ${JSON.stringify(value)}`);
    }
  }
  return inOrder(declared);
}

function isOf(wanted: 'text' | 'text or null' | 'count', value: unknown): boolean {
  if (wanted === 'count') return Number.isInteger(value) && (value as number) >= 0;
  return (typeof value === 'string' && value !== '') || (wanted === 'text or null' && value === null);
}

function inOrder(dialect: SavedDialect): SavedDialect {
  const members = Object.keys(MEMBERS) as (keyof SavedDialect)[];
  return Object.fromEntries(members.flatMap((member) => (member in dialect ? [[member, dialect[member]]] : [])));
}
