import { Counter, Gauge, type Registry } from 'prom-client';
import { breakerStates } from '../../collect/index.js';
import type { Executor } from '../../database/index.js';
import { listQueues, listWorkers, oldestReady } from '../../engine/index.js';
import { databaseParts } from '../../operations/index.js';
import { remembered } from './remembered.js';

/** Anyone who enqueues can invent names of queues. */
const MAX_QUEUES = 200;

const BREAKER_VALUES = { closed: 0, half_open: 1, open: 2, isolated: 3 } as const;

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** State of the installation that is read at the scrape. Every process on a database reports the same: aggregate with max. */
export function installationMetrics(registry: Registry, database: Executor): void {
  const failures = new Counter({
    name: 'casparian_scrape_errors_total',
    help: 'Values that could not be read for a scrape',
    registers: [registry],
  });
  const gauge = (name: string, help: string, labelNames: string[], read: () => Promise<Sample[]>): void => {
    const samples = remembered(read);
    new Gauge({
      ...{ name, help, labelNames },
      registers: [registry],
      async collect() {
        const current = await samples().catch(() => {
          failures.inc();
          return [];
        });
        this.reset();
        for (const { labels, value } of current) this.set(labels, value);
      },
    });
  };
  const queues = remembered(async () => (await listQueues(database)).slice(0, MAX_QUEUES));

  gauge('casparian_jobs', 'Unfinished jobs by queue and state', ['queue', 'state'], async () =>
    (await queues()).flatMap(({ name: queue, pending, running }) => [
      { labels: { queue, state: 'pending' }, value: pending },
      { labels: { queue, state: 'running' }, value: running },
    ]),
  );
  gauge('casparian_queue_oldest_ready_seconds', 'Waiting time of the oldest due job of a queue', ['queue'], async () =>
    (await oldestReady(database))
      .slice(0, MAX_QUEUES)
      .map(({ queue, seconds }) => ({ labels: { queue }, value: seconds })),
  );
  gauge(
    'casparian_workers',
    'Registered workers: alive, or lost (no heartbeat in its lease time)',
    ['state'],
    async () => {
      const workers = await listWorkers(database);
      const alive = workers.filter((worker) => worker.alive).length;
      return [
        { labels: { state: 'alive' }, value: alive },
        { labels: { state: 'lost' }, value: workers.length - alive },
      ];
    },
  );
  gauge(
    'casparian_source_breaker_state',
    'Circuit breaker of a source: 0 closed, 1 half open, 2 open, 3 isolated',
    ['tenant_id', 'source'],
    async () =>
      (await breakerStates(database)).map(({ tenant, source, state }) => ({
        labels: { tenant_id: tenant, source },
        value: BREAKER_VALUES[state],
      })),
  );
  gauge(
    'casparian_database_bytes',
    'Size of the database; wal is the log that SQLite has not written back',
    ['part'],
    async () => (await databaseParts(database)).map(({ part, bytes }) => ({ labels: { part }, value: bytes })),
  );
}
