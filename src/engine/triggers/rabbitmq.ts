import { setTimeout as sleep } from 'node:timers/promises';
import { RABBITMQ_DEFAULTS } from '../defaults.js';
import type { ChannelModel } from 'amqplib';
import { errorMessage, type Logger } from '../../platform/index.js';
import type { Trigger } from '../trigger.js';
import { reconnectingTrigger, type Session } from './reconnecting.js';

export interface RabbitmqOptions {
  url: string;
  exchange?: string;
  routingKey?: string;
}

const CONNECT_TIMEOUT_MS = 5_000;
const HEARTBEAT_SECONDS = 10;
const POLITE_END_MS = 1_000;
const MAX_LAST_WORDS_MS = 2_000;

/** Messages on a RabbitMQ exchange. Their content is not read: whatever arrives, we look into the database. */
export function rabbitmqTrigger(options: RabbitmqOptions): Trigger {
  return reconnectingTrigger('rabbitmq', 'BROKER_UNAVAILABLE', async ({ wake, ready, stopped }: Session) => {
    const connection = await openConnection(options.url);
    const broken = new AbortController();
    const fail = (error?: unknown): void => broken.abort(error ?? new Error('the connection was closed'));
    connection.on('error', fail);
    connection.on('close', fail);
    const over = rejected(AbortSignal.any([stopped, broken.signal]));
    try {
      await Promise.race([over, subscribe(connection, options, () => wake('jobs'), fail)]);
      ready();
      wake('jobs');
      await over;
    } finally {
      void hangUp(connection);
    }
  });
}

async function subscribe(
  connection: ChannelModel,
  options: RabbitmqOptions,
  onMessage: () => void,
  onEnd: (error?: unknown) => void,
): Promise<void> {
  const { exchange, routingKey } = { ...RABBITMQ_DEFAULTS, ...options };
  const channel = await connection.createChannel();
  channel.on('error', onEnd);
  channel.on('close', onEnd);
  await channel.assertExchange(exchange, 'topic', { durable: true });
  // One message says all that a thousand would.
  const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, maxLength: 1 });
  await channel.bindQueue(queue, exchange, routingKey);
  // The broker says null when it takes the queue away.
  await channel.consume(queue, (message) => (message === null ? onEnd() : onMessage()), { noAck: true });
}

/** The sending side: tells the exchange that a job was committed. A broker that is away is no reason to fail. */
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
    // What was announced a moment ago may still wait for the connection.
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
        'RabbitMQ is away; workers will poll',
      );
      this.forget();
      return undefined;
    }));
  }

  private async connect(): Promise<Publish> {
    const { exchange, routingKey } = { ...RABBITMQ_DEFAULTS, ...this.options };
    const connection = (this.connection = await openConnection(this.options.url));
    // Whichever of the two ends, neither is of use any more. One that was replaced already says nothing new.
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

type Publish = (message: string) => void;

async function openConnection(url: string): Promise<ChannelModel> {
  // Loaded here, because most processes never talk to a broker.
  const { connect } = await import('amqplib');
  const separator = url.includes('?') ? '&' : '?';
  return connect(`${url}${separator}heartbeat=${HEARTBEAT_SECONDS}`, { timeout: CONNECT_TIMEOUT_MS });
}

/** Asks for an end, and does not wait long for the answer: a frozen broker gives none. */
async function hangUp(connection: ChannelModel): Promise<void> {
  await Promise.race([connection.close(), sleep(POLITE_END_MS, undefined, { ref: false })]).catch(() => undefined);
  // amqplib has no public way to drop a connection without talking to its other end.
  (connection as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** A promise that fails with the signal's reason. */
function rejected(signal: AbortSignal): Promise<never> {
  const promise = new Promise<never>((_resolve, reject) => {
    const fail = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
  promise.catch(() => undefined);
  return promise;
}
