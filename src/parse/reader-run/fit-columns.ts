import {
  cellAt,
  type ContractFile,
  createRawRows,
  type IncomingBatch,
  type IncomingColumn,
  type OutputContract,
  parseColumn,
  type RowFault,
  underTwoNames,
} from '../../contract/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import { type Drift, driftSentences, type ReadBatch } from '../../tables/index.js';

/** The contract for the rows of a file, and how its batches get the columns of that contract. */
export interface FittedColumns {
  readonly contract: OutputContract;
  readonly fit: FitBatch;
}

export type FitBatch = (read: ReadBatch) => IncomingBatch;

/** For files that have exactly the columns of their contract. */
export const asRead: FitBatch = ({ batch, faults }) => ({ ...batch, faults });

/**
 * Applies the contract's rules for new and missing columns, and gives columns with an alias the name of the contract.
 * Throws if a rule forbids the columns of the file.
 */
export function fitColumns(
  { contract, drift: rules }: ContractFile,
  drift: Drift,
  found: readonly string[],
  input: string,
): FittedColumns {
  const { added, missing } = drift;
  const names = namesOf(contract, found, input);
  if ((added.length > 0 && rules.added === 'fail') || (missing.length > 0 && rules.missing === 'fail')) {
    throw otherColumns(input, drift);
  }
  const kept = rules.added === 'keep' ? added.map((name) => parseColumn({}, name, 'string')) : [];
  const dropped = new Set(rules.added === 'keep' ? [] : added);
  const refused = new Set(rules.added === 'quarantine' ? added : []);
  return {
    contract: { ...contract, columns: [...contract.columns, ...kept] },
    fit: (read) => {
      const { batch, faults } = read;
      const columns = batch.columns.filter(({ name }) => !dropped.has(name)).map((column) => withName(column, names));
      return {
        ...batch,
        columns: [...columns, ...missing.map((name) => emptyColumn(name, batch.rowCount))],
        faults: refused.size === 0 ? faults : withRefused(read, refused),
      };
    },
  };
}

/** The names in the contract of the columns that the file names otherwise. Throws if it has two names of one column. */
function namesOf({ columns }: OutputContract, found: readonly string[], input: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const present = new Set(found);
  for (const { name, aliases } of columns) {
    if (aliases.length === 0) continue;
    const [own, other] = [name, ...aliases].filter((one) => present.has(one));
    if (own !== undefined && other !== undefined) throw underTwoNames(`'${input}'`, own, other);
    if (own !== undefined && own !== name) names.set(own, name);
  }
  return names;
}

function withName(column: IncomingColumn, names: ReadonlyMap<string, string>): IncomingColumn {
  const name = names.get(column.name);
  return name === undefined ? column : { ...column, name };
}

function emptyColumn(name: string, rowCount: number): IncomingColumn {
  return { form: 'cells', name, cells: new Array<null>(rowCount).fill(null) };
}

/** Adds faults for rows with a value in a column that the contract does not have. */
function withRefused({ batch, faults }: ReadBatch, refused: ReadonlySet<string>): RowFault[] {
  const faulty = new Map(faults.map((fault) => [fault.row, fault]));
  const rawRow = createRawRows(batch);
  for (const column of batch.columns.filter(({ name }) => refused.has(name))) {
    for (let row = 0; row < batch.rowCount; row += 1) {
      if (faulty.has(row) || cellAt(column, row) === null) continue;
      const message = `has a value in '${column.name}', a column that the contract does not have`;
      faulty.set(row, { row, code: 'unexpected_column', message, raw: rawRow(row) });
    }
  }
  return [...faulty.values()];
}

function otherColumns(input: string, drift: Drift): CasparianError {
  const sentences = driftSentences({ ...drift, changed: [] });
  return new CasparianError('COLUMNS_MISMATCH', `'${input}' has other columns than its contract: ${sentences[0]}`, {
    why: sentences.length > 1 ? `Also: ${sentences.slice(1).join('; ')}.` : undefined,
    next: [
      hint('See what changed', { action: 'infer', arguments: [input] }),
      'Set the rules in the contract: "drift": {"added": "ignore", "missing": "null"}',
    ],
  });
}
