export {
  countPipeline,
  currentOutputs,
  type ListedOutput,
  type PipelineCounts,
  strayedSkipped,
} from './across-tenants.js';
export { allowAuto, type AutoRule } from './routing/allow-auto.js';
export { BUILTIN, isAutoTopic } from './builtin/builtin-parser.js';
export {
  acceptRenames,
  datasetsOfFiles,
  type Inferring,
  inferWithRenames,
  renamesOf,
} from './builtin/accept-renames.js';
export {
  contractHashes,
  contractVersions,
  contractWithHash,
  currentContract,
  type DatasetContract,
  freezeContract,
  setContract,
  setContractIn,
} from './builtin/contracts.js';
export { requireDatasetName } from './builtin/dataset-name.js';
export { suggestContract, type SuggestedContract } from './builtin/suggest-contract.js';
export { ensureEnvironment, rebuildEnvironment, releaseEnvironments } from './environments/ensure-environment.js';
export type { EnvironmentOptions, WantedEnvironment } from './environments/environment-options.js';
export { type BuiltEnvironmentState, listEnvironments } from './environments/list-environments.js';
export { pruneEnvironments } from './environments/prune-environments.js';
export { readVendorManifest } from './environments/vendor/vendor-manifest.js';
export { vendorParser, type VendorReport } from './registry/vendor-parser.js';
export { countFailedFiles, countFinishedFiles } from './files/count-files.js';
export { scanFolder } from './files/scan-folder.js';
export type { ScanProblem, ScanProgress, ScanReport, ScanRequest } from './files/scan-request.js';
export { type PipelineHome, pipelineHome } from './home.js';
export { outputAddress, outputPlace, registeredPath } from './outputs/output-address.js';
export { type HeldCopy, openSpool, type Spool } from './spool/spool.js';
export { withLocalCopies } from './spool/with-local-copies.js';
export type { ParsePayload } from './jobs/parse-job.js';
export type { ChangedDataset, OnDatasetsChanged } from './outputs/changed-dataset.js';
export type { ParseResult } from './jobs/parse-result.js';
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
export { countRows } from './outputs/count-rows.js';
export { isMergedPath, MERGED_PREFIX, type MergedFile, mergeOutputs, pathsInUse } from './outputs/merge-outputs.js';
export { removeOutputs } from './outputs/move-outputs.js';
export { parseOutputFileName, tenantPrefix } from './outputs/output-path.js';
export { type PrunedOutputs, pruneOutputs } from './outputs/prune-outputs.js';
export { FILE_JOBS, PARSE_JOB, PIPELINE_JOBS, pipelineJobs, REPLAY_JOB, VALIDATE_JOB } from './pipeline-jobs.js';
export { countMatchingRows, type ManyRowsFilter, nextMatchingReplays, nextMatchingRows } from './bulk/matching-rows.js';
export { correctionsUsedBy } from './corrections/find-corrections.js';
export type { CorrectedValues, CorrectionJson } from './corrections/correction.js';
export { discardQuarantine, discardRows } from './quarantine/discard.js';
export { type ExportFormat, exportLines } from './quarantine/export/export-lines.js';
export { writeWholeFile } from './quarantine/export/write-whole-file.js';
export { parseQuarantineStatus, type QuarantineFilter } from './quarantine/filter.js';
export { countEntries, entriesOfJob, findEntries, jobsWithEntries } from './quarantine/find-entries.js';
export { type QuarantineGroup, quarantineGroups } from './quarantine/groups.js';
export { countEntriesUpTo, type EntryPlace, pageOfEntries } from './quarantine/page-of-entries.js';
export { restoreQuarantine } from './quarantine/restore.js';
export { pruneQuarantine } from './quarantine/prune.js';
export type { QuarantineEntry } from './quarantine/quarantine-entry.js';
export {
  findSkipped,
  pageOfSkipped,
  type SkippedEntry,
  type SkippedOfJob,
  skippedOfJob,
} from './skipped/find-skipped.js';
export { rawFields } from './quarantine/raw-fields.js';
export { type AcceptedCorrection, correctRow, type RowName } from './repairs/correct-row.js';
export { importCorrections, type ImportReport } from './repairs/import/import-corrections.js';
export { inspectRow, type InspectedRow, tryCorrection } from './repairs/inspect-row.js';
export { type AppliedRepair, applyRepair } from './repairs/apply-repair.js';
export type { Repair, RepairGroup, RepairReport, StoredReport } from './repairs/report.js';
export { repairReports } from './repairs/stored-reports.js';
export { type RepairedOutput, suggestRepairs, type SuggestOptions } from './repairs/suggest-repairs.js';
export { type TriedRow, tryRepair } from './repairs/try-repair.js';
export type { ReplayPayload, ReplayResult } from './replay/replay-job.js';
export { failedWithEvidence, replayPayloads } from './replay/replay-payloads.js';
export {
  archiveOf,
  currentParsers,
  findRegistered,
  parserNamed,
  parserOfSource,
  registeredVersions,
  topicsByParser,
  topicsOf,
} from './registry/find-parsers.js';
export { addTopics, removeTopics } from './registry/parser-topics.js';
export { type ReadParser, readParser } from './registry/read-parser.js';
export { registerParser, type RegisterRequest, type Registration } from './registry/register-parser.js';
export type { RegisteredParser } from './registry/registered-parser.js';
export type { OnStep, RegistrationStep } from './registry/registration-step.js';
export { type TestedParser, testParser } from './registry/test-parser.js';
export { requireTopic } from './registry/topic-name.js';
export { unregisterParser } from './registry/unregister-parser.js';
export { createWorkshop, type Workshop } from './registry/workshop.js';
export { foreignDatabase } from './home-identity.js';
export { type UsedParser, useCurrentParsers } from './jobs/current-parsers.js';
export type { SandboxSettings } from './sandbox/parser-sandbox.js';
export { type BackfillPlan, backfillPlan, executeBackfill } from './routing/backfill.js';
export { fileDetail, type FileDetail } from './routing/file-detail.js';
export { FILE_STATUSES, type FileFilter, type FileStatus, type ListedFile, listFiles } from './routing/list-files.js';
export { planJobs } from './routing/plan-jobs.js';
export type { PlanReport } from './routing/plan-report.js';
export { topicsWithoutParser } from './routing/routes.js';
export { addRule, listRules, removeRules, type Rule } from './routing/rules.js';
export { PIPELINE_MIGRATIONS } from './schema/migrations.js';
export { PIPELINE_TABLES } from './schema/moved-tables.js';
export type { PipelineSchema } from './schema/tables.js';
export { watchFolder, type WatchOptions } from './watch/watch-folder.js';
