import { CasparianApiError } from './api-error.js';
import { exchange, type Transport } from './exchange.js';
import { readLines } from './read-lines.js';
import { backoffMs, pause } from './retries.js';

/** What changed since the last message. */
export interface LiveMessage {
  /** A place in the log: a stream that begins with it as `lastEventId` continues behind it. */
  readonly id: string;
  /** `reset` means that too much was missed: read everything again. */
  readonly event: 'ready' | 'change' | 'reset';
  readonly data: {
    /** The kinds of things that changed, such as `job`. */
    readonly resources?: readonly string[];
    /** The events themselves, for keys that may read the event log. */
    readonly events?: readonly LiveEvent[];
  };
}

export interface LiveEvent {
  readonly event_id: string;
  readonly event_type: string;
  readonly aggregate_type: string;
  readonly aggregate_id: string;
  readonly actor: string | null;
  readonly occurred_at: string;
}

export interface LiveOptions {
  /** Continue behind this message, also one of an earlier process. */
  readonly lastEventId?: string;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Told when the connection opens, and when it is lost. */
  readonly onConnection?: (connection: Connection) => void;
}

/** Whether the stream is connected. */
export interface Connection {
  readonly isOpen: boolean;
  /** When it is tried again, if it is not open. */
  readonly retryInMs?: number;
}

const DEFAULT_RETRY_MS = 2_000;

/**
 * Follows changes until the signal aborts or the loop ends. A connection that breaks or falls silent is opened again, and continues behind
 * the last message.
 */
export async function* liveEvents(transport: Transport, options: LiveOptions = {}): AsyncGenerator<LiveMessage> {
  const { signal, onConnection } = options;
  let lastEventId = options.lastEventId;
  let retryMs = DEFAULT_RETRY_MS;
  for (let failures = 0; ; failures++) {
    try {
      const headers = {
        ...options.headers,
        accept: 'text/event-stream',
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      };
      const open = await exchange(transport, { method: 'GET', target: '/v1/events/stream', headers, signal });
      onConnection?.({ isOpen: true });
      try {
        for await (const field of readMessages(readLines(open))) {
          if ('retryMs' in field) retryMs = field.retryMs;
          else {
            [lastEventId, failures] = [field.id, 0];
            yield field;
          }
        }
      } finally {
        open.end();
      }
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    const retryInMs = Math.max(retryMs, backoffMs(failures + 1, Math.random()));
    onConnection?.({ isOpen: false, retryInMs });
    await pause(retryInMs, signal);
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof CasparianApiError)) return false;
  return error.code === 'NETWORK_ERROR' || error.status === 429 || error.status >= 500;
}

/** Messages of server-sent events, and how long to wait before the next connection. */
async function* readMessages(lines: AsyncIterable<string>): AsyncGenerator<LiveMessage | { readonly retryMs: number }> {
  let message: Record<string, string> = {};
  for await (const line of lines) {
    if (line === '') {
      if (message['data'] !== undefined) yield messageOf(message);
      message = {};
      continue;
    }
    // Comments begin with a colon: their name is empty.
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (name === 'retry' && /^\d+$/.test(value)) yield { retryMs: Number(value) };
    else message[name] = name === 'data' && name in message ? `${message[name]}\n${value}` : value;
  }
}

function messageOf({ id = '', event = 'change', data = '{}' }: Record<string, string>): LiveMessage {
  return { id, event: event as LiveMessage['event'], data: JSON.parse(data) as LiveMessage['data'] };
}
