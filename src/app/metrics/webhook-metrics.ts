import { Counter, type Registry } from 'prom-client';
import type { WorkerObserver } from '../../engine/index.js';
import { WEBHOOK_JOBS } from '../../events/index.js';
import { attemptOutcome } from '../../operations/index.js';

/** What became of the attempts to deliver webhooks. The name is that of seed 2. */
export function webhookMetrics(registry: Registry): WorkerObserver {
  const deliveries = new Counter({
    name: 'bpc_webhook_deliveries_total',
    help: 'Attempts to deliver webhooks: delivered, retry (another follows) or failed (none does)',
    labelNames: ['status'],
    registers: [registry],
  });
  const types = new Set(WEBHOOK_JOBS.map(({ type }) => type));
  return {
    ended: (job, ending, facts) => {
      if (!types.has(job.type)) return;
      const outcome = attemptOutcome(ending, facts);
      if (outcome === 'retry') deliveries.inc({ status: 'retry' });
      else if (outcome === 'finished') deliveries.inc({ status: isDelivered(ending.result) ? 'delivered' : 'failed' });
    },
    rescued: (jobs) => {
      for (const { type, status } of jobs) {
        if (types.has(type)) deliveries.inc({ status: status === 'pending' ? 'retry' : 'failed' });
      }
    },
  };
}

/** A delivery to an endpoint that was removed completes its job, too. */
function isDelivered(result: string | null): boolean {
  return result !== null && (JSON.parse(result) as { status?: unknown }).status === 'delivered';
}
