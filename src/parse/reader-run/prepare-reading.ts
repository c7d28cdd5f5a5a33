import type { Contract, ContractFile, OutputContract } from '../../contract/index.js';
import {
  detectFormat,
  driftOf,
  type FormatDetector,
  type FormatOptions,
  type InferredColumn,
  type InputFile,
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
export async function prepareByContract(
  input: InputFile,
  given: FormatOptions,
  file: ContractFile,
  known?: KnownFormat,
  detect: FormatDetector = detectFormat,
): Promise<Prepared> {
  const options = { ...formatOptionsOf(file), ...given };
  const format = reusedFormat(input.path, known, options) ?? (await detect(input, options));
  const reader = await openTable(input, format);
  const drift = driftOf(file.contract.columns, reader.columns.map(unseenColumn));
  const { contract, fit } = fitColumns(file, drift, reader.columns, input.name);
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
