import { CasparianError } from '../../platform/index.js';
import { contractInvalid, untagged } from './declaration.js';
import type { Contract, OutputContract } from '../columns/contract.js';
import { declaredLimits } from './output-limits.js';
import { checkAliases, isColumnDeclaration, parseColumn } from './column.js';

/** Reads a parser's `outputs`. Throws CONTRACT_INVALID with the output, the column and the problem. */
export function parseContract(declared: unknown): Contract {
  if (declared === null || declared === undefined) return { outputs: new Map() };
  const entries = entriesOf(declared, 'outputs must be a dict of columns, or of outputs with their columns');
  const columns = entries.filter(([, value]) => isColumnDeclaration(value));
  if (columns.length === entries.length) {
    if (entries.length === 0) return { outputs: new Map() };
    return { outputs: new Map([['', parseOutput(null, entries)]]) };
  }
  if (columns.length > 0) throw mixedLevels(columns, entries);
  const outputs = entries.map(([name, value]): [string, OutputContract] => {
    if (name === '') throw contractInvalid({ output: name }, 'an output needs a name');
    const members = entriesOf(value, `output '${name}' must be a dict of columns`);
    return [name, parseNamedOutput(name, members)];
  });
  return { outputs: new Map(outputs) };
}

/** A dict of columns, or `{"columns": {…}, "quarantine": {…}}`. */
function parseNamedOutput(name: string, members: readonly [string, unknown][]): OutputContract {
  const { columns, quarantine, ...others } = Object.fromEntries(members);
  const isLong = columns !== undefined && !isColumnDeclaration(columns) && Object.keys(others).length === 0;
  if (!isLong) return parseOutput(name, members);
  const output = parseOutput(name, entriesOf(columns, `the columns of output '${name}' must be a dict`));
  return { ...output, quarantine: declaredLimits({ output: name }, untagged(quarantine)) };
}

function parseOutput(name: string | null, entries: readonly [string, unknown][]): OutputContract {
  if (entries.length === 0) throw contractInvalid({ output: name }, 'it has no columns');
  const columns = entries.map(([column, value]) => parseColumn({ output: name }, column, value));
  checkAliases({ output: name }, columns);
  return { name, columns, inferred: false };
}

function entriesOf(declared: unknown, expectation: string): [string, unknown][] {
  const value = untagged(declared);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value);
  throw new CasparianError('CONTRACT_INVALID', `The parser's outputs cannot be understood: ${expectation}`, {
    next: ['Write for example outputs = {"id": "int!", "amount": "decimal(18,2)", "day": "date"}'],
  });
}

function mixedLevels(columns: readonly [string, unknown][], entries: readonly [string, unknown][]): CasparianError {
  const names = (chosen: readonly [string, unknown][]): string => chosen.map(([name]) => `'${name}'`).join(', ');
  const outputs = entries.filter((entry) => !columns.includes(entry));
  return new CasparianError('CONTRACT_INVALID', "The parser's outputs mix columns and outputs", {
    why: `${names(columns)} would be columns, and ${names(outputs)} outputs with their own columns.`,
    next: ['Give every output a name and a dict of its columns, or declare columns only.'],
  });
}
