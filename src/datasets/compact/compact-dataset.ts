import type { DuckDBConnection } from '@duckdb/node-api';
import { mergeOutputs, type PipelineHome, removeOutputs } from '../../pipeline/index.js';
import { type TenantDatabase } from '../../database/index.js';
import type { NamedDataset } from '../catalog/dataset-names.js';
import { type PlacedOutput, placedOutputs } from '../catalog/placed-outputs.js';
import { queryFailure } from '../duckdb/failure.js';
import { reachBuckets } from '../duckdb/reach-buckets.js';
import { openDuckDb } from '../duckdb/open-duckdb.js';
import { grouped } from '../views/grouped.js';
import { parquetGroups } from '../views/parquet-groups.js';
import { removeLeftovers } from './leftovers.js';
import { writeMerged } from './write-merged.js';

export interface CompactOptions {
  readonly database: TenantDatabase;
  readonly home: PipelineHome;
  /** Larger files are not merged. */
  readonly smallBytes: number;
  readonly signal?: AbortSignal | undefined;
  readonly onMerged?: ((files: number) => void) | undefined;
}

export interface Compaction {
  /** The number of merged files, and the number of resulting ones. */
  readonly filesBefore: number;
  readonly filesAfter: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/** Large enough to read fast, small enough to be rewritten when more small files arrive. */
const LARGEST_MERGED_BYTES = 134_217_728;

/** Merges small Parquet files of one parser version. Concurrent readers see the same rows before and after. */
export async function compactDataset(options: CompactOptions, dataset: NamedDataset): Promise<Compaction> {
  await removeLeftovers(options, dataset);
  const done = { filesBefore: 0, filesAfter: 0, bytesBefore: 0, bytesAfter: 0 };
  const { connection, close } = await openDuckDb();
  try {
    for (const files of await batchesOf(connection, options, dataset)) {
      options.signal?.throwIfAborted();
      const bytes = await mergeFiles(connection, options, files);
      if (bytes === undefined) continue;
      done.filesBefore += files.length;
      done.filesAfter += 1;
      done.bytesBefore += files.reduce((sum, [one]) => sum + (one?.bytes ?? 0), 0);
      done.bytesAfter += bytes;
      options.onMerged?.(done.filesBefore);
    }
    return done;
  } catch (error) {
    throw queryFailure(error, { known: [dataset.name], allowFiles: true, folder: options.home });
  } finally {
    await close();
  }
}

/** The entries of one file: one, unless it was merged before. */
type FileEntries = readonly PlacedOutput[];

/** Files that can be merged: of the same version, with the same columns, small. */
async function batchesOf(
  connection: DuckDBConnection,
  { database, home, smallBytes }: CompactOptions,
  dataset: NamedDataset,
): Promise<FileEntries[][]> {
  const outputs = await placedOutputs({ database, folder: home }, dataset);
  await reachBuckets(connection, home, outputs);
  const small = outputs.filter(({ format, bytes }) => format === 'parquet' && bytes < smallBytes);
  const batches: FileEntries[][] = [];
  for (const ofVersion of grouped(small, ({ version, sourceHash }) => `${version} ${sourceHash}`).values()) {
    for (const { files } of await parquetGroups(connection, ofVersion)) {
      batches.push(...cut([...grouped(files, ({ path }) => path).values()]));
    }
  }
  return batches.filter(({ length }) => length > 1);
}

function cut(files: readonly FileEntries[]): FileEntries[][] {
  const batches: FileEntries[][] = [[]];
  let bytes = 0;
  for (const entries of files) {
    const size = entries[0]?.bytes ?? 0;
    if (bytes + size > LARGEST_MERGED_BYTES) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(entries);
    bytes += size;
  }
  return batches;
}

/** Returns the size of the new file; undefined if these files were merged meanwhile. */
async function mergeFiles(
  connection: DuckDBConnection,
  { database, home }: CompactOptions,
  files: readonly FileEntries[],
): Promise<number | undefined> {
  const entries = files.flat();
  const merged = await writeMerged(connection, home, entries, database.tenant);
  const moved = await mergeOutputs(database, entries, merged);
  if (moved > 0) return merged.bytes;
  await removeOutputs(home, [merged]);
  return undefined;
}
