import type { LiveMessage, LiveOptions } from './live-events.js';
import type { Arguments, Item, ListPaths, Method, PathsOf, RequestOptions, Result } from './typed-paths.js';

export interface ClientOptions {
  /** Where the server is, with its base path: `https://flow.example.com/casparian`. */
  readonly url: string;
  /** An API key. A page of the server itself uses the session of its cookie instead. */
  readonly key?: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the server may be silent; 60 seconds by default. */
  readonly timeoutMs?: number;
  /** How often a request is sent again after a failure that may pass; 4 by default. */
  readonly retries?: number;
  /** A server that asks to wait longer than this is not asked again; 60 seconds by default. */
  readonly maxRetryWaitMs?: number;
  /** For integers beyond 2^53, which JSON.parse rounds. */
  readonly parseJson?: (text: string) => unknown;
  readonly fetch?: typeof fetch;
}

/** A response with what is around its body. */
export interface Received<T> {
  readonly data: T;
  readonly status: number;
  readonly headers: Headers;
  /** The version of what was read, for `ifMatch`. */
  readonly etag: string | undefined;
}

/** Every method fails with a CasparianApiError, or with the reason of the signal that aborted it. */
export interface Client {
  get<P extends PathsOf<'get'>>(path: P, ...options: Arguments<RequestOptions<'get', P>>): Promise<Result<'get', P>>;
  post<P extends PathsOf<'post'>>(
    path: P,
    ...options: Arguments<RequestOptions<'post', P>>
  ): Promise<Result<'post', P>>;
  put<P extends PathsOf<'put'>>(path: P, ...options: Arguments<RequestOptions<'put', P>>): Promise<Result<'put', P>>;
  patch<P extends PathsOf<'patch'>>(
    path: P,
    ...options: Arguments<RequestOptions<'patch', P>>
  ): Promise<Result<'patch', P>>;
  delete<P extends PathsOf<'delete'>>(
    path: P,
    ...options: Arguments<RequestOptions<'delete', P>>
  ): Promise<Result<'delete', P>>;
  /** Any method, with the status, the headers and the ETag of the response. */
  send<M extends Method, P extends PathsOf<M>>(
    method: M,
    path: P,
    ...options: Arguments<RequestOptions<M, P>>
  ): Promise<Received<Result<M, P>>>;
  /** The body as it was sent: what is signed or hashed must not be parsed and written again. */
  bytes<P extends PathsOf<'get'>>(path: P, ...options: Arguments<RequestOptions<'get', P>>): Promise<Uint8Array>;
  /** All items of a list. Pages are read as they are needed. */
  items<P extends ListPaths>(path: P, ...options: Arguments<RequestOptions<'get', P>>): AsyncGenerator<Item<P>>;
  pages<P extends ListPaths>(
    path: P,
    ...options: Arguments<RequestOptions<'get', P>>
  ): AsyncGenerator<Result<'get', P>>;
  /** All items of a list in one response (NDJSON): the fastest way to read a long one. */
  lines<P extends ListPaths>(path: P, ...options: Arguments<RequestOptions<'get', P>>): AsyncGenerator<Item<P>>;
  /** What changes, as it happens. Continues after interruptions without gaps. */
  events(options?: LiveOptions): AsyncGenerator<LiveMessage>;
}
