import { queryBuilder } from '../../database/index.js';
import {
  type Engine,
  type EngineSchema,
  FINISHED_STATUSES,
  isJobId,
  type JobFilter,
  type JobRecord,
} from '../../engine/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import { type TaskRecord, taskOf } from './task-record.js';
import { TASK_JOB } from '../task-jobs.js';

export type TaskFilter = Omit<JobFilter, 'type' | 'fields'>;

const HASH_BEGINNING = /^[0-9a-f]{8,64}$/i;

/** Newest first. Skips jobs of this type whose payload is not a spec; users can enqueue such jobs. */
export async function findTasks(engine: Engine, filter: TaskFilter): Promise<TaskRecord[]> {
  return tasksAmong(await engine.jobs({ ...filter, type: TASK_JOB.type }));
}

/** Skips jobs whose payload is not a spec. */
export function tasksAmong(jobs: readonly JobRecord[]): TaskRecord[] {
  return jobs.flatMap((job) => {
    try {
      return [taskOf(job)];
    } catch (error) {
      if (error instanceof CasparianError) return [];
      throw error;
    }
  });
}

/** A task by its id, or the newest task of a spec by the first digits of its hash, at least eight. */
export async function findTask(engine: Engine, idOrHash: string, { finishedOnly = false } = {}): Promise<TaskRecord> {
  const job = await jobWith(engine, idOrHash);
  if (job || isJobId(idOrHash)) return taskOf(requireTask(job, idOrHash));
  if (!HASH_BEGINNING.test(idOrHash))
    throw notFound(idOrHash, 'It is neither a task id nor the first 8 or more digits of a spec hash.');
  const specHash = await wholeHash(engine, idOrHash.toLowerCase());
  const statuses = finishedOnly ? FINISHED_STATUSES : undefined;
  const [newest] = await engine.jobs({ type: TASK_JOB.type, specHash, statuses, limit: 1 });
  if (newest) return taskOf(newest);
  throw notFound(idOrHash, 'No task with this hash has finished yet.');
}

async function jobWith(engine: Engine, id: string): Promise<JobRecord | undefined> {
  try {
    return await engine.job(id);
  } catch (error) {
    if (error instanceof CasparianError && error.code === 'JOB_NOT_FOUND') return undefined;
    throw error;
  }
}

function requireTask(job: JobRecord | undefined, id: string): JobRecord {
  if (job?.type === TASK_JOB.type) return job;
  throw notFound(id, job ? `It is a job of type ${job.type}.` : 'No job in this database has this id.');
}

async function wholeHash({ database }: Engine, beginning: string): Promise<string> {
  const found = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .select('spec_hash as specHash')
    .distinct()
    .where('type', '=', TASK_JOB.type)
    .where('spec_hash', '>=', beginning)
    // `g` follows the last hexadecimal digit, so the range contains all hashes with this beginning.
    .where('spec_hash', '<', `${beginning}g`)
    .limit(2)
    .execute();
  const [first, second] = found;
  if (second) throw notFound(beginning, 'Several spec hashes begin with these digits; add more digits.');
  if (first?.specHash) return first.specHash;
  throw notFound(beginning, 'No task has a spec hash that begins with these digits.');
}

function notFound(idOrHash: string, why: string): CasparianError {
  return new CasparianError('TASK_NOT_FOUND', `There is no task ${idOrHash}`, {
    why,
    next: [hint('List the tasks', { action: 'task.list' })],
  });
}
