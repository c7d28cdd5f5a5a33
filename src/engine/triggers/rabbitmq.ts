import { connect, type ChannelModel } from 'amqplib';
import { errorMessage, type Logger } from '../../platform/index.js';
import type { Trigger } from '../trigger.js';
import { reconnectingTrigger, type Session } from './reconnecting.js';

export interface RabbitmqOptions {
  url: string;
  exchange?: string;
  routingKey?: string;
}

export const RABBITMQ_DEFAULTS = { exchange: 'bpc', routingKey: 'jobs.trigger' } as const;
const CONNECT_TIMEOUT_MS = 5_000;
const HEARTBEAT_SECONDS = 10;

/** Messages on a RabbitMQ exchange. Their content is not read: whatever arrives, we look into the database. */
export function rabbitmqTrigger(options: RabbitmqOptions): Trigger {
  const { exchange, routingKey } = { ...RABBITMQ_DEFAULTS, ...options };

  return reconnectingTrigger('rabbitmq', 'BROKER_UNAVAILABLE', async ({ wake, ready, stopped }: Session) => {
    const connection = await openConnection(options.url);
    const closed = new Promise<Error>((resolve) => {
      connection.on('error', resolve);
      connection.once('close', () => resolve(new Error('the connection was closed')));
    });
    const hangUp = (): void => void connection.close().catch(() => undefined);
    stopped.addEventListener('abort', hangUp);
    try {
      const channel = await connection.createChannel();
      const channelClosed = new Promise<Error>((resolve) => {
        channel.on('error', resolve);
        channel.once('close', () => resolve(new Error('the channel was closed')));
      });
      await channel.assertExchange(exchange, 'topic', { durable: true });
      // One message says all that a thousand would.
      const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, maxLength: 1 });
      await channel.bindQueue(queue, exchange, routingKey);
      await channel.consume(queue, () => wake('jobs'), { noAck: true });
      ready();
      wake('jobs');
      const reason = await Promise.race([closed, channelClosed]);
      if (!stopped.aborted) throw reason;
    } finally {
      stopped.removeEventListener('abort', hangUp);
      hangUp();
    }
  });
}

/** The sending side: tells the exchange that a job was committed. A broker that is away is no reason to fail. */
export class RabbitmqAnnouncer {
  private readonly options: RabbitmqOptions;
  private readonly logger: Logger;
  private publishing: Promise<Publish | undefined> | undefined;
  private retryAt = 0;

  constructor(options: RabbitmqOptions, logger: Logger) {
    this.options = options;
    this.logger = logger;
  }

  async announce(jobId: string): Promise<void> {
    const publish = await this.publisher();
    publish?.(JSON.stringify({ job_id: jobId }));
  }

  async close(): Promise<void> {
    const publish = await this.publishing;
    await publish?.close();
  }

  private publisher(): Promise<Publish | undefined> {
    if (this.publishing) return this.publishing;
    if (performance.now() < this.retryAt) return Promise.resolve(undefined);
    return (this.publishing = this.connect().catch((error: unknown) => {
      this.logger.warn(
        { code: 'BROKER_UNAVAILABLE', error: errorMessage(error) },
        'RabbitMQ is away; workers will poll',
      );
      this.forget();
      return undefined;
    }));
  }

  private async connect(): Promise<Publish> {
    const { exchange, routingKey } = { ...RABBITMQ_DEFAULTS, ...this.options };
    const connection = await openConnection(this.options.url);
    connection.on('error', () => this.forget());
    connection.on('close', () => this.forget());
    const channel = await connection.createChannel();
    channel.on('error', () => this.forget());
    await channel.assertExchange(exchange, 'topic', { durable: true });
    const publish = (message: string): void => void channel.publish(exchange, routingKey, Buffer.from(message));
    return Object.assign(publish, { close: async () => connection.close().catch(() => undefined) });
  }

  private forget(): void {
    this.publishing = undefined;
    this.retryAt = performance.now() + CONNECT_TIMEOUT_MS;
  }
}

type Publish = ((message: string) => void) & { close(): Promise<void> };

function openConnection(url: string): Promise<ChannelModel> {
  const separator = url.includes('?') ? '&' : '?';
  return connect(`${url}${separator}heartbeat=${HEARTBEAT_SECONDS}`, { timeout: CONNECT_TIMEOUT_MS });
}
