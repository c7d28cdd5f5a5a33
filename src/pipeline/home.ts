import { join } from 'node:path';
import { createStorages, type S3Options, type Storages } from '../storage/index.js';

/** The paths of the pipeline under the home. Two homes share nothing. */
export interface PipelineHome {
  /** Unpacked bundles, one folder per source hash. */
  readonly bundles: string;
  /** Built environments, one folder per lockfile hash. */
  readonly environments: string;
  /** The files registered in `cf_outputs` with a relative path. Queries see no other file. */
  readonly output: string;
  /** Where new outputs go: `output`, or `s3://bucket/prefix`. */
  readonly target: string;
  /** Reaches the files of buckets. */
  readonly storages: Storages;
  /** Local copies of files in buckets, and how many bytes they may have. */
  readonly spool: string;
  readonly spoolBytes: number;
  /** Extensions of DuckDB. */
  readonly extensions: string;
  /** Unfinished outputs; on the same disk as `output`, so that a rename moves them. */
  readonly staging: string;
  /** What parsers print, one folder per job. */
  readonly logs: string;
  /** The identity of the database that the files of this home belong to. */
  readonly identity: string;
  /** Held by the one daemon of this home. */
  readonly daemonLock: string;
  /** The process that holds that lock, or held it last. */
  readonly daemonRecord: string;
}

export interface BucketOptions {
  /** Where new outputs go, if not into the home. */
  readonly output?: string | undefined;
  readonly s3?: S3Options | undefined;
  readonly spoolBytes?: number | undefined;
}

const SPOOL_BYTES = 10 * 2 ** 30;

export function pipelineHome(home: string, { output, s3, spoolBytes = SPOOL_BYTES }: BucketOptions = {}): PipelineHome {
  return {
    target: output ?? join(home, 'output'),
    storages: createStorages(s3),
    spool: join(home, 'spool'),
    spoolBytes,
    extensions: join(home, 'extensions'),
    bundles: join(home, 'bundles'),
    environments: join(home, 'environments'),
    output: join(home, 'output'),
    staging: join(home, 'staging'),
    logs: join(home, 'logs'),
    identity: join(home, 'database-id'),
    daemonLock: join(home, 'daemon.lock'),
    daemonRecord: join(home, 'daemon.json'),
  };
}
