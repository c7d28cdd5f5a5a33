export { type ApiKey, createApiKey, findApiKey, hasApiKeys, listApiKeys, revokeApiKey } from './access/api-keys.js';
export {
  beginIdempotent,
  endIdempotent,
  forgetIdempotent,
  type IdempotentRequest,
  pruneIdempotent,
  type StoredResponse,
} from './access/idempotent-requests.js';
export { openPepper, type Pepper } from './access/pepper.js';
export {
  mayDo,
  parseRole,
  type Permission,
  PERMISSIONS,
  type Role,
  ROLE_NAMES,
  ROLES,
  rolesWith,
} from './access/roles.js';
export { bulkJson } from './bulk/bulk-json.js';
export { bulkJobs } from './bulk/bulk-job.js';
export { type BulkProgress, bulkProgress } from './bulk/bulk-progress.js';
export {
  type BulkJobFilter,
  type BulkRequest,
  countMatches,
  JOB_ACTIONS,
  type JobsRequest,
  ROW_ACTIONS,
  type RowsRequest,
} from './bulk/bulk-request.js';
export { startBulk } from './bulk/start-bulk.js';
export { waitForBulk } from './bulk/wait-for-bulk.js';
export { collectNow } from './collect/collect-prices.js';
export { roundJson } from './collect/collect-json.js';
export { explainWaiting } from './collect/explain-collection.js';
export { intakeOfRow } from './collect/intake-of-row.js';
export { createRowReaders } from './collect/row-readers.js';
export { backUpDatabase } from './database/back-up-database.js';
export { requireOwnDatabase } from './database/own-database.js';
export { checkDatabase, type CheckReport } from './database/check-database.js';
export { databaseParts, databaseStatus, type DatabaseStatus } from './database/database-status.js';
export { migrateSchema } from './database/migrate-schema.js';
export { moveDatabase } from './database/move-database.js';
export { type DatabaseLocation, type EngineLocation, openEngineAt } from './database/open-database.js';
export { copyJobs } from './datasets/copies/copy-jobs.js';
export { followDatasets } from './datasets/copies/follow-datasets.js';
export {
  acceptAllRenames,
  acceptDatasetRenames,
  type AcceptedRenames,
  datasetContract,
  datasetContractVersions,
  datasetRenames,
  freezeDatasetContract,
  setDatasetContract,
  setDatasetContractText,
  suggestDatasetContract,
} from './datasets/dataset-contract.js';
export {
  compactDatasets,
  type CompactedDataset,
  listDatasets,
  type ListedDataset,
  selectDatasets,
} from './datasets/datasets.js';
export { loadTable } from './datasets/load-table.js';
export { pruneFiles } from './datasets/prune-files.js';
export { publicationJson, publishNamed } from './datasets/publish-table.js';
export { openExport, STREAMED_FORMATS, type StreamedFormat } from './datasets/export-stream.js';
export { countDatasetRows, pageOfRows, selectedRows } from './datasets/page-of-rows.js';
export { profileOf } from './datasets/profile.js';
export { queryRows } from './datasets/query-rows.js';
export { type CheckResult, failureOf, perform } from './doctor/check.js';
export { type DoctorOptions, runDoctor } from './doctor/run-doctor.js';
export { type Environment, pythonCheck } from './doctor/tool-checks.js';
export { followLog } from './events/follow-log.js';
export { verifyExport, verifyLog, type VerifyLogOptions } from './events/verify-log.js';
export { addFileRule, backfill } from './files/plan-files.js';
export { readRawLines } from './files/raw-lines.js';
export { receiveUpload, requireFileName } from './files/receive-upload.js';
export { inspectHeld, type InspectionAnswers } from './inspections/inspect-upload.js';
export { inspectionJson } from './inspections/inspection-json.js';
export { dropFile, heldFile, holdFile } from './inspections/inspection-store.js';
export { makeDataset } from './inspections/make-dataset.js';
export { requireScannable } from './files/require-scannable.js';
export { scanFiles, type ScanFilesReport } from './files/scan-files.js';
export { attemptOutcome } from './jobs/attempt-outcome.js';
export {
  cancelJob,
  limitQueue,
  pauseQueue,
  removeScheduleByHand,
  resumeQueue,
  retryJob,
  runJobNow,
  scheduleNotFound,
} from './jobs/change-by-hand.js';
export { loadJobCatalog } from './jobs/catalog.js';
export { jobFields, jobLabel, redactedJob } from './declared-jobs.js';
export { whenDrained } from './jobs/drain.js';
export { enqueueByName, jobsOfTypes, scheduleByName } from './jobs/named-job.js';
export type { LocalWorkerOptions } from './jobs/own-worker.js';
export { factsOf, fileJobOf, lastErrorOf } from './jobs/parse-endings.js';
export { pruneFinishedJobs } from './jobs/prune-jobs.js';
export { followJobLog, type LoggedLine, readJobLog } from './jobs/read-job-log.js';
export { summarizeTrouble, triageJobs, type TriageRequest, troubledJobs } from './jobs/triage.js';
export { type BuildStep, buildPassport, type BuiltPassport } from './passport/build-passport.js';
export { buildBatteries, type BuiltBatteries } from './passport/build-batteries.js';
export { datasetReadings } from './passport/dataset-readings.js';
export {
  completeTransfer,
  endNamedPassport,
  offerTransfer,
  publishList,
  receiveTransfer,
  recordReadings,
  refreshNamedPassports,
  succeedForeignPassport,
  withdrawTransfer,
} from './passport/life.js';
export { checkPassportPath } from './passport/check-path.js';
export { importPassportFiles } from './passport/import-files.js';
export { initPassportFolder } from './passport/init-folder.js';
export { mimeTypeOf, type PassportFolder, readPassportFolder } from './passport/passport-folder.js';
export type { PassportScope } from './passport/passport-session.js';
export {
  documentVersionNamed,
  newestVersionNamed,
  passportNamed,
  passportVersionNamed,
  ruleVersionNamed,
  snapshotNamed,
} from './passport/references.js';
export { linkText, type PassportFiles, writePassportFiles } from './passport/write-passport-files.js';
export {
  addDocumentVersion,
  addRules,
  buildSnapshot,
  compileVersion,
  completeVersion,
  exportPassportVersion,
  type NewDocument,
} from './passport/change-version.js';
export { mapDatasetFacts } from './passport/dataset-facts.js';
export { diffVersions, type VersionDiff } from './passport/diff-versions.js';
export {
  type BatteryLife,
  passportPreview,
  type PublicField,
  type PublicLink,
  publicPassport,
  type PublicPassport,
  publicStatus,
  makersStatusList,
  publicStatusList,
} from './passport/public-passport.js';
export { explainPassportField } from './passport/explain-field.js';
export { EXPLANATION_KINDS, type ExplanationNode } from './passport/explanation.js';
export { passportPipeline, type PassportPipeline, PIPELINE_STEPS } from './passport/passport-pipeline.js';
export { processFiles, type ProcessProgress, type ProcessReport } from './process/process-files.js';
export { listParsers, type ListedParser, showParser, changeTopics, unregister } from './parsers/parsers.js';
export { beginReplays } from './quarantine/enqueue-replays.js';
export { replayRows, waitForReplays } from './quarantine/replay-rows.js';
export { startSuggesting, suggestJobs } from './quarantine/suggest-job.js';
export { suggestForDatasets } from './quarantine/suggest-repairs.js';
export {
  countRows,
  discardRows,
  findReplays,
  quarantineFilter,
  type Replays,
  restoreRows,
} from './quarantine/select-rows.js';
export { startTaskReplay } from './tasks/replay-task.js';
export { waitForTask } from './tasks/wait-for-task.js';
export { installExtension } from './extensions/install-extension.js';
