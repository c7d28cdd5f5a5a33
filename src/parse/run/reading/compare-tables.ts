import type { IncomingColumn } from '../../columns/incoming.js';
import type { FileFormat } from '../../formats/file-format.js';
import type { ContractFile } from '../../infer/contract-file.js';
import { driftOf } from '../../infer/drift.js';
import { STRICT_DRIFT } from '../../infer/drift-rules.js';
import { inferTable } from '../../infer/infer-table.js';
import type { InferredTable } from '../../infer/inferred-table.js';
import type { ReadBatch, TableReader } from '../../readers/table-reader.js';
import type { InferredFiles } from '../infer-files.js';
import type { InputFile } from '../inputs.js';
import { contractOfTable } from './contract-of-table.js';
import { type LookOptions, tellsTypes, type TableLook } from './look-at-table.js';
import { openTable } from './open-table.js';

/** How tables that were looked at one by one differ, and what they are together. */
export async function compareTables(
  inputs: readonly InputFile[],
  looks: readonly TableLook[],
  options: LookOptions,
): Promise<InferredFiles> {
  const [first] = looks;
  const expected = first === undefined ? [] : contractOfTable(first.table).columns;
  const files = looks.map((look, index) => ({
    ...look,
    input: inputs[index] as InputFile,
    drift: index === 0 ? null : driftOf(expected, look.table.columns),
  }));
  if (first !== undefined && files.length === 1) return { files, table: first.table };
  const { signal, types, maxRows } = options;
  const table = await inferTable(await allRows(inputs, looks), {
    signal,
    types,
    ...(maxRows === undefined ? {} : { maxRows: maxRows * files.length }),
    hasTypes: looks.some(({ format }) => tellsTypes(format)),
  });
  return { files, table };
}

/** One table of the rows of many files, with the columns of all. What a file does not have is null in its rows. */
async function allRows(inputs: readonly InputFile[], looks: readonly TableLook[]): Promise<TableReader> {
  const columns = [...new Set(looks.flatMap(({ table }) => table.columns.map(({ name }) => name)))];
  const readers = await Promise.all(looks.map(({ format }, index) => openTable(inputs[index] as InputFile, format)));
  return {
    columns,
    accounting: { lines: 0, header: 0, preamble: 0, rows: 0, skipped: { blank: 0, comment: 0, footer: 0 } },
    async *batches(signal) {
      for (const reader of readers) {
        for await (const read of reader.batches(signal)) yield withColumns(read, columns);
      }
    },
  };
}

function withColumns(read: ReadBatch, names: readonly string[]): ReadBatch {
  const { rowCount } = read.batch;
  const own = new Map(read.batch.columns.map((column) => [column.name, column]));
  const empty = (name: string): IncomingColumn => ({
    form: 'cells',
    name,
    cells: new Array<null>(rowCount).fill(null),
  });
  return { ...read, batch: { ...read.batch, columns: names.map((name) => own.get(name) ?? empty(name)) } };
}

/** What is saved holds for files to come: of how this one is written only what would be hard to find out in another. */
export function contractFileOf(table: InferredTable, format: FileFormat | undefined): ContractFile {
  const contract = contractOfTable(table);
  if (format?.kind !== 'delimited') return { contract, dialect: null, drift: STRICT_DRIFT };
  const { delimiter, quote, headerLines } = format.dialect;
  const { name, label } = format.encoding;
  return {
    contract,
    dialect: {
      delimiter,
      ...(quote === null ? {} : { quote }),
      ...(label === 'utf-8' ? {} : { encoding: name }),
      header_lines: headerLines,
    },
    drift: STRICT_DRIFT,
  };
}
