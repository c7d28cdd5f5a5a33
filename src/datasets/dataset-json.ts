import { isoTime } from '../platform/index.js';
import type { NamedDataset } from './catalog/dataset-names.js';
import type { Compaction } from './compact/compact-dataset.js';
import type { DatasetDescription } from './describe/describe-dataset.js';

/** A dataset in a list. */
export interface DatasetJson {
  readonly name: string;
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
  readonly parser: string;
  readonly updated_at: string | null;
  readonly output: string;
  readonly versions: readonly string[];
}

export function datasetJson(dataset: NamedDataset, versions: readonly string[]): DatasetJson {
  const { name, rows, files, bytes, parser, output, updatedAt } = dataset;
  return { name, rows, files, bytes, parser, updated_at: isoTime(updatedAt), output, versions };
}

/** A dataset with its columns and its newest jobs. */
export interface DatasetDetailJson extends Omit<DatasetJson, 'versions'> {
  readonly columns: DatasetDescription['columns'];
  readonly versions: DatasetDescription['versions'];
  readonly sources: number;
  readonly jobs: readonly {
    readonly job_id: string;
    readonly source: string | null;
    readonly version: string;
    readonly rows: number;
    readonly created_at: string | null;
  }[];
  readonly notes: readonly string[];
}

export function datasetDetailJson(
  dataset: NamedDataset,
  { columns, versions, sources, newest, notes }: DatasetDescription,
): DatasetDetailJson {
  const { name, parser, output, rows, files, bytes, updatedAt } = dataset;
  return {
    ...{ name, parser, output, rows, files, bytes, updated_at: isoTime(updatedAt), columns, versions, sources },
    jobs: newest.map(({ jobId, source, version, rows: own, createdAt }) => ({
      ...{ job_id: jobId, source, version, rows: own, created_at: isoTime(createdAt) },
    })),
    notes,
  };
}

export interface CompactionJson {
  readonly name: string;
  readonly files_before: number;
  readonly files_after: number;
  readonly bytes_before: number;
  readonly bytes_after: number;
}

export function compactionJson(name: string, compaction: Compaction): CompactionJson {
  const { filesBefore, filesAfter, bytesBefore, bytesAfter } = compaction;
  return {
    ...{ name, files_before: filesBefore, files_after: filesAfter },
    ...{ bytes_before: bytesBefore, bytes_after: bytesAfter },
  };
}
