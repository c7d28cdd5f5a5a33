import { NOT_REPEATABLE } from './api.js';
import { exactJson } from './exact-json.js';
import type { Outgoing } from './exchange.js';
import type { CallOptions } from './typed-paths.js';

/** The options of a request whose path is not known to the compiler. */
export interface UntypedOptions extends CallOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface PreparedRequest extends Outgoing {
  /** Whether two executions change things once. */
  readonly isIdempotent: boolean;
}

/** A request as it is sent, the same for every try. */
export function prepareRequest(method: string, path: string, options: UntypedOptions): PreparedRequest {
  const isChange = method !== 'GET';
  const isRepeatable = !NOT_REPEATABLE.has(`${method} ${path}`);
  const { body, type } = bodyOf(options.body);
  const key = isChange && isRepeatable ? (options.idempotencyKey ?? newKey()) : undefined;
  return {
    method,
    target: `${filled(path, options.params ?? {})}${queryText(options.query ?? {})}`,
    headers: {
      accept: 'application/json',
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(options.ifMatch === undefined ? {} : { 'if-match': options.ifMatch }),
      ...options.headers,
    },
    body,
    signal: options.signal,
    // A stream was consumed by the first try.
    isIdempotent: isRepeatable && !(body instanceof ReadableStream),
  };
}

function filled(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    const isText = typeof value === 'string' || typeof value === 'number';
    // A URL with such a segment, however it is written, names another path.
    if (!isText || /^\.{0,2}$/.test(String(value))) throw new TypeError(`params.${name} cannot be ${String(value)}`);
    return encodeURIComponent(value);
  });
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (one !== undefined && one !== null) search.append(name, `${one as string | number | boolean}`);
    }
  }
  return search.size === 0 ? '' : `?${search.toString()}`;
}

function bodyOf(given: unknown): { body?: NonNullable<RequestInit['body']>; type?: string } {
  if (given === undefined) return {};
  if (isUpload(given)) return { body: given, type: 'application/octet-stream' };
  return { body: exactJson(given), type: 'application/json' };
}

function isUpload(given: unknown): given is NonNullable<RequestInit['body']> {
  const kinds = [Uint8Array, ArrayBuffer, Blob, ReadableStream];
  return typeof given === 'string' || kinds.some((kind) => given instanceof kind);
}

/** Browsers have `randomUUID` on secure pages only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
