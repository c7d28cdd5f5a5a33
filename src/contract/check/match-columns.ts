import { CasparianError, nearest } from '../../platform/index.js';
import type { IncomingBatch, IncomingColumn } from '../columns/incoming.js';
import type { OutputContract } from '../columns/contract.js';

/** Puts the columns of a batch into the order of the contract; null where a batch of dicts omits one. */
export type MatchColumns = (batch: IncomingBatch) => readonly (IncomingColumn | null)[];

/**
 * Throws COLUMNS_MISMATCH with every missing and unexpected column. An Arrow batch declares its columns. A dict may
 * omit a key, so a column is missing only if no dict had it up to the first batch with rows.
 */
export function createMatchColumns(contract: OutputContract): MatchColumns {
  const positions = new Map(
    contract.columns.flatMap(({ name, aliases }, index) => [name, ...aliases].map((one) => [one, index])),
  );
  /** The name of each column that the data had so far. */
  const seen = new Map<number, string>();
  let hadRows = false;

  return (batch) => {
    if (batch.rowCount === 0 && batch.columns.length === 0) return contract.columns.map(() => null);
    const matched = new Array<IncomingColumn | null>(contract.columns.length).fill(null);
    const unexpected: string[] = [];
    for (const column of batch.columns) {
      const position = positions.get(column.name);
      if (position === undefined) {
        unexpected.push(column.name);
        continue;
      }
      const known = seen.get(position) ?? column.name;
      if (known !== column.name) throw underTwoNames(subject(contract), known, column.name);
      if (matched[position]) throw givenTwice(contract, column.name);
      matched[position] = column;
      seen.set(position, column.name);
    }
    const ofDicts = batch.columns.every(({ form }) => form === 'cells');
    const mayLack = ofDicts && (hadRows || batch.rowCount === 0);
    const missing = contract.columns
      .map(({ name }) => name)
      .filter((_, index) => matched[index] === null && !mayLack && !(ofDicts && seen.has(index)));
    if (missing.length > 0 || unexpected.length > 0) throw mismatch(contract, missing, unexpected);
    hadRows ||= batch.rowCount > 0;
    return matched;
  };
}

function mismatch(contract: OutputContract, missing: readonly string[], unexpected: readonly string[]): CasparianError {
  const parts = [
    ...(missing.length > 0 ? [`missing ${listed(missing)}`] : []),
    ...(unexpected.length > 0 ? [`unexpected ${listed(unexpected)}`] : []),
  ];
  const unmatched = new Set(unexpected);
  const pairs = missing.flatMap((name) => {
    const given = nearest(name, unmatched);
    if (given === undefined) return [];
    unmatched.delete(given);
    return [`expected '${name}', the parser returned '${given}'`];
  });
  const basis = contract.inferred ? 'than its first batch had (no contract is declared)' : 'than its contract declares';
  return new CasparianError(
    'COLUMNS_MISMATCH',
    `${subject(contract)} has other columns ${basis}: ${parts.join(', ')}`,
    {
      why: pairs.length > 0 ? `${pairs.join('; ')}.` : undefined,
      next: contract.inferred
        ? ['Declare the columns in outputs, or return the same columns in every batch.']
        : [
            ...(missing.length > 0
              ? ['Return the missing columns from the parser, or remove them from its outputs.']
              : []),
            ...(unexpected.length > 0
              ? ['Declare the unexpected columns in outputs, or drop them in the parser.']
              : []),
          ],
    },
  );
}

function givenTwice(contract: OutputContract, name: string): CasparianError {
  return new CasparianError('COLUMNS_MISMATCH', `${subject(contract)} has the column '${name}' twice`, {
    next: ['Rename or drop one of them in the parser.'],
  });
}

/** A file with both the name and an alias has two columns, and the contract one: neither may be dropped. */
export function underTwoNames(whose: string, one: string, other: string): CasparianError {
  return new CasparianError('COLUMNS_MISMATCH', `${whose} has both '${one}' and '${other}'`, {
    why: 'The contract says that they are two names of one column, so only one of them may be there.',
    next: ['Remove the alias from the contract to keep both columns.'],
  });
}

function subject({ name }: OutputContract): string {
  return name === null ? "The parser's data" : `The output '${name}'`;
}

function listed(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
