import { Gauge, type Registry } from 'prom-client';
import type { Executor } from '../../database/index.js';
import type { Census } from '../../engine/index.js';
import { cachedCensus } from './cached-census.js';

/**
 * How the jobs of the whole database stand. Gauges, read at the scrape: every worker on a database reports the same
 * numbers, so they are aggregated with max, not sum.
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
        // A database that cannot be asked has no numbers; those of its better days would mislead.
        if (labelNames.length === 0) this.remove();
        else this.reset();
        for (const { labels, value } of current ? samples(current) : []) this.set(labels, value);
      },
    });
  };

  gauge('casparian_jobs_pending', 'Jobs that wait, due or not', [], ({ pending }) => [{ labels: {}, value: pending }]);
  gauge(
    'casparian_oldest_pending_age_seconds',
    'How long the due job that waits longest has waited',
    [],
    ({ oldestPendingAgeSeconds }) => [{ labels: {}, value: oldestPendingAgeSeconds }],
  );
  gauge('casparian_jobs_running', 'Jobs that run', ['tenant_id', 'job_type'], ({ running }) =>
    running.map(({ tenant, type, count }) => ({ labels: { tenant_id: tenant, job_type: type }, value: count })),
  );
  gauge('casparian_jobs_dead_letter', 'Jobs in the dead letter', ['tenant_id'], ({ deadLetters }) =>
    deadLetters.map(({ tenant, count }) => ({ labels: { tenant_id: tenant }, value: count })),
  );
  new Gauge({
    name: 'casparian_database_reachable',
    help: '1 when the numbers of the database could be read, else 0',
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
