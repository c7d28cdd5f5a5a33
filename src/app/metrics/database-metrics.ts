import { Gauge, type Registry } from 'prom-client';
import type { Executor } from '../../database/index.js';
import { type Census, takeCensus } from '../../engine/index.js';
import { within } from '../../platform/index.js';

const MIN_AGE_MS = 2_000;
/** The share of time spent counting. When counting takes long, it is done less often. */
const MAX_SHARE = 0.05;
/** A database that does not respond must not block the other metrics. */
const TIMEOUT_MS = 3_000;

/**
 * The jobs of the whole database. These are gauges that are read at the scrape: every worker on a database reports the
 * same numbers, so aggregate them with max, not sum.
 */
export function databaseMetrics(registry: Registry, database: Executor): void {
  const census = cachedCensus(database);
  const gauge = (
    name: string,
    help: string,
    labelNames: readonly string[],
    samples: (census: Census) => { labels: Record<string, string>; value: number }[],
  ): void => {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        const current = await census().catch(() => undefined);
        // Without a response from the database, nothing is reported; old numbers would mislead.
        if (labelNames.length === 0) this.remove();
        else this.reset();
        for (const { labels, value } of current ? samples(current) : []) this.set(labels, value);
      },
    });
  };

  gauge('casparian_jobs_pending', 'Pending jobs, due or not', [], ({ pending }) => [{ labels: {}, value: pending }]);
  gauge(
    'casparian_oldest_pending_age_seconds',
    'Waiting time of the oldest due job',
    [],
    ({ oldestPendingAgeSeconds }) => [{ labels: {}, value: oldestPendingAgeSeconds }],
  );
  gauge('casparian_jobs_waiting_for_limits', 'Pending jobs that wait for a limit', [], ({ waitingForLimits }) => [
    { labels: {}, value: waitingForLimits },
  ]);
  gauge('casparian_jobs_running', 'Running jobs', ['tenant_id', 'job_type'], ({ running }) =>
    running.map(({ tenant, type, count }) => ({ labels: { tenant_id: tenant, job_type: type }, value: count })),
  );
  gauge('casparian_jobs_dead_letter', 'Jobs in the dead letter', ['tenant_id'], ({ deadLetters }) =>
    deadLetters.map(({ tenant, count }) => ({ labels: { tenant_id: tenant }, value: count })),
  );
  new Gauge({
    name: 'casparian_database_reachable',
    help: '1 if the numbers of the database could be read, else 0',
    registers: [registry],
    async collect() {
      this.set(
        await census().then(
          () => 1,
          () => 0,
        ),
      );
    },
  });
}

/** Counts the jobs, at most every two seconds, and less often when counting takes long. */
export function cachedCensus(database: Executor): () => Promise<Census> {
  let current: Promise<Census> | undefined;
  let validUntil = -Infinity;
  return () => {
    if (current && performance.now() < validUntil) return current;
    const begun = performance.now();
    validUntil = Infinity;
    current = within(TIMEOUT_MS, takeCensus(database)).finally(() => {
      const now = performance.now();
      validUntil = now + Math.max(MIN_AGE_MS, (now - begun) / MAX_SHARE);
    });
    return current;
  };
}
