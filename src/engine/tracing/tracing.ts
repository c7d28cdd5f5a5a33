import type * as openTelemetry from '@opentelemetry/api';
import type { Context, Span, SpanContext, Tracer } from '@opentelemetry/api';
import { VERSION } from '../../platform/index.js';
import type { AttemptError } from '../job.js';
import type { ClaimedJob, Ending } from '../store.js';
import { formatTraceparent, parseTraceparent, type TraceParent } from './traceparent.js';

/** The span of one attempt. */
export interface AttemptSpan {
  /** Runs the handler with this span as the active one. */
  run<T>(work: () => T): T;
  end(ending: Ending | undefined): void;
}

type Api = typeof openTelemetry;

interface Tracing {
  readonly api: Api;
  readonly tracer: Tracer;
}

/** OpenTelemetry registers itself under this symbol of the process. Without it there is no SDK, and nothing to load. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');
/** Not a literal in the import: the bundler must leave it to the installation of the user, which has the SDK's copy. */
const API: string = '@opentelemetry/api';

/** The SDK keeps no more by default. */
const MAX_LINKS = 128;

let tracing: Tracing | undefined;

/**
 * Begins to trace if the process has an OpenTelemetry SDK, which must be started before the engine is opened. Without one, this is a
 * look at one property, and nothing is traced later.
 */
export async function loadTracing(): Promise<void> {
  if (tracing || !(REGISTERED in globalThis)) return;
  // Instrumented with a copy of the API that this package cannot reach: nothing is traced.
  const api = await (import(API) as Promise<Api>).catch(() => undefined);
  if (api) tracing = { api, tracer: api.trace.getTracer('casparian', VERSION) };
}

/** The active span, for jobs that are enqueued now. */
export function activeTraceparent(): string | undefined {
  const active = tracing?.api.trace.getActiveSpan()?.spanContext();
  return active && tracing?.api.isSpanContextValid(active) ? formatTraceparent(parentOf(active)) : undefined;
}

/** Runs an enqueue in a span `send QUEUE`. The jobs keep this span; `parent` is where the caller's trace continues, if it is not active. */
export function inSendSpan<T>(
  sent: { queue: string; type: string; count: number; parent: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  if (!tracing) return work();
  const { api, tracer } = tracing;
  const { queue, type, count } = sent;
  const attributes = { ...messaging(queue, type, 'send'), 'messaging.batch.message_count': count };
  const options = { kind: api.SpanKind.PRODUCER, attributes };
  return tracer.startActiveSpan(`send ${queue}`, options, contextOf(api, sent.parent), (span) =>
    ended(api, span, work),
  );
}

/** The span ends with the work, and has the code of its error. */
async function ended<T>(api: Api, span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    fail(api, span, error instanceof Error && 'code' in error ? String(error.code) : 'INTERNAL');
    throw error;
  } finally {
    span.end();
  }
}

/** When a claim began, if claims are traced. */
export function claimBegins(): number | undefined {
  return tracing && Date.now();
}

/** A span `receive QUEUE` for a claim that found jobs, with links to where they were enqueued. A claim in vain is not one: workers poll. */
export function traceClaim(begunAt: number | undefined, jobs: readonly ClaimedJob[]): void {
  const [first] = jobs;
  if (!tracing || begunAt === undefined || !first) return;
  const { api, tracer } = tracing;
  const isOneQueue = jobs.every(({ queue }) => queue === first.queue);
  const parents = jobs
    .slice(0, MAX_LINKS)
    .flatMap(({ traceparent }) => parseTraceparent(traceparent ?? undefined) ?? []);
  const options = {
    kind: api.SpanKind.CLIENT,
    root: true,
    startTime: begunAt,
    links: parents.map((parent) => ({ context: remote(parent) })),
    attributes: {
      ...operation('receive', isOneQueue ? first.queue : undefined),
      'messaging.batch.message_count': jobs.length,
    },
  };
  tracer.startSpan(isOneQueue ? `receive ${first.queue}` : 'receive', options, api.ROOT_CONTEXT).end();
}

/** Runs the commit of endings in a span `settle`. Endings of all queues share a commit. */
export function inSettleSpan<T>(endings: readonly Ending[], work: () => Promise<T>): Promise<T> {
  if (!tracing) return work();
  const { api, tracer } = tracing;
  const attributes = { ...operation('settle', undefined), 'messaging.batch.message_count': endings.length };
  const options = { kind: api.SpanKind.CLIENT, root: true, attributes };
  return tracer.startActiveSpan('settle', options, api.ROOT_CONTEXT, (span) => ended(api, span, work));
}

/**
 * A span `process QUEUE` with its own trace, linked to where the job was enqueued: attempts of a job can be days apart, and one trace for all of them
 * would never be complete. Undefined without OpenTelemetry.
 */
export function startAttemptSpan(job: ClaimedJob): AttemptSpan | undefined {
  if (!tracing) return undefined;
  const { api, tracer } = tracing;
  const parent = parseTraceparent(job.traceparent ?? undefined);
  const span = tracer.startSpan(
    `process ${job.queue}`,
    {
      kind: api.SpanKind.CONSUMER,
      root: true,
      links: parent ? [{ context: remote(parent) }] : [],
      attributes: {
        ...messaging(job.queue, job.type, 'process'),
        'messaging.message.id': job.id,
        'casparian.job.attempt': job.attempts + 1,
        'casparian.tenant': job.tenant,
      },
    },
    api.ROOT_CONTEXT,
  );
  return {
    run: (work) => api.context.with(api.trace.setSpan(api.ROOT_CONTEXT, span), work),
    end: (ending) => {
      span.setAttribute('casparian.job.status', ending?.status ?? 'lost');
      const code = ending ? errorOf(ending) : 'LEASE_LOST';
      if (code !== undefined) fail(api, span, code);
      span.end();
    },
  };
}

function messaging(queue: string, type: string, name: 'send' | 'process'): Record<string, string> {
  return { ...operation(name, queue), 'casparian.job.type': type };
}

function operation(name: 'send' | 'receive' | 'process' | 'settle', queue: string | undefined): Record<string, string> {
  return {
    'messaging.system': 'casparian',
    ...(queue === undefined ? {} : { 'messaging.destination.name': queue }),
    'messaging.operation.name': name,
    'messaging.operation.type': name,
  };
}

function errorOf({ charge, errors }: Ending): string | undefined {
  if (charge === 0 || errors === null) return undefined;
  return (JSON.parse(errors) as AttemptError[]).at(-1)?.code;
}

function fail(api: Api, span: Span, code: string): void {
  span.setAttribute('error.type', code);
  span.setStatus({ code: api.SpanStatusCode.ERROR, message: code });
}

function contextOf(api: Api, parent: string | undefined): Context {
  const given = parseTraceparent(parent);
  return given ? api.trace.setSpanContext(api.context.active(), remote(given)) : api.context.active();
}

function remote({ traceId, spanId, flags }: TraceParent): SpanContext {
  return { traceId, spanId, traceFlags: flags, isRemote: true };
}

function parentOf({ traceId, spanId, traceFlags }: SpanContext): TraceParent {
  return { traceId, spanId, flags: traceFlags };
}
