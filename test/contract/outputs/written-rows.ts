import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { OutputColumn } from '../../../src/contract/columns/typed.js';
import type { Lineage } from '../../../src/contract/outputs/lineage.js';
import { createSink, type OutputFormat, type WrittenFile } from '../../../src/contract/outputs/sink.js';
import { LINEAGE, typedBatch, type Value } from './typed-batch.js';

export interface RowsOptions {
  readonly batchRows?: number;
  readonly lineage?: Lineage;
}

/** A folder that disappears with the test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'outputs-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Writes rows in batches of the given size, numbered from 1, into a file that disappears with the test. */
export async function writeRows(
  format: OutputFormat,
  columns: readonly OutputColumn[],
  rows: readonly (readonly Value[])[],
  options: RowsOptions = {},
): Promise<WrittenFile & { path: string }> {
  const path = join(await temporaryDirectory(), `rows.${format}`);
  return { ...(await writeRowsTo(path, format, columns, rows, options)), path };
}

export async function writeRowsTo(
  path: string,
  format: OutputFormat,
  columns: readonly OutputColumn[],
  rows: readonly (readonly Value[])[],
  { batchRows = rows.length, lineage = LINEAGE }: RowsOptions = {},
): Promise<WrittenFile> {
  const sink = await createSink(format, path, columns, lineage);
  try {
    for (let first = 0; first < rows.length; first += batchRows) {
      await sink.write(typedBatch(columns, rows.slice(first, first + batchRows), first + 1));
    }
    return await sink.finish();
  } catch (error) {
    await sink.abort();
    throw error;
  }
}
