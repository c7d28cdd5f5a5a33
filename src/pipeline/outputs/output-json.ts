import { isoTime } from '../../platform/index.js';
import type { Dataset, OutputRecord } from './find-outputs.js';

/** All rows that a parser wrote to one of its outputs. */
export interface OutputJson {
  readonly parser: string;
  readonly output: string;
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
  readonly updated_at: string | null;
}

export function outputJson({ parser, output, files, rows, bytes, updatedAt }: Dataset): OutputJson {
  return { parser, output, files, rows, bytes, updated_at: isoTime(updatedAt) };
}

/** One file that a job wrote. */
export interface OutputFileJson {
  readonly parser: string;
  readonly version: string;
  readonly output: string;
  readonly path: string;
  readonly format: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly source: string | null;
  readonly job_id: string;
  readonly content_hash: string;
  readonly created_at: string | null;
  readonly superseded_at: string | null;
  readonly superseded_by: string | null;
}

export function outputFileJson(file: OutputRecord): OutputFileJson {
  const { parser, version, output, path, format, rows, bytes, sha256, source } = file;
  return {
    ...{ parser, version, output, path, format, rows, bytes, sha256, source },
    job_id: file.jobId,
    content_hash: file.contentHash,
    created_at: isoTime(file.createdAt),
    superseded_at: isoTime(file.supersededAt),
    superseded_by: file.supersededBy,
  };
}
