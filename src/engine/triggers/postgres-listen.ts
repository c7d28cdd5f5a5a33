import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connectionConfig, type Executor, loadPg } from '../../database/index.js';
import { errorMessage } from '../../platform/index.js';
import { liveWorkers } from '../workers.js';
import { CANCEL_MESSAGE, JOBS_CHANNEL } from '../stores/postgres/channel.js';
import type { Trigger } from '../trigger.js';
import { reactionDelayMs } from './reaction-delay.js';
import { reconnectingTrigger, type Session } from './reconnecting.js';

const PING_PREFIX = 'ping:';
const POLITE_END_MS = 1_000;
const CONNECT_TIMEOUT_MS = 10_000;

export interface PostgresListenOptions {
  /** LISTEN needs a session, which a pooler in transaction mode does not have: set this to the server itself. */
  url: string;
  /** How often the connection checks that notifications still arrive. */
  selfTestEveryMs?: number | undefined;
  /** How long a notification may take before the connection counts as dead. */
  selfTestTimeoutMs?: number | undefined;
}

/**
 * LISTEN on a separate connection. A dead connection can look alive for hours (a firewall dropped it, the other end
 * froze), so every few seconds it sends a notification to itself and reconnects if that does not arrive.
 */
export function postgresListenTrigger(database: Executor, options: PostgresListenOptions): Trigger {
  const { url, selfTestEveryMs = 10_000, selfTestTimeoutMs = 5_000 } = options;

  return reconnectingTrigger('postgres-listen', 'DATABASE_UNAVAILABLE', async ({ wake, ready, stopped }: Session) => {
    const client = new (loadPg().Client)({
      ...connectionConfig(url),
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
    });
    const broken = new AbortController();
    client.on('error', (error) => broken.abort(error));
    client.on('end', () => broken.abort(new Error('the connection was closed')));
    const ping = PING_PREFIX + randomUUID();
    let pong = (): void => undefined;
    let workers = 1;
    let reaction: NodeJS.Timeout | undefined;
    const react = (): void => {
      reaction ??= setTimeout(
        () => {
          reaction = undefined;
          wake('enqueued');
        },
        reactionDelayMs(workers, Math.random()),
      );
    };
    client.on('notification', ({ payload = '' }) => {
      if (payload === ping) pong();
      else if (payload.startsWith(PING_PREFIX)) return;
      else if (payload === CANCEL_MESSAGE) wake('cancel');
      else if (reactionDelayMs(workers, 1) === 0) wake('enqueued');
      else react();
    });
    const over = AbortSignal.any([stopped, broken.signal]);
    try {
      await client.connect();
      await client.query(`LISTEN ${JOBS_CHANNEL}`);
      ready();
      // Notifications may have been missed while not listening.
      wake('anything');
      workers = await liveWorkers(database);
      while (await pause(selfTestEveryMs, over)) {
        const answered = new Promise<boolean>((resolve) => (pong = () => resolve(true)));
        await database.query('SELECT pg_notify($1, $2)', [JOBS_CHANNEL, ping]);
        workers = await liveWorkers(database);
        const late = pause(selfTestTimeoutMs, over).then((timeUp) => !timeUp);
        if (!(await Promise.race([answered, late]))) throw new Error('a notification to ourselves did not come back');
      }
      if (broken.signal.aborted) throw new Error(errorMessage(broken.signal.reason));
    } finally {
      clearTimeout(reaction);
      client.removeAllListeners('end');
      // A frozen connection never confirms a graceful end.
      void Promise.race([client.end(), sleep(POLITE_END_MS, undefined, { ref: false })])
        .catch(() => undefined)
        .finally(() => destroy(client));
    }
  });
}

/** True when the time is up, false if the signal came first. */
function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal }).catch(() => false);
}

/** pg has no public way to drop a connection without contacting its other end. */
function destroy(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
