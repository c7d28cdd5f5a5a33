import { type Engine, isFinished } from '../../engine/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import { findTask, replayTask, type TaskRecord } from '../../tasks/index.js';

export interface StartedReplay {
  readonly recorded: TaskRecord;
  /** The job of the new run. */
  readonly id: string;
}

/** Enqueues a second run of a finished task, by its id or the hash of its spec. */
export async function startTaskReplay(engine: Engine, idOrHash: string, actor: string | null): Promise<StartedReplay> {
  const recorded = requireFinished(await findTask(engine, idOrHash, { finishedOnly: true }));
  const { id } = await replayTask(engine, recorded, { actor });
  return { recorded, id };
}

function requireFinished(task: TaskRecord): TaskRecord {
  if (isFinished(task.status)) return task;
  throw new CasparianError('JOB_STATE_CONFLICT', `Task ${task.id} cannot be replayed yet`, {
    why: `It is ${task.status}: there is no outcome to compare with.`,
    next: [hint('Wait for it', { action: 'task.logs', arguments: [task.id], options: { follow: true } })],
  });
}
