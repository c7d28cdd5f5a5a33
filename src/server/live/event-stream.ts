import { Readable } from 'node:stream';
import type { TenantDatabase } from '../../database/index.js';
import { type PlacedEvent, readPlaced } from '../../events/index.js';
import type { ChangeHub, Changes, Listener } from './change-hub.js';

export interface StreamOptions {
  readonly database: TenantDatabase;
  readonly hub: ChangeHub;
  /** Continue behind this position; undefined for a new stream. */
  readonly after: number | undefined;
  /** Send the events themselves, not only what they are about. */
  readonly withEvents: boolean;
  /** Each of them ends the stream: the client is gone, or the server stops. */
  readonly signals: readonly AbortSignal[];
  /** The stream ends after this time. */
  readonly maxMs?: number | undefined;
}

/** A client that reconnects after more events than this reloads instead. */
const MAX_MISSED = 5_000;
/** A stream whose client does not read keeps this many events, and forgets them then. */
const MAX_WAITING = 1_000;
const EVENTS_PER_MESSAGE = 500;
const COMMENT_EVERY_MS = 15_000;
/** A client that has read nothing for this long is disconnected. */
const MAX_STALLED_MS = 60_000;
const RETRY_MS = 2_000;

/**
 * A stream of server-sent events: what changed since the last message. Its memory is bounded: while the client does not read, changes are
 * added up, and too many events are replaced by a `reset`, which means "reload what you show".
 */
export function openEventStream({ database, hub, after, withEvents, signals, maxMs }: StreamOptions): Readable {
  let hasEnded = false;
  let isFlowing = true;
  let isReady = false;
  let stalledAt = 0;
  let wroteAt = performance.now();
  let resources = new Set<string>();
  let events: PlacedEvent[] = [];
  let isReset = false;
  let position = 0;

  const stream = new Readable({
    highWaterMark: 16_384,
    read() {
      isFlowing = true;
      send();
    },
    destroy(error, callback) {
      hub.leave(listener);
      hasEnded = true;
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', end);
      callback(error);
    },
  });
  const end = (): void => {
    if (!hasEnded) stream.push(null);
    hasEnded = true;
  };
  const listener: Listener = { tenant: database.tenant, onLook: (changes) => receive(changes) };
  // Listeners and a timer rather than AbortSignal.any and AbortSignal.timeout: those can be collected by Node 20 before they fire.
  const timer = maxMs === undefined ? undefined : setTimeout(end, maxMs);
  for (const signal of signals) signal.addEventListener('abort', end, { once: true });
  write(`retry: ${RETRY_MS}\n\n`);
  if (signals.some((signal) => signal.aborted)) end();
  begin().catch((error: unknown) => stream.destroy(error as Error));
  return stream;

  async function begin(): Promise<void> {
    const from = await hub.listen(listener);
    position = Math.max(position, from);
    const missed =
      after === undefined || after >= from
        ? []
        : await readPlaced(database, { tenant: database.tenant, after, upTo: from, limit: MAX_MISSED + 1 });
    if (missed.length > MAX_MISSED || (after !== undefined && after > from)) isReset = true;
    else add(missed, 'front');
    isReady = true;
    if (after === undefined) write(`id: ${from}\nevent: ready\ndata: {}\n\n`);
    send();
  }

  function receive({ areJobsChanged, events: more, position: reached }: Changes): void {
    position = reached;
    if (areJobsChanged) resources.add('job');
    add(more, 'end');
    if (!isFlowing && performance.now() - stalledAt > MAX_STALLED_MS) return void stream.destroy();
    send();
    if (isFlowing && performance.now() - wroteAt > COMMENT_EVERY_MS) write(': still here\n\n');
  }

  function add(more: readonly PlacedEvent[], where: 'front' | 'end'): void {
    for (const { aggregateType } of more) resources.add(aggregateType);
    if (isReset) return;
    events = where === 'front' ? [...more, ...events] : [...events, ...more];
    if (where === 'end' && events.length > MAX_WAITING) {
      events = [];
      isReset = true;
    }
  }

  function send(): void {
    if (!isReady) return;
    while (isFlowing && (isReset || resources.size > 0 || events.length > 0)) {
      const some = events.splice(0, EVENTS_PER_MESSAGE);
      const reached = events.length > 0 ? (some.at(-1)?.position ?? position) : position;
      const data = { resources: [...resources].sort(), ...(withEvents ? { events: some.map(eventJson) } : {}) };
      const name = isReset ? 'reset' : 'change';
      resources = new Set(events.map(({ aggregateType }) => aggregateType));
      isReset = false;
      write(`id: ${reached}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    }
  }

  function write(text: string): void {
    if (hasEnded || stream.destroyed) return;
    wroteAt = performance.now();
    isFlowing = stream.push(text);
    if (!isFlowing) stalledAt = performance.now();
  }
}

function eventJson({ eventId, eventType, aggregateType, aggregateId, actor, occurredAt }: PlacedEvent): object {
  return {
    event_id: eventId,
    event_type: eventType,
    aggregate_type: aggregateType,
    aggregate_id: aggregateId,
    actor,
    occurred_at: occurredAt,
  };
}
