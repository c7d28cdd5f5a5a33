import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelModel } from 'amqplib';
import { errorMessage, type Logger } from '../../platform/index.js';
import { RABBITMQ_DEFAULTS } from '../defaults.js';
import { CONNECT_TIMEOUT_MS, hangUp, openConnection, type RabbitmqOptions } from './rabbitmq-connection.js';

const MAX_LAST_WORDS_MS = 2_000;

type Publish = (message: string) => void;

/** The sending side: announces committed jobs on the exchange. An unavailable broker does not fail anything. */
export class RabbitmqAnnouncer {
  private readonly options: RabbitmqOptions;
  private readonly logger: Logger;
  private publishing: Promise<Publish | undefined> | undefined;
  private connection: ChannelModel | undefined;
  private closed = false;
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
    this.closed = true;
    // A recent announcement may still wait for the connection.
    await Promise.race([this.publishing, sleep(MAX_LAST_WORDS_MS, undefined, { ref: false })]);
    this.publishing = undefined;
    if (this.connection) await hangUp(this.connection);
  }

  private publisher(): Promise<Publish | undefined> {
    if (this.publishing) return this.publishing;
    if (this.closed || performance.now() < this.retryAt) return Promise.resolve(undefined);
    return (this.publishing = this.connect().catch((error: unknown) => {
      this.logger.warn(
        { code: 'BROKER_UNAVAILABLE', error: errorMessage(error) },
        'RabbitMQ is unavailable; workers poll',
      );
      this.forget();
      return undefined;
    }));
  }

  private async connect(): Promise<Publish> {
    const { exchange, routingKey } = { ...RABBITMQ_DEFAULTS, ...this.options };
    const connection = (this.connection = await openConnection(this.options.url));
    // If either ends, neither is usable any more. A replaced one is ignored.
    const drop = (): void => {
      if (this.connection === connection) this.forget();
      void hangUp(connection);
    };
    connection.on('error', drop);
    connection.on('close', drop);
    if (this.closed) drop();
    try {
      const channel = await connection.createChannel();
      channel.on('error', drop);
      channel.on('close', drop);
      await channel.assertExchange(exchange, 'topic', { durable: true });
      return (message) => {
        try {
          channel.publish(exchange, routingKey, Buffer.from(message));
        } catch {
          drop();
        }
      };
    } catch (error) {
      drop();
      throw error;
    }
  }

  private forget(): void {
    this.publishing = undefined;
    this.connection = undefined;
    this.retryAt = performance.now() + CONNECT_TIMEOUT_MS;
  }
}
