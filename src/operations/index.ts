export { backUpDatabase, type BackupReport } from './database/back-up-database.js';
export { checkDatabase, type CheckReport } from './database/check-database.js';
export { databaseStatus, type DatabaseStatus } from './database/database-status.js';
export { migrateSchema, type MigrationReport } from './database/migrate-schema.js';
export { moveDatabase, type MoveReport } from './database/move-database.js';
export { type DatabaseLocation, type EngineLocation, openEngineAt } from './database/open-database.js';
export { type CheckResult, failureOf, perform } from './doctor/check.js';
export { type DoctorOptions, runDoctor } from './doctor/run-doctor.js';
export { type Environment, pythonCheck } from './doctor/tool-checks.js';
export { type AttemptOutcome, attemptOutcome } from './jobs/attempt-outcome.js';
export { type JobCatalog, loadJobCatalog } from './jobs/catalog.js';
export { jobFields, jobLabel, redactedJob } from './jobs/declared-jobs.js';
export { whenDrained } from './jobs/drain.js';
export { enqueueByName, jobsOfTypes, scheduleByName } from './jobs/named-job.js';
export type { LocalWorkerOptions } from './jobs/own-worker.js';
export { factsOf, fileJobOf, lastErrorOf } from './jobs/parse-endings.js';
export { pruneFinishedJobs } from './jobs/prune-jobs.js';
export { followJobLog, type LoggedLine, readJobLog } from './jobs/read-job-log.js';
export { summarizeTrouble, triageJobs, type TriageRequest, troubledJobs } from './jobs/triage.js';
export {
  processFiles,
  type ProcessOptions,
  type ProcessProgress,
  type ProcessReport,
} from './process/process-files.js';
export { replayRows, type ReplayOptions } from './wait/replay-rows.js';
export { startTaskReplay } from './tasks/replay-task.js';
export { type TaskWaitOptions, waitForTask } from './tasks/wait-for-task.js';
