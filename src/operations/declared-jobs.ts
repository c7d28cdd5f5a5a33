import { COLLECT_JOBS } from '../collect/index.js';
import { BUILT_IN_JOBS, fieldsOf, type JobDeclaration, type JobRecord, labelOf } from '../engine/index.js';
import { EVENT_JOBS, WEBHOOK_JOBS } from '../events/index.js';
import { PASSPORT_JOBS } from '../passport/index.js';
import { PIPELINE_JOBS } from '../pipeline/index.js';
import { TASK_JOBS } from '../tasks/index.js';
import { BULK_JOB } from './bulk/bulk-job.js';
import { COPY_JOBS } from './datasets/copies/copy-jobs.js';
import { SUGGEST_JOB } from './quarantine/suggest-job.js';

/** Every type of job that ships with this package. A new module adds its job table here. */
const DECLARED_JOBS: ReadonlyMap<string, JobDeclaration> = new Map(
  [
    ...BUILT_IN_JOBS,
    ...EVENT_JOBS,
    ...WEBHOOK_JOBS,
    ...PIPELINE_JOBS,
    ...TASK_JOBS,
    ...PASSPORT_JOBS,
    ...COLLECT_JOBS,
    BULK_JOB,
    SUGGEST_JOB,
    ...COPY_JOBS,
  ].map((declaration) => [declaration.type, declaration]),
);

/** A short text about the job, for tables. Empty for types that have none. */
export function jobLabel({ type, payload }: JobRecord): string {
  const declaration = DECLARED_JOBS.get(type);
  return declaration ? labelOf(declaration, payload) : '';
}

/** The filter fields of the job, such as its parser. */
export function jobFields({ type, payload }: JobRecord): Partial<Record<string, string>> {
  const declaration = DECLARED_JOBS.get(type);
  return declaration ? fieldsOf(declaration, payload) : {};
}

/** The job with its payload redacted for display. */
export function redactedJob(job: JobRecord): JobRecord {
  const declaration = DECLARED_JOBS.get(job.type);
  return declaration ? { ...job, payload: declaration.redact(job.payload) } : job;
}
