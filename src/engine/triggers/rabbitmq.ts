import type { ChannelModel } from 'amqplib';
import { RABBITMQ_DEFAULTS } from '../defaults.js';
import type { Trigger } from '../trigger.js';
import { hangUp, openConnection, type RabbitmqOptions } from './rabbitmq-connection.js';
import { reconnectingTrigger, type Session } from './reconnecting.js';

/** Messages on a RabbitMQ exchange. Their content is not read: any message triggers a look into the database. */
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
  // One queued message is enough: all have the same meaning.
  const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, maxLength: 1 });
  await channel.bindQueue(queue, exchange, routingKey);
  // The broker sends null when it deletes the queue.
  await channel.consume(queue, (message) => (message === null ? onEnd() : onMessage()), { noAck: true });
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
