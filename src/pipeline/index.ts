export { countPipeline, currentOutputs, type ListedOutput, type PipelineCounts } from './across-tenants.js';
export { allowAuto, type AutoRule } from './builtin/allow-auto.js';
export { BUILTIN } from './builtin/builtin-parser.js';
export { contractWithHash, currentContract, type DatasetContract, setContract } from './builtin/contracts.js';
export { requireDatasetName } from './builtin/dataset-name.js';
export { suggestContract, type SuggestedContract } from './builtin/suggest-contract.js';
export { ensureEnvironment, rebuildEnvironment, releaseEnvironments } from './environments/ensure-environment.js';
export type { EnvironmentOptions, WantedEnvironment } from './environments/environment-options.js';
export { type BuiltEnvironmentState, listEnvironments } from './environments/list-environments.js';
export { pruneEnvironments } from './environments/prune-environments.js';
export { readVendorManifest } from './environments/vendor/vendor-manifest.js';
export { vendorParser, type VendorReport } from './environments/vendor/vendor-parser.js';
export { countFailedFiles, countFinishedFiles } from './files/count-files.js';
export { scanFolder } from './files/scan-folder.js';
export type { ScanProblem, ScanProgress, ScanReport, ScanRequest } from './files/scan-request.js';
export { type PipelineHome, pipelineHome } from './home.js';
export type { ParsePayload } from './jobs/parse-job.js';
export {
  type TenantDatabase,
  tenantDatabase,
  type TenantExecutor,
  type TenantTransaction,
  tenantTransaction,
} from './tenant.js';
export {
  openPipelineRuntime,
  type ParserLimits,
  type PipelineRuntime,
  type PipelineRuntimeOptions,
} from './jobs/runtime.js';
export type { ValidatePayload } from './jobs/validate-job.js';
export {
  type Dataset,
  datasets,
  outputFiles,
  type OutputFilter,
  type OutputRecord,
  versionsInUse,
} from './outputs/find-outputs.js';
export { type PrunedOutputs, pruneOutputs } from './outputs/prune-outputs.js';
export type { ReplayPayload, ReplayResult } from './quarantine/replay/replay-job.js';
export { FILE_JOBS, PARSE_JOB, PIPELINE_JOBS, pipelineJobs, REPLAY_JOB, VALIDATE_JOB } from './pipeline-jobs.js';
export { archiveOf, currentParsers, parserNamed, registeredVersions, topicsOf } from './registry/find-parsers.js';
export { requireTopic } from './registry/parser-topics.js';
export type { RegisteredParser } from './registry/registered-parser.js';
export { type BackfillPlan, backfillPlan, executeBackfill } from './routing/backfill.js';
export { type FileFilter, type FileStatus, type ListedFile, listFiles } from './routing/list-files.js';
export { planJobs } from './routing/plan-jobs.js';
export type { PlanReport } from './routing/plan-report.js';
export { topicsWithoutParser } from './routing/routes.js';
export { addRule, listRules, removeRules, type Rule } from './routing/rules.js';
export { PIPELINE_TABLES } from './schema/moved-tables.js';
export type { PipelineSchema } from './schema/tables.js';
export { watchFolder, type WatchOptions } from './watch/watch-folder.js';
