import type { HostReport, StartedWorker } from './host.js';

/** The first line that a worker process prints. */
export interface WorkerStartedJson {
  readonly event: 'started';
  readonly worker_id: string;
  readonly types: readonly string[];
  readonly concurrency: number;
  readonly metrics_port: number | null;
}

export function workerStartedJson({ workerId, types, concurrency, metricsPort }: StartedWorker): WorkerStartedJson {
  return { event: 'started', worker_id: workerId, types, concurrency, metrics_port: metricsPort ?? null };
}

/** The last line that a worker process prints. */
export interface WorkerStoppedJson {
  readonly event: 'stopped';
  readonly worker_id: string;
  readonly reason: HostReport['reason'];
  readonly finished: HostReport['finished'];
  readonly returned: number;
}

export function workerStoppedJson({ workerId, reason, finished, returned }: HostReport): WorkerStoppedJson {
  return { event: 'stopped', worker_id: workerId, reason, finished, returned };
}
