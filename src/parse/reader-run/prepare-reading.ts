import type { Contract, ContractFile, OutputContract } from '../../contract/index.js';
import {
  detectFormat,
  driftOf,
  type FormatOptions,
  type InferredColumn,
  type InputFile,
} from '../../tables/index.js';
import { contractOfTable } from './contract-of-table.js';
import { asRead, type FitBatch, fitColumns } from './fit-columns.js';
import { lookAtTable, notesOf } from './inspect-table.js';
import { openTable } from './open-table.js';
import type { ReaderRequest, Reading } from './reading.js';

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
  const { format, table, notes } = await lookAtTable(input, { ...options, signal });
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
