import { Gauge, type Registry } from 'prom-client';
import type { Executor } from '../../database/index.js';
import { type Census, takeCensus } from '../../engine/index.js';
import { remembered } from './remembered.js';

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

/** Counts the jobs. */
export function cachedCensus(database: Executor): () => Promise<Census> {
  return remembered(() => takeCensus(database));
}
