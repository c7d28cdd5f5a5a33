import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createWorker, type Worker, type WorkerOptions } from '../../../../src/engine/index.js';
import {
  openTaskRuntime,
  submitTasks,
  taskJobs,
  taskOf,
  type TaskReceipt,
  type TaskRecord,
  type TaskRuntime,
  type TaskSubmission,
} from '../../../../src/tasks/index.js';
import type { RunSpec } from '../../../../src/tasks/spec/run-spec.js';
import { type Stage, type StoreName, useStage } from '../../../engine/staging/stage.js';
import { jobEnds, startWorker } from '../../../engine/staging/workers.js';

/** A database, a folder for logs, and workers that run tasks. */
export interface TaskStage extends Stage {
  readonly logs: string;
  startTaskWorker(options?: Partial<WorkerOptions> & { allow?: readonly string[] }): Promise<Worker>;
  submit(spec: RunSpec, more?: Partial<TaskSubmission>): Promise<TaskReceipt>;
  /** Submits and waits for the end of it. */
  outcomeOf(spec: RunSpec, schedule?: TaskSubmission['schedule']): Promise<TaskRecord>;
}

/** With `working`, one worker serves the whole block: to start and stop one takes longer than most tests. */
export function useTaskStage(storeName: StoreName, { working = false } = {}): TaskStage {
  const stage = useStage(storeName);
  let logs: string;
  beforeAll(async () => void (logs = await mkdtemp(join(tmpdir(), 'casparian-logs-'))));
  afterAll(() => rm(logs, { recursive: true, force: true }));
  const submit: TaskStage['submit'] = async (spec, more = {}) => {
    const [receipt] = await submitTasks(stage.engine, [{ spec, schedule: {}, reuse: 'running', ...more }]);
    return receipt!;
  };
  const runtimeWith = (allow: readonly string[]): TaskRuntime =>
    openTaskRuntime({ env: process.env, logs, logBytes: 100_000, allow, maxResultBytes: 1_048_576 });
  if (working) useWorker(stage, () => runtimeWith([]));
  return Object.create(stage, {
    logs: { get: () => logs },
    startTaskWorker: {
      value: async ({ allow = [], ...options }: Partial<WorkerOptions> & { allow?: readonly string[] } = {}) => {
        const runtime = runtimeWith(allow);
        stage.onCleanup(() => runtime.close());
        return startWorker(stage, taskJobs(runtime), options);
      },
    },
    submit: { value: submit },
    outcomeOf: {
      value: async (spec: RunSpec, schedule: TaskSubmission['schedule'] = {}) => {
        const { id } = await submit(spec, { schedule });
        return taskOf(await jobEnds(stage.engine, id));
      },
    },
  }) as TaskStage;
}

function useWorker(stage: Stage, openRuntime: () => TaskRuntime): void {
  let runtime: TaskRuntime;
  let worker: Worker;
  beforeAll(async () => {
    runtime = openRuntime();
    worker = createWorker(stage.engine, { jobs: taskJobs(runtime), pollEveryMs: 100 });
    await worker.start();
  });
  afterAll(async () => {
    await worker.stop({ graceMs: 0 });
    await runtime.close();
  });
}
