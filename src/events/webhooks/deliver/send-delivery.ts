import type { IncomingHttpHeaders } from 'node:http';
import { type HttpClient, readAtMost, retryAfterMs } from '../../../http/index.js';
import { CasparianError, type ErrorCode, errorMessage, VERSION } from '../../../platform/index.js';
import { bodyOf } from '../message/body.js';
import { signedHeaders } from '../message/signature.js';
import type { LoadedDelivery } from './load-delivery.js';
import { responseClass } from './response-class.js';

/** How an attempt went. */
export interface Attempt {
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly responseHeaders: string | null;
  readonly responseBody: string | null;
  /** Undefined if the receiver accepted the delivery. */
  readonly failure: AttemptFailure | undefined;
}

export interface AttemptFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly why: string | undefined;
  readonly isRetryable: boolean;
  /** The receiver never wants to hear from us again. */
  readonly isGone: boolean;
  readonly retryAfterMs: number | undefined;
}

/** What is read of a response, and what is kept of it. */
const MAX_RESPONSE_BYTES = 65_536;
const MAX_KEPT_BYTES = 4_096;
/** Cookies are credentials, and of no use here. */
const NOT_KEPT = new Set(['set-cookie']);

/** Sends a delivery once. Fails only if the attempt was aborted: whatever the receiver does is a result. */
export async function sendDelivery(
  { id, endpoint, event, secrets }: LoadedDelivery,
  { client, timeoutMs, signal }: { client: HttpClient; timeoutMs: number; signal: AbortSignal },
): Promise<Attempt> {
  const begun = performance.now();
  const durationMs = (): number => Math.round(performance.now() - begun);
  try {
    const body = bodyOf(event);
    const { eventId, eventType } = event;
    const timestamp = Math.floor(Date.now() / 1_000);
    const signed = signedHeaders({ eventId, eventType, deliveryId: id, timestamp, body }, secrets());
    const headers = { ...signed, 'user-agent': `casparian/${VERSION}`, 'accept-encoding': 'identity' };
    const request = { method: 'POST', url: endpoint.url, headers, body, deadlineMs: timeoutMs, signal };
    const response = await client.send(request);
    const received = await readAtMost(response.body, MAX_RESPONSE_BYTES);
    return {
      durationMs: durationMs(),
      httpStatus: response.status,
      responseHeaders: keptHeaders(response.headers),
      responseBody: keptText(received),
      failure: failureOfStatus(response.status, response.headers['retry-after']),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    const failure = failureOfError(error);
    return { durationMs: durationMs(), httpStatus: null, responseHeaders: null, responseBody: null, failure };
  }
}

function failureOfStatus(status: number, retryAfter: string | undefined): AttemptFailure | undefined {
  const verdict = responseClass(status);
  if (verdict.kind === 'delivered') return undefined;
  return {
    code: verdict.code,
    message: `The receiver responded with ${status}`,
    why: verdict.why,
    isRetryable: verdict.kind === 'retry',
    isGone: verdict.kind === 'gone',
    retryAfterMs: retryAfterMs(retryAfter, Date.now()),
  };
}

function failureOfError(error: unknown): AttemptFailure {
  const rest = { isGone: false, retryAfterMs: undefined };
  if (error instanceof CasparianError) {
    const { code, message, why, retryable } = error;
    return { code, message, why, isRetryable: retryable, ...rest };
  }
  return { code: 'INTERNAL', message: errorMessage(error), why: undefined, isRetryable: true, ...rest };
}

function keptHeaders(headers: IncomingHttpHeaders): string {
  const kept: Record<string, string> = {};
  let room = MAX_KEPT_BYTES;
  for (const [name, value] of Object.entries(headers)) {
    const text = String(value);
    room -= name.length + text.length;
    if (room < 0) break;
    if (!NOT_KEPT.has(name)) kept[name] = text;
  }
  return JSON.stringify(kept);
}

/** PostgreSQL cannot store the null character. */
function keptText(body: Buffer): string {
  return body.subarray(0, MAX_KEPT_BYTES).toString('utf8').replaceAll('\0', '\uFFFD');
}
