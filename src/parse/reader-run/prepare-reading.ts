import {
  cellAt,
  type Contract,
  type ContractFile,
  createRawRows,
  type IncomingBatch,
  type IncomingColumn,
  type OutputContract,
  parseColumn,
  type RowFault,
} from '../../contract/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import {
  detectFormat,
  type Drift,
  driftOf,
  driftSentences,
  type FormatOptions,
  type InferredColumn,
  type InputFile,
  type ReadBatch,
} from '../../tables/index.js';
import { contractOfTable, inspectTable, notesOf } from './inspect-table.js';
import { openTable } from './open-table.js';
import type { ReaderRequest } from './request.js';
import type { Reading } from '../report/report.js';

export interface Prepared {
  readonly reading: Reading;
  /** What the rows are held to. */
  readonly contract: Contract;
  readonly fit: FitBatch;
}

/** Finds out how a file is read and what its rows have to be: by looking at all of it, unless a contract says so. */
export async function prepareReading(request: ReaderRequest): Promise<Prepared> {
  const { input, reading: options, signal } = request;
  if (options.contract !== null) return prepareByContract(input, options.format, options.contract);
  const { format, table, notes } = await inspectTable(input, { ...options, signal });
  return { reading: { format, table, drift: null, notes }, contract: onlyOutput(contractOfTable(table)), fit: asRead };
}

/** A file whose rows have to be what a contract says is looked at only to tell how it is written. */
export async function prepareByContract(input: InputFile, given: FormatOptions, file: ContractFile): Promise<Prepared> {
  const format = await detectFormat(input, { ...saidBy(file), ...given });
  const reader = await openTable(input, format);
  const drift = driftOf(file.contract.columns, reader.columns.map(unseenColumn));
  const { contract, fit } = fitColumns(file, drift, input.name);
  return {
    reading: { format, table: null, drift, notes: notesOf(format, reader) },
    contract: onlyOutput(contract),
    fit,
  };
}

/** What a contract says of how its files are written. */
function saidBy({ dialect }: ContractFile): FormatOptions {
  if (dialect === null) return {};
  return {
    delimiter: dialect.delimiter,
    quote: dialect.quote,
    encoding: dialect.encoding,
    headerLines: dialect.header_lines,
    skipLines: dialect.preamble_lines,
  };
}

function onlyOutput(contract: OutputContract): Contract {
  return { outputs: new Map([['', contract]]) };
}

/** A column of which nothing but its name is known. */
function unseenColumn(name: string): InferredColumn {
  return {
    name,
    type: 'string',
    format: null,
    numberStyle: null,
    nulls: [],
    nullable: true,
    values: 0,
    evidence: [],
    alternatives: [],
    misfits: { count: 0, first: null },
  };
}

/** What the rows of a file are held to, and how its batches come to have the columns of that. */
export interface FittedColumns {
  readonly contract: OutputContract;
  readonly fit: FitBatch;
}

export type FitBatch = (read: ReadBatch) => IncomingBatch;

/** For files whose columns are those of their contract. */
const asRead: FitBatch = ({ batch, faults }) => ({ ...batch, faults });

/** Does with columns that are new or missing what the contract says of them. Throws when it says that they must not be. */
function fitColumns({ contract, drift: rules }: ContractFile, drift: Drift, input: string): FittedColumns {
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
      hint('See what changed', { action: 'infer', arguments: [input] }),
      'Say in the contract what to do: "drift": {"added": "ignore", "missing": "null"}',
    ],
  });
}
