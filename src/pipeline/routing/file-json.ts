import { isoTime } from '../../platform/index.js';
import type { FileDetail } from './file-detail.js';
import type { FileStatus, ListedFile } from './list-files.js';

export interface FileJson {
  readonly id: string;
  readonly path: string;
  readonly status: FileStatus;
  readonly hash: string;
  readonly size_bytes: number;
  readonly tags: readonly string[];
  readonly topics: readonly string[];
  readonly parsers: readonly FileParseJson[];
  readonly modified_at: string | null;
  readonly discovered_at: string | null;
  readonly scanned_at: string | null;
  readonly missing_at: string | null;
}

/** The job that read the file with a parser. */
export interface FileParseJson {
  readonly parser: string;
  readonly version: string;
  readonly job_id: string;
  readonly status: string;
}

export function fileJson(file: ListedFile): FileJson {
  return {
    id: file.id,
    path: file.path,
    status: file.status,
    hash: file.hash,
    size_bytes: file.size_bytes,
    tags: file.tags,
    topics: file.topics,
    parsers: file.parses.map(({ parser, version, jobId, status }) => ({ parser, version, job_id: jobId, status })),
    modified_at: isoTime(Math.floor(file.modified_us / 1_000)),
    discovered_at: isoTime(file.discovered_at),
    scanned_at: isoTime(file.scanned_at),
    missing_at: isoTime(file.missing_at),
  };
}

/** A file with what became of it. */
export interface FileDetailJson extends FileJson {
  readonly outputs: readonly {
    readonly parser: string;
    readonly version: string;
    readonly output: string;
    readonly job_id: string;
    readonly rows: number;
    readonly created_at: string | null;
    readonly superseded_at: string | null;
  }[];
  readonly quarantined: number;
  readonly skipped: number;
}

export function fileDetailJson(file: FileDetail): FileDetailJson {
  return {
    ...fileJson(file),
    outputs: file.outputs.map(({ jobId, createdAt, supersededAt, ...rest }) => ({
      ...rest,
      ...{ job_id: jobId, created_at: isoTime(createdAt), superseded_at: isoTime(supersededAt) },
    })),
    ...{ quarantined: file.quarantined, skipped: file.skipped },
  };
}
