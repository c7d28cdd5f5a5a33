import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { RABBITMQ_DEFAULTS, WORKER_DEFAULTS } from '../engine/defaults.js';
import { milliseconds, seconds, text, url, wholeNumber, yesNo } from './kinds.js';
import { DAY_SECONDS, type SettingDefinition } from './setting-definition.js';

/** The settings of a worker, and of what wakes it. */
export const WORKER_SETTINGS = {
  worker_id: {
    env: 'CASPARIAN_WORKER_ID',
    aliases: ['BPC_WORKER_ID', 'WORKER_ID'],
    flag: '--worker-id',
    kind: text(),
    derived: { description: 'host name, process id and a random part', from: uniqueWorkerId },
    description: 'Name of the worker in leases, logs and metrics. Must differ between processes.',
  },
  concurrency: {
    env: 'CASPARIAN_CONCURRENCY',
    flag: '--concurrency',
    kind: wholeNumber({ min: 1, max: 10_000 }),
    default: WORKER_DEFAULTS.concurrency,
    description: 'Number of jobs that a worker runs at the same time.',
  },
  lease_seconds: {
    env: 'CASPARIAN_LEASE_SECONDS',
    aliases: ['BPC_JOBS_LEASE_SECONDS', 'JOB_LOCK_TIMEOUT_SECONDS'],
    kind: seconds({ min: 0.1, max: DAY_SECONDS }),
    default: WORKER_DEFAULTS.leaseMs / 1_000,
    description: 'How long a worker keeps its jobs without a heartbeat.',
  },
  lease_renew_seconds: {
    env: 'CASPARIAN_LEASE_RENEW_SECONDS',
    aliases: ['BPC_JOBS_LEASE_RENEW_SECONDS'],
    kind: seconds({ min: 0.05, max: DAY_SECONDS }),
    derived: {
      description: 'half of `lease_seconds`, at most 30',
      from: ({ lease_seconds }) => Math.min(WORKER_DEFAULTS.renewEveryMs / 1_000, Number(lease_seconds) / 2),
    },
    description: 'How often a worker renews its leases. Must be shorter than `lease_seconds`.',
  },
  poll_interval_ms: {
    env: 'CASPARIAN_POLL_INTERVAL_MS',
    aliases: ['BPC_JOBS_POLL_INTERVAL_MS', 'POLL_INTERVAL'],
    kind: milliseconds({ min: 10, max: 3_600_000 }),
    default: WORKER_DEFAULTS.pollEveryMs,
    description: 'How often a worker looks for jobs when no trigger fires.',
  },
  stop_grace_seconds: {
    env: 'CASPARIAN_STOP_GRACE_SECONDS',
    kind: seconds({ min: 0, max: DAY_SECONDS }),
    default: WORKER_DEFAULTS.stopGraceMs / 1_000,
    description: 'How long running jobs may continue after SIGTERM before they go back to the queue, uncharged.',
  },
  rabbitmq_url: {
    env: 'CASPARIAN_RABBITMQ_URL',
    kind: url('amqp:', 'amqps:'),
    secret: true,
    description: 'RabbitMQ as an additional trigger: `amqp://user:password@host:5672`.',
  },
  rabbitmq_enabled: {
    env: 'CASPARIAN_RABBITMQ_ENABLED',
    aliases: ['BPC_QUEUE_ENABLED'],
    kind: yesNo(),
    derived: {
      description: '`true` when `rabbitmq_url` is set',
      from: ({ rabbitmq_url }) => rabbitmq_url !== undefined,
    },
    description: 'Whether the RabbitMQ trigger is used.',
  },
  rabbitmq_exchange: {
    env: 'CASPARIAN_RABBITMQ_EXCHANGE',
    kind: text(),
    default: RABBITMQ_DEFAULTS.exchange,
    description: 'Topic exchange on which enqueued jobs are announced.',
  },
  rabbitmq_routing_key: {
    env: 'CASPARIAN_RABBITMQ_ROUTING_KEY',
    kind: text(),
    default: RABBITMQ_DEFAULTS.routingKey,
    description: 'Routing key of the announcements.',
  },
} as const satisfies Record<string, SettingDefinition>;

function uniqueWorkerId(): string {
  return `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
}
