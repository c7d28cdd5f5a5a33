export { DEFAULT_MAX_PAYLOAD_BYTES, RABBITMQ_DEFAULTS, WORKER_DEFAULTS } from './defaults.js';
export type { Alongside, ChangedJob } from './alongside.js';
export { type RecordedJob, RecordedEnqueues, type RecordJobs } from './recorded-enqueues.js';
export { BUILT_IN_JOBS } from './built-in-jobs.js';
export type { JobChange } from './bulk/change-jobs.js';
export { countMatchingJobs, nextMatchingJobs } from './bulk/matching-jobs.js';
export type { ManyJobsFilter } from './bulk/matching-jobs.js';
export { inCorrelation, isCorrelationId } from './correlation.js';
export { databaseNow } from './database-now.js';
export {
  declareJob,
  defineJob,
  fieldsOf,
  handleJob,
  handleJobLazily,
  isJobDefinition,
  labelOf,
} from './declare-job.js';
export type { DeclarationOptions, JobDeclaration, JobDefinition, JobHandler, JobOptions } from './declare-job.js';
export { Engine, openEngine } from './engine.js';
export type { CallerTransaction, EngineOptions } from './engine.js';
export { connectSqlite } from '../database/index.js';
export type { SqliteConnection } from '../database/index.js';
export { enqueueWithin } from './enqueue-within.js';
export type { EnqueueEntry, EnqueueOptions } from './enqueue.js';
export { countByStatus, requireTenant } from './find-jobs.js';
export type { JobFilter, WithoutJobs } from './find-jobs.js';
export { oldestReady, takeCensus } from './inspection/census.js';
export type { Census } from './inspection/census.js';
export type { DatabaseCheck, Finding } from './inspection/finding.js';
export { type ChangedTenants, createJobChanges } from './inspection/job-changes.js';
export { jobChecks } from './inspection/job-checks.js';
export { leftoversOf } from './inspection/leftovers.js';
export type { Leftovers } from './inspection/leftovers.js';
export { jobLabel } from './job-label.js';
export { jobHistogram } from './inspection/job-histogram.js';
export { listQueues, queueNamed } from './inspection/queue-states.js';
export type { QueueState } from './inspection/queue-states.js';
export { countDue, isWorkLeft } from './inspection/work-left.js';
export type { WorkerReach } from './inspection/work-left.js';
export { FINISHED_STATUSES, isFinished, isJobId, JOB_DEFAULTS, JOB_STATUSES, parseStatus } from './job.js';
export type { AttemptError, FinishedStatus, JobProgress, JobRecord, JobStatus, JobSummary, Priority } from './job.js';
export { jobLogs } from './job-logs.js';
export type { JobLogLine } from './job-logs.js';
export type { LimitOptions } from './limits/declared-limits.js';
export type { Limiter } from './limits/limiter.js';
export type { Rate } from './limits/rate.js';
export { releaseSlot, renewSlot, takeSlot } from './limits/slots.js';
export type { Slot, SlotAnswer, SlotRequest } from './limits/slots.js';
export { peekTokens, takeTokens, takeTokensOfAll } from './limits/take-tokens.js';
export type { TokenAnswer, TokenRequest, TokensGranted, TokensRefused } from './limits/take-tokens.js';
export { openAttemptLog } from './logs/attempt-log.js';
export type { AttemptLog } from './logs/attempt-log.js';
export { isOutputLine, storeLogLines } from './logs/store-lines.js';
export type { LogLevel } from './logs/log-line.js';
export { createJobLogReader } from './logs/read-logs.js';
export type { JobLogReader } from './logs/read-logs.js';
export { removeLogs } from './logs/log-path.js';
export { moveJobs } from './move/move.js';
export type { MovedTableReport, MoveProgress } from './move/move.js';
export type { MovedTable } from './move/tables.js';
export {
  complete,
  completeWithWarnings,
  followUp,
  PermanentError,
  RetryableError,
  sharedWrite,
  snooze,
} from './outcome.js';
export type { Effects, FollowUp, Outcome, SharedWrite } from './outcome.js';
export type { OnlyJobs, PayloadFields } from './payload-fields.js';
export { countRecentJobs, pageOfJobs, pageOfJobSummaries } from './page-of-jobs.js';
export type { JobPage } from './page-of-jobs.js';
export { pruneJobs } from './prune.js';
export type { PruneOptions } from './prune.js';
export type { QueueLimit } from './queue-limit.js';
export { pausedQueues } from './queues.js';
export { databaseIdentity } from './identity.js';
export { payloadsOf, replacePayloads } from './payloads.js';
export { DEFAULT_RETRY, retryDelayMs } from './retry.js';
export type { RetryPolicy } from './retry.js';
export { runNow } from './run-now.js';
export { listSchedules, removeSchedule } from './schedules/schedules.js';
export type { CatchUp, ScheduleRecord } from './schedules/schedules.js';
export { ENGINE_MIGRATIONS } from './schema/migrations.js';
export type { EngineSchema } from './schema/tables.js';
export { specHash } from './spec-hash.js';
export { jobStats } from './stats/job-stats.js';
export type { JobStats, Measured, StatsFilter } from './stats/job-stats.js';
export type { CountedOutcome } from './stats/tally.js';
export type { RunSpec } from './spec-hash.js';
export type { ClaimedJob, Rejection, Ending, EnqueueReceipt, JobStore, Renewal, RescuedJob } from './store.js';
export { countTroubled, findTroubled, troubleGroups } from './triage.js';
export type { TroubleGroup } from './triage.js';
export type { TroubleFilter, TroubleStatus } from './trouble-filter.js';
export type { Transition, TransitionHook } from './transitions.js';
export type { Trigger, WakeHint } from './trigger.js';
export { rabbitmqTrigger } from './triggers/rabbitmq.js';
export { VERSION } from '../platform/index.js';
export { explainJob } from './why.js';
export type { Explanation, Reason } from './why.js';
export { createWorker } from './worker/worker.js';
export type { StopReport, Worker, WorkerOptions, WorkerStatus } from './worker/worker-options.js';
export type { JobContext, JobIdentity } from './worker/context.js';
export type { EndFacts, WorkerObserver } from './worker/observer.js';
export { declareDead, isServed, listWorkers } from './workers.js';
export type { WorkerRecord } from './workers.js';
