import { defineJob, type JobDefinition } from '../../engine/index.js';

export const TASK_TYPE = 'task';

/** For submitting: who submits need not be able to run. The payload is a spec as `specJson` writes it. */
export const TASK_JOB: JobDefinition<object> = defineJob({
  type: TASK_TYPE,
  run: () => {
    throw new Error('tasks are run by a worker');
  },
}) as JobDefinition<object>;
