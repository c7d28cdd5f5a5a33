import type { Schemas } from './typed-paths.js';

type ErrorFields = Schemas['Error']['error'];

export interface ApiErrorOptions extends Partial<ErrorFields> {
  readonly status?: number;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** A request that failed: what happened, why, and what to do next, with the codes of the command line. */
export class CasparianApiError extends Error {
  /** A stable code, which `casparian explain CODE` describes. */
  readonly code: string;
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  /** What happened; the same text as `message`. */
  readonly what: string;
  readonly why: string | undefined;
  /** What to do about it: sentences, or actions of the command line with their arguments. */
  readonly next: readonly Schemas['Hint'][];
  /** Finds the request in the log of the server. */
  readonly correlationId: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** How long the server asks to wait before another try. */
  readonly retryAfterMs: number | undefined;

  constructor(code: string, what: string, options: ApiErrorOptions = {}) {
    super(what, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CasparianApiError';
    this.code = code;
    this.what = what;
    this.status = options.status ?? 0;
    this.why = options.why;
    this.next = options.next ?? [];
    this.correlationId = options.correlation_id;
    this.details = options.details;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** The error of a response that is not a success. */
export async function errorOfResponse(response: Response): Promise<CasparianApiError> {
  const { status, headers } = response;
  const retryAfterMs = retryAfter(headers.get('retry-after'));
  const fields = fieldsOf(await response.text().catch(() => ''));
  if (fields !== undefined) return errorOfFields(fields, { status, retryAfterMs });
  // Something between us and the server responded.
  const code = status >= 500 ? 'HTTP_SERVER_ERROR' : status === 429 ? 'RATE_LIMITED' : 'HTTP_CLIENT_ERROR';
  return new CasparianApiError(code, `The response has the status ${status}`, {
    ...{ status, retryAfterMs },
    why: 'It has no error of this API in it: perhaps a proxy sent it, or the URL is not the one of the server.',
  });
}

export function errorOfFields(fields: ErrorFields, more: ApiErrorOptions = {}): CasparianApiError {
  return new CasparianApiError(fields.code, fields.message, { ...fields, ...more });
}

/** No response arrived, or only a part of one. */
export function connectionFailed(url: string, cause: unknown): CasparianApiError {
  const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return new CasparianApiError('NETWORK_ERROR', `No response from ${new URL(url, 'http://localhost').host}`, {
    ...{ why: reason instanceof Error ? reason.message : String(reason), cause },
    next: ['Check that the server runs and that the URL is right.'],
  });
}

function fieldsOf(text: string): ErrorFields | undefined {
  try {
    const body = JSON.parse(text) as { readonly error?: ErrorFields } | null;
    return typeof body?.error?.code === 'string' ? body.error : undefined;
  } catch {
    return undefined;
  }
}

/** Seconds, or a date. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
