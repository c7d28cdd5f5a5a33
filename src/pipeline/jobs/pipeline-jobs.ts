import type { JobDefinition } from '../../engine/index.js';
import { replayJob } from '../quarantine/replay/replay-job.js';
import { parseJob } from './parse-job.js';
import type { PipelineRuntime } from './runtime.js';
import { validateJob } from './validate-job.js';

/** The jobs that a worker of the pipeline does. */
export function pipelineJobs(runtime: PipelineRuntime): JobDefinition[] {
  return [parseJob(runtime), replayJob(runtime), validateJob(runtime)];
}
