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
  /** The contract of the rows. */
  readonly contract: Contract;
  readonly fit: FitBatch;
}

/**
 * Determines how a file is read and the contract of its rows: by reading the whole file, unless a contract is given.
 */
export async function prepareReading(request: ReaderRequest): Promise<Prepared> {
  const { input, reading: options, signal } = request;
  if (options.contract !== null) return prepareByContract(input, options.format, options.contract);
  const { format, table, notes, warnings } = await inspectTable(input, { ...options, signal });
  return {
    reading: { format, table, drift: null, notes, warnings },
    contract: onlyOutput(contractOfTable(table)),
    fit: asRead,
  };
}

/** With a contract, only the format of the file is detected. */
export async function prepareByContract(input: InputFile, given: FormatOptions, file: ContractFile): Promise<Prepared> {
  const format = await detectFormat(input, { ...formatOptionsOf(file), ...given });
  const reader = await openTable(input, format);
  const drift = driftOf(file.contract.columns, reader.columns.map(unseenColumn));
  const { contract, fit } = fitColumns(file, drift, input.name);
  return {
    reading: { format, table: null, drift, notes: notesOf(format, reader), warnings: reader.warnings ?? [] },
    contract: onlyOutput(contract),
    fit,
  };
}

/** The format options of a contract. */
function formatOptionsOf({ dialect }: ContractFile): FormatOptions {
  if (dialect === null) return {};
  return {
    delimiter: dialect.delimiter,
    quote: dialect.quote,
    encoding: dialect.encoding,
    headerLines: dialect.header_lines,
    skipLines: dialect.preamble_lines,
    footerLines: dialect.footer_lines,
    table: dialect.table,
  };
}

function onlyOutput(contract: OutputContract): Contract {
  return { outputs: new Map([['', contract]]) };
}

/** A column of which only the name is known. */
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

/** The contract for the rows of a file, and how its batches get the columns of that contract. */
export interface FittedColumns {
  readonly contract: OutputContract;
  readonly fit: FitBatch;
}

export type FitBatch = (read: ReadBatch) => IncomingBatch;

/** For files that have exactly the columns of their contract. */
const asRead: FitBatch = ({ batch, faults }) => ({ ...batch, faults });

/** Applies the contract's rules for new and missing columns. Throws if a rule forbids them. */
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

/** Adds faults for rows with a value in a column that the contract does not have. */
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
      'Set the rules in the contract: "drift": {"added": "ignore", "missing": "null"}',
    ],
  });
}
