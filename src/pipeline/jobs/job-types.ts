import { defineJob, type JobDefinition } from '../../engine/index.js';

/** One parser, registered or built in, over one file. `jobs --parser` looks for the parser's name here. */
export interface ParsePayload {
  readonly parser: string;
  readonly version: string;
  readonly source_hash: string;
  readonly file_id: string;
  readonly path: string;
  /** BLAKE3 of the file as it was scanned. The job reads what is there when it runs, and records that. */
  readonly content_hash: string;
  /** Where the built-in readers put the rows; absent with a registered parser. */
  readonly dataset?: string;
}

/** The quarantined rows of one job, read again from its file. */
export interface ReplayPayload {
  readonly parser: string;
  readonly path: string;
  readonly replay_of: string;
}

/** A bundle that is not registered yet, tried on a worker: the archive travels in the payload, in base64. */
export interface ValidatePayload {
  readonly parser: string;
  readonly archive: string;
  readonly source_hash: string;
  readonly entrypoint: string;
}

/** For enqueueing: who enqueues need not be able to run. A worker has definitions of the same types that do. */
export const PARSE_JOB = elsewhere<ParsePayload>('parse');
export const REPLAY_JOB = elsewhere<ReplayPayload>('parse.replay');
export const VALIDATE_JOB = elsewhere<ValidatePayload>('parse.validate');

function elsewhere<Payload>(type: string): JobDefinition<Payload> {
  return defineJob({
    type,
    run: () => {
      throw new Error(`${type} jobs are run by a worker`);
    },
  }) as JobDefinition<Payload>;
}
