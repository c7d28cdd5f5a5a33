import type { Contract, ContractFile, OutputContract } from '../../contract/index.js';
import {
  detectFormat,
  type Drift,
  driftOf,
  type FileFormat,
  type FormatDetector,
  type FormatOptions,
  type InferredColumn,
  type InputFile,
  type TableReader,
} from '../../tables/index.js';
import { asRead, type FitBatch, fitColumns } from './fit-columns.js';
import { contractOfTable, inspectTable, notesOf } from './inspect-table.js';
import { type KnownFormat, reusedFormat } from './known-format.js';
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
  if (options.contract !== null) return prepareByContract(input, options.format, options.contract, options.known);
  const { format, table, notes, warnings } = await inspectTable(input, { ...options, signal });
  return {
    reading: { format, table, drift: null, notes, warnings },
    contract: onlyOutput(contractOfTable(table)),
    fit: asRead,
  };
}

/** With a contract, only the format of the file is detected. */
export function prepareByContract(
  input: InputFile,
  given: FormatOptions,
  file: ContractFile,
  known?: KnownFormat,
): Promise<Prepared> {
  return createPreparer(file, given, detectFormat).detected(input, known);
}

/** Prepares the reading of many files with one contract. */
export interface Preparer {
  /** Detects the format, unless it is known. */
  detected(input: InputFile, known: KnownFormat | undefined): Promise<Prepared>;
  /** For a file that is open. */
  opened(input: InputFile, format: FileFormat, reader: TableReader): Prepared;
}

export function createPreparer(file: ContractFile, given: FormatOptions, detect: FormatDetector): Preparer {
  const options = { ...formatOptionsOf(file), ...given };
  // Most files have the columns of the file before. The same list means the same columns.
  let fitted: (Pick<Prepared, 'contract' | 'fit'> & { drift: Drift; columns: readonly string[] }) | null = null;
  const fittedTo = (columns: readonly string[], input: InputFile): NonNullable<typeof fitted> => {
    if (fitted?.columns === columns) return fitted;
    const drift = driftOf(file.contract.columns, columns.map(unseenColumn));
    const { contract, fit } = fitColumns(file, drift, columns, input.name);
    return (fitted = { columns, drift, contract: onlyOutput(contract), fit });
  };
  const opened: Preparer['opened'] = (input, format, reader) => {
    const { drift, contract, fit } = fittedTo(reader.columns, input);
    const { warnings = [] } = reader;
    return { reading: { format, table: null, drift, notes: notesOf(format, reader), warnings }, contract, fit };
  };
  return {
    opened,
    async detected(input, known) {
      const format = reusedFormat(input.path, known, options) ?? (await detect(input, options));
      return opened(input, format, await openTable(input, format));
    },
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

export function onlyOutput(contract: OutputContract): Contract {
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
