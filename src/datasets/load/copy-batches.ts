import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { DuckDBConnection } from '@duckdb/node-api';
import { stagedName, sweepStaleFiles } from '../../contract/index.js';
import type { PlacedOutput } from '../catalog/placed-outputs.js';
import { outputDamaged } from '../duckdb/failure.js';
import { keepInterrupting } from '../duckdb/interrupt.js';
import { text } from '../duckdb/sql-text.js';
import type { Column, FileGroup } from '../views/column.js';
import { selectRows } from '../views/parquet-groups.js';
import type { Destination } from './destination.js';
import { growingFile } from './growing-file.js';
import { copiedValue } from './postgres-types.js';
import { quoted, tableSql, type TargetTable } from './target-table.js';

/** Rows that are copied together: as CSV, they take several times this space on the disk. */
const BATCH_BYTES = 33_554_432;

interface Batch {
  readonly columns: readonly Column[];
  readonly select: string;
  readonly rows: number;
}

/**
 * Copies the rows of all groups into the table. PostgreSQL reads the CSV of a batch while DuckDB writes it.
 */
export async function copyGroups(
  connection: DuckDBConnection,
  destination: Destination,
  {
    target,
    groups,
    staging,
    onRows,
  }: {
    target: TargetTable;
    groups: readonly FileGroup[];
    staging: string;
    onRows: (rows: number) => void;
  },
): Promise<void> {
  await mkdir(staging, { recursive: true });
  await sweepStaleFiles(staging);
  for (const batch of groups.flatMap(batchesOf)) {
    const path = join(staging, stagedName('load.csv'));
    const written = connection.run(csvSql(batch, path));
    // If the copy fails first, this failure is not the one to report.
    const ended = written.then(
      () => undefined,
      () => undefined,
    );
    let stopInterrupting = (): void => undefined;
    try {
      const copied = await destination.copy(copySql(target, batch), Readable.from(growingFile(path, written)));
      if (copied !== batch.rows) throw outputDamaged(`They contain ${copied} rows, but ${batch.rows} were registered.`);
      onRows(copied);
    } catch (error) {
      stopInterrupting = keepInterrupting(connection);
      throw error;
    } finally {
      await ended;
      stopInterrupting();
      await rm(path, { force: true });
    }
  }
}

/** Files of text formats are read as one batch: their group has one reader. */
function batchesOf({ columns, select, files }: FileGroup): Batch[] {
  if (files[0]?.format !== 'parquet') return [{ columns, select, rows: rowsIn(files) }];
  const batches: PlacedOutput[][] = [];
  let bytes = Infinity;
  for (const file of files) {
    if (bytes + file.bytes > BATCH_BYTES) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(file);
    bytes += file.bytes;
  }
  return batches.map((batch) => ({ columns, select: selectRows(batch), rows: rowsIn(batch) }));
}

function rowsIn(files: readonly PlacedOutput[]): number {
  return files.reduce((sum, { rows }) => sum + rows, 0);
}

/** Null is an empty field and an empty text is `""`, in DuckDB and in PostgreSQL. */
function csvSql({ columns, select }: Batch, path: string): string {
  const values = columns.map(copiedValue).join(', ');
  const options = "FORMAT csv, HEADER false, NULLSTR '', USE_TMP_FILE false";
  return `COPY (SELECT ${values} FROM (${select})) TO ${text(path)} (${options})`;
}

function copySql(target: TargetTable, { columns }: Batch): string {
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  return `COPY ${tableSql(target)} (${names}) FROM STDIN (FORMAT csv, NULL '', ENCODING 'UTF8')`;
}
