import { basename } from 'node:path';
import { declareJob, handleJobLazily, type JobDeclaration, type JobDefinition } from '../engine/index.js';
import type { ParsePayload } from './jobs/parse-job.js';
import { textFields } from './jobs/payload-schema.js';
import type { PipelineRuntime } from './jobs/runtime.js';
import type { ValidatePayload } from './jobs/validate-job.js';
import type { ReplayPayload } from './replay/replay-job.js';

/** One parser, registered or built in, reads one file. */
export const PARSE_JOB = declareJob({
  type: 'parse',
  payload: textFields<ParsePayload>('parser', 'version', 'source_hash', 'file_id', 'path', 'content_hash'),
  label: fileLabel,
  filterFields: ['parser', 'version', 'path'],
});

/** Reads the quarantined rows of one job again from its file. */
export const REPLAY_JOB = declareJob({
  type: 'parse.replay',
  payload: textFields<ReplayPayload>('parser', 'path', 'replay_of'),
  label: fileLabel,
  filterFields: ['parser', 'path'],
  // Replays that conflict can retry soon.
  retry: { baseMs: 500 },
});

/** Checks an unregistered bundle on a worker. The caller waits for the result. */
export const VALIDATE_JOB = declareJob({
  type: 'parse.validate',
  payload: textFields<ValidatePayload>('parser', 'archive', 'source_hash', 'entrypoint'),
  filterFields: ['parser'],
  maxAttempts: 1,
  priority: 1,
});

/** All job types of this module. */
export const PIPELINE_JOBS: readonly JobDeclaration[] = [PARSE_JOB, REPLAY_JOB, VALIDATE_JOB];

/** The job types that read one file into rows. */
export const FILE_JOBS: readonly JobDeclaration[] = [PARSE_JOB, REPLAY_JOB];

/** The job definitions of a worker. */
export function pipelineJobs(
  runtime: PipelineRuntime,
  wanted: readonly JobDeclaration[] = PIPELINE_JOBS,
): JobDefinition[] {
  const jobs: JobDefinition[] = [
    handleJobLazily(PARSE_JOB, async () => {
      const { parseFile } = await import('./jobs/parse-job.js');
      return (payload, context) => parseFile(runtime, payload, context);
    }),
    handleJobLazily(REPLAY_JOB, async () => {
      const { replayRowsOfJob } = await import('./replay/replay-job.js');
      return (payload, context) => replayRowsOfJob(runtime, payload, context);
    }),
    handleJobLazily(VALIDATE_JOB, async () => {
      const { validateBundle } = await import('./jobs/validate-job.js');
      return (payload, context) => validateBundle(runtime, payload, context);
    }),
  ];
  return jobs.filter(({ type }) => wanted.some((declaration) => declaration.type === type));
}

function fileLabel({ parser, path }: ParsePayload | ReplayPayload): string {
  return `${parser} ← ${basename(path)}`;
}
