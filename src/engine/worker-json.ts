import type { WorkerRecord } from './workers.js';

export interface WorkerJson {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly types: readonly string[];
  readonly queues: readonly string[] | null;
  readonly tenants: readonly string[] | null;
  readonly concurrency: number;
}

export function workerJson({ id, host, pid, types, queues, tenants, concurrency }: WorkerRecord): WorkerJson {
  return { id, host, pid, types, queues, tenants, concurrency };
}
