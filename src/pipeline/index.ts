export { type PipelineHome, pipelineHome } from './home.js';
export {
  PARSE_JOB,
  type ParsePayload,
  REPLAY_JOB,
  type ReplayPayload,
  VALIDATE_JOB,
  type ValidatePayload,
} from './jobs/job-types.js';
export { PIPELINE_TABLES } from './schema/moved-tables.js';
export type { PipelineSchema } from './schema/tables.js';
