import { type HostReport, hostWorker, type StartedWorker } from '../../../app/index.js';
import type { Invocation } from '../../invocation.js';
import { settingsOf } from '../../settings.js';

export interface WorkerOptions {
  type?: string[];
  queue?: string[];
  tenant?: string[];
  drain?: boolean;
}

/** The log on stderr says all of this to people; with --json, programs get a line at the start and one at the end. */
export async function run(invocation: Invocation<WorkerOptions>): Promise<void> {
  const { options, output } = invocation;
  const report = await hostWorker({
    settings: await settingsOf(invocation),
    types: options.type,
    queues: options.queue,
    tenants: options.tenant,
    drain: options.drain,
    onStarted: (started) => {
      if (output.asJson) output.jsonLine(startedJson(started));
    },
  });
  if (output.asJson) output.jsonLine(stoppedJson(report));
}

function startedJson({ workerId, types, concurrency, metricsPort }: StartedWorker): object {
  return { event: 'started', worker_id: workerId, types, concurrency, metrics_port: metricsPort ?? null };
}

function stoppedJson({ workerId, reason, finished, returned }: HostReport): object {
  return { event: 'stopped', worker_id: workerId, reason, finished, returned };
}
