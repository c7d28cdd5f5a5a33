import type { HostReport, StartedWorker } from '../../app/index.js';

/** What a program that runs jobs says first, and last. Scripts depend on these names: add, never change. */
export function startedJson({ workerId, types, concurrency, metricsPort }: StartedWorker): object {
  return { event: 'started', worker_id: workerId, types, concurrency, metrics_port: metricsPort ?? null };
}

export function stoppedJson({ workerId, reason, finished, returned }: HostReport): object {
  return { event: 'stopped', worker_id: workerId, reason, finished, returned };
}
