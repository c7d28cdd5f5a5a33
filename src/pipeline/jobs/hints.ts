import { type CasparianError, type ErrorCode, type Hint, hint } from '../../platform/index.js';

export interface FailedJob {
  readonly jobId: string;
  readonly parser: string;
  readonly path: string;
}

/**
 * Hints for failures on a worker. Where a run by hand has options, a worker has settings, and a parser is changed by
 * registering another version.
 */
const HINTS: Partial<Record<ErrorCode, (job: FailedJob) => readonly Hint[]>> = {
  PARSER_EXCEPTION: ({ jobId, parser }) => [
    hint('See what it printed', { action: 'job.logs', arguments: [jobId] }),
    hint('Correct the parser, register its next version, then', {
      action: 'backfill',
      arguments: [parser],
      options: { failed: true, execute: true },
    }),
  ],
  PARSER_MODULE_MISSING: () => [
    'Add it to the dependencies of the parser, run: uv lock',
    'Then raise its version and register it again.',
  ],
  PARSER_TIMEOUT: ({ parser }) => [`Raise parser_timeout_seconds, if needed only for '${parser}'.`],
  PARSER_CPU_LIMIT: ({ parser }) => [`Raise parser_cpu_seconds, if needed only for '${parser}'.`],
  PARSER_OUT_OF_MEMORY: ({ parser }) => [
    'Yield batches instead of returning everything at once.',
    `Or raise parser_memory_bytes, if needed only for '${parser}'.`,
  ],
  QUARANTINE_LIMIT: ({ jobId, parser }) => [
    hint('Look at the rows', { action: 'quarantine.list', options: { job: jobId } }),
    hint('Correct the parser, register its next version, then', {
      action: 'backfill',
      arguments: [parser],
      options: { failed: true, execute: true },
    }),
    'Allow more: quarantine_threshold and max_quarantine_rows in casparian.toml.',
  ],
  PARSER_NOT_CONNECTED: ({ jobId }) => [hint('See what it printed', { action: 'job.logs', arguments: [jobId] })],
  OUTPUT_UNWRITABLE: () => ['Check that the disk of the home is not full and that its folders are writable.'],
};

export function hintsFor(error: CasparianError, job: FailedJob): readonly Hint[] {
  if (error.code === 'PARSER_BINARY_MISSING') return ['Install it on the worker, then retry the job.', ...error.next];
  return HINTS[error.code]?.(job) ?? error.next;
}
