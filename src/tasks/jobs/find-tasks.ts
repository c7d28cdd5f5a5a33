import { queryBuilder } from '../../database/index.js';
import {
  type Engine,
  type EngineSchema,
  FINISHED_STATUSES,
  isJobId,
  type JobFilter,
  type JobRecord,
} from '../../engine/index.js';
import { CasparianError } from '../../platform/index.js';
import { type TaskRecord, taskOf } from './task-record.js';
import { TASK_JOB } from '../task-jobs.js';

export type TaskFilter = Omit<JobFilter, 'type' | 'fields'>;

const HASH_BEGINNING = /^[0-9a-f]{8,64}$/i;

/** Newest first. A job of our type whose payload is no spec, which anybody can enqueue, is no task. */
export async function findTasks(engine: Engine, filter: TaskFilter): Promise<TaskRecord[]> {
  const jobs = await engine.jobs({ ...filter, type: TASK_JOB.type });
  return jobs.flatMap((job) => {
    try {
      return [taskOf(job)];
    } catch (error) {
      if (error instanceof CasparianError) return [];
      throw error;
    }
  });
}

/** One task, by its id, or the newest of a spec, by the beginning of its hash: eight digits at least. */
export async function findTask(engine: Engine, idOrHash: string, { finishedOnly = false } = {}): Promise<TaskRecord> {
  if (isJobId(idOrHash)) return taskOf(requireTask(await jobWith(engine, idOrHash), idOrHash));
  if (!HASH_BEGINNING.test(idOrHash))
    throw notFound(
      idOrHash,
      'It is neither an id nor the beginning of a spec hash, of which at least 8 digits are needed.',
    );
  const specHash = await wholeHash(engine, idOrHash.toLowerCase());
  const statuses = finishedOnly ? FINISHED_STATUSES : undefined;
  const [newest] = await engine.jobs({ type: TASK_JOB.type, specHash, statuses, limit: 1 });
  if (newest) return taskOf(newest);
  throw notFound(idOrHash, 'None of the tasks with this hash has come to an end yet.');
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
    // The letter after the last digit: all that begins like this lies between the two.
    .where('spec_hash', '<', `${beginning}g`)
    .limit(2)
    .execute();
  const [first, second] = found;
  if (second) throw notFound(beginning, 'Several specs have hashes that begin like this; give more of its digits.');
  if (first?.specHash) return first.specHash;
  throw notFound(beginning, 'No task has a spec hash that begins like this.');
}

function notFound(idOrHash: string, why: string): CasparianError {
  return new CasparianError('TASK_NOT_FOUND', `There is no task ${idOrHash}`, {
    why,
    next: ['List the tasks with: casparian task list'],
  });
}
