import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelModel } from 'amqplib';

export interface RabbitmqOptions {
  url: string;
  exchange?: string;
  routingKey?: string;
}

export const CONNECT_TIMEOUT_MS = 5_000;
const HEARTBEAT_SECONDS = 10;
const POLITE_END_MS = 1_000;

export async function openConnection(url: string): Promise<ChannelModel> {
  // Loaded here, because most processes never use a broker.
  const { connect } = await import('amqplib');
  const separator = url.includes('?') ? '&' : '?';
  return connect(`${url}${separator}heartbeat=${HEARTBEAT_SECONDS}`, { timeout: CONNECT_TIMEOUT_MS });
}

/** Closes the connection without waiting long: a frozen broker never responds. */
export async function hangUp(connection: ChannelModel): Promise<void> {
  await Promise.race([connection.close(), sleep(POLITE_END_MS, undefined, { ref: false })]).catch(() => undefined);
  // amqplib has no public way to drop a connection without contacting its other end.
  (connection as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
