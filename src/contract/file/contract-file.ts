import { readFile, writeFile } from 'node:fs/promises';
import { CasparianError, errorMessage, nearest } from '../../platform/index.js';
import type { ColumnContract, OutputContract } from '../columns/contract.js';
import { parseColumn } from '../declare/column.js';
import { contractInvalid } from '../declare/declaration.js';
import { declarationOf } from '../declare/to-json.js';
import { parseDialect, type SavedDialect } from './saved-dialect.js';
import { parseDrift, STRICT_DRIFT, type DriftRules } from './drift-rules.js';

/** What a contract file says: what every file is held to, how it is written, and what to do when one is different. */
export interface ContractFile {
  readonly contract: OutputContract;
  readonly dialect: SavedDialect | null;
  readonly drift: DriftRules;
}

export const CONTRACT_FILE_VERSION = 1;
const KEYS = ['version', 'columns', 'dialect', 'drift'] as const;

export async function readContractFile(path: string): Promise<ContractFile> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new CasparianError('INPUT_NOT_FOUND', `The contract '${path}' cannot be read`, {
      why: errorMessage(error),
      next: ['Make one with: casparian infer FILE --save contract.json'],
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
      next: ['Name a file in a folder that is there and may be written to: --save FILE'],
      cause: error,
    });
  }
}

/** `source` names the file in messages. Throws CONTRACT_INVALID, which says where and what is wrong. */
export function parseContractFile(text: string, source = 'The contract'): ContractFile {
  const { version, columns, dialect, drift } = membersOf(text, source);
  if (version !== CONTRACT_FILE_VERSION) throw otherVersion(source, version);
  if (!Array.isArray(columns) || columns.length === 0) {
    throw contractInvalid({ source }, "'columns' is a list of columns, at least one");
  }
  return {
    contract: { name: null, columns: parseColumns(source, columns), inferred: false },
    dialect: parseDialect(source, dialect),
    drift: drift === undefined ? STRICT_DRIFT : parseDrift(source, drift),
  };
}

/** The same contract gives the same text, key by key, so that versions of it can be compared line by line. */
export function contractFileText({ contract, dialect, drift }: ContractFile): string {
  const columns = contract.columns.map((column) => {
    const declared = declarationOf(column);
    return { name: column.name, ...(typeof declared === 'string' ? { type: declared } : (declared as object)) };
  });
  const members = { version: CONTRACT_FILE_VERSION, columns, ...(dialect === null ? {} : { dialect }), drift };
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
  return declared.map((member, index) => {
    const { name, ...column } = (member ?? {}) as Record<string, unknown>;
    if (typeof name !== 'string' || name === '') {
      throw contractInvalid(
        { source },
        `column ${index + 1} of 'columns' needs a name, such as {"name": "id", "type": "int"}`,
      );
    }
    if (names.has(name)) throw contractInvalid({ source, column: name }, 'it is there twice');
    names.add(name);
    return parseColumn({ source }, name, column);
  });
}

function otherVersion(source: string, version: unknown): CasparianError {
  const isNewer = typeof version === 'number' && version > CONTRACT_FILE_VERSION;
  return contractInvalid(
    { source },
    `its version is ${version === undefined ? 'missing' : JSON.stringify(version)}, and ${CONTRACT_FILE_VERSION} is read here`,
    isNewer
      ? ['It was written by a newer casparian: update this one.']
      : [`Begin it with "version": ${CONTRACT_FILE_VERSION}`],
  );
}
