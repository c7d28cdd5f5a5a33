import { CasparianError, shellWord } from '../../platform/index.js';
import {
  cellAt,
  type ContractFile,
  createRawRows,
  type IncomingBatch,
  type IncomingColumn,
  type OutputContract,
  parseColumn,
  type RowFault,
} from '../../contract/index.js';
import { type Drift, driftSentences, type ReadBatch } from '../../tables/index.js';

/** What the rows of a file are held to, and how its batches come to have the columns of that. */
export interface FittedColumns {
  readonly contract: OutputContract;
  readonly fit: FitBatch;
}

export type FitBatch = (read: ReadBatch) => IncomingBatch;

/** For files whose columns are those of their contract. */
export const asRead: FitBatch = ({ batch, faults }) => ({ ...batch, faults });

/** Does with columns that are new or missing what the contract says of them. Throws when it says that they must not be. */
export function fitColumns({ contract, drift: rules }: ContractFile, drift: Drift, input: string): FittedColumns {
  const { added, missing } = drift;
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
      const columns = batch.columns.filter(({ name }) => !dropped.has(name));
      return {
        ...batch,
        columns: [...columns, ...missing.map((name) => emptyColumn(name, batch.rowCount))],
        faults: refused.size === 0 ? faults : withRefused(read, refused),
      };
    },
  };
}

function emptyColumn(name: string, rowCount: number): IncomingColumn {
  return { form: 'cells', name, cells: new Array<null>(rowCount).fill(null) };
}

/** Rows that have a value in a column that the contract does not know. */
function withRefused({ batch, faults }: ReadBatch, refused: ReadonlySet<string>): RowFault[] {
  const faulty = new Map(faults.map((fault) => [fault.row, fault]));
  const rawRow = createRawRows(batch, batch.rowCount);
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
      `See what changed: casparian infer ${shellWord(input)}`,
      'Say in the contract what to do: "drift": {"added": "ignore", "missing": "null"}',
    ],
  });
}
