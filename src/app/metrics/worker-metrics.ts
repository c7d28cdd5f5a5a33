import { Counter, Histogram, type Registry } from 'prom-client';
import type { WorkerObserver } from '../../engine/index.js';
import { attemptOutcome } from '../../operations/index.js';

const DURATION_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600];
const MAX_LABELS = 1_000;
const CLAIM_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** What this worker did. Counters and histograms can be summed over all workers. */
export function workerMetrics(registry: Registry, workerId: string): WorkerObserver {
  const registers = [registry];
  const jobLabels = ['tenant_id', 'job_type'] as const;
  const enqueued = new Counter({
    name: 'casparian_jobs_enqueued_total',
    help: 'Jobs claimed for the first time: each job is counted once, by the worker that first claims it',
    labelNames: jobLabels,
    registers,
  });
  const completed = new Counter({
    name: 'casparian_jobs_completed_total',
    help: 'Jobs that reached their last state on this worker, by that state',
    labelNames: [...jobLabels, 'status'],
    registers,
  });
  const finished = new Counter({
    name: 'casparian_jobs_finished_total',
    help: 'The same by queue and type',
    labelNames: ['queue', 'type', 'outcome'],
    registers,
  });
  const wait = new Histogram({
    name: 'casparian_job_wait_seconds',
    help: 'Time from when a job was due to its claim',
    labelNames: ['queue'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const reclaimed = new Counter({
    name: 'casparian_leases_reclaimed_total',
    help: 'Jobs taken from workers that stopped renewing their leases',
    registers,
  });
  const retries = new Counter({
    name: 'casparian_job_retries_total',
    help: 'Attempts that failed and will be followed by another',
    labelNames: jobLabels,
    registers,
  });
  const duration = new Histogram({
    name: 'casparian_job_duration_seconds',
    help: 'Duration of attempts',
    labelNames: jobLabels,
    buckets: DURATION_BUCKETS,
    registers,
  });
  const renewals = new Counter({
    name: 'casparian_lease_renewals_total',
    help: 'Leases renewed',
    labelNames: ['worker_id'],
    registers,
  });
  const claimLatency = new Histogram({
    name: 'casparian_claim_latency_seconds',
    help: 'Duration of claims that returned jobs',
    buckets: CLAIM_BUCKETS,
    registers,
  });
  renewals.inc({ worker_id: workerId }, 0);

  const tenantLabel = boundedLabels();
  const queueLabel = boundedLabels();
  const labelsOf = (job: { tenant: string; type: string }): { tenant_id: string; job_type: string } => ({
    tenant_id: tenantLabel(job.tenant),
    job_type: job.type,
  });
  return {
    claimed: (jobs, latencyMs) => {
      claimLatency.observe(latencyMs / 1_000);
      for (const job of jobs) {
        if (job.fence === 1) enqueued.inc(labelsOf(job));
        wait.observe({ queue: queueLabel(job.queue) }, Math.max(0, job.startedAt - job.runAt) / 1_000);
      }
    },
    ended: (job, ending, facts) => {
      const outcome = attemptOutcome(ending, facts);
      if (outcome === 'finished') {
        completed.inc({ ...labelsOf(job), status: ending.status });
        finished.inc({ queue: queueLabel(job.queue), type: job.type, outcome: ending.status });
      }
      if (outcome === 'retry') retries.inc(labelsOf(job));
      if (outcome !== 'refused' && facts.started) duration.observe(labelsOf(job), facts.durationMs / 1_000);
    },
    renewed: (renewal) => renewals.inc({ worker_id: workerId }, renewal.renewed),
    // A job whose worker died in its last attempt is finished by the worker that rescues it.
    rescued: (jobs) => {
      reclaimed.inc(jobs.length);
      for (const job of jobs) {
        if (job.status === 'pending') retries.inc(labelsOf(job));
        else {
          completed.inc({ ...labelsOf(job), status: job.status });
          finished.inc({ queue: queueLabel(job.queue), type: job.type, outcome: job.status });
        }
      }
    },
  };
}

/**
 * A series stays in memory until the process exits. So only this many tenants or queues get their own series; the jobs of all
 * others are counted together.
 */
export function boundedLabels(limit = MAX_LABELS): (name: string) => string {
  const known = new Set<string>();
  return (name) => {
    if (!known.has(name)) {
      if (known.size >= limit) return '(other)';
      known.add(name);
    }
    return name;
  };
}
