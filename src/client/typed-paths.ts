import type { components, paths } from './api.js';

/** The records of the API, by name: `Schemas['Job']`. */
export type Schemas = components['schemas'];

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have this method. A stream has no end to wait for, so it is read with `events`. */
export type PathsOf<M extends Method> = Exclude<
  { [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never }[keyof paths],
  '/v1/events/stream'
>;

/** The paths of lists, which have pages. */
export type ListPaths = {
  [P in PathsOf<'get'>]: Result<'get', P> extends Page<unknown> ? P : never;
}[PathsOf<'get'>];

export interface Page<T> {
  items: T[];
  next_cursor: string | null;
}

export type Item<P extends ListPaths> = Result<'get', P> extends Page<infer T> ? T : never;

/** What every request can have. */
export interface CallOptions {
  /** Aborts the request, the waiting between tries, or the stream. */
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Made up for each change unless given: two calls with the same key change things once. */
  readonly idempotencyKey?: string;
  /** The ETag of the version to change: the change fails with PRECONDITION_FAILED if there is a newer one. */
  readonly ifMatch?: string;
}

/** What a request of this method and path takes. */
export type RequestOptions<M extends Method, P extends PathsOf<M>> = CallOptions &
  ParamsOf<paths[P][M]> &
  QueryOf<paths[P][M]> &
  BodyOf<paths[P][M]>;

/** The options may be left out if nothing in them is required. */
export type Arguments<Options> = Partial<Options> extends Options ? [options?: Options] : [options: Options];

/** The body of a successful response: an object if it is JSON, otherwise bytes. */
export type Result<M extends Method, P extends PathsOf<M>> =
  ContentOf<paths[P][M]> extends { 'application/json': infer T } ? T : Uint8Array;

/** The body of a file that is sent. A stream is sent once and not again after a failure. */
export type UploadBody = Uint8Array | ArrayBuffer | string | Blob | ReadableStream<Uint8Array>;

type ContentOf<O> = O extends { responses: infer R } ? SuccessOf<R> : never;

type SuccessOf<R> = R extends { 200: { content: infer C } }
  ? C
  : R extends { 201: { content: infer C } }
    ? C
    : R extends { 202: { content: infer C } }
      ? C
      : never;

type Part<O, Name extends 'path' | 'query'> = O extends { parameters: { [N in Name]?: infer T } }
  ? NonNullable<T>
  : never;

type ParamsOf<O> = [Part<O, 'path'>] extends [never] ? unknown : { readonly params: Part<O, 'path'> };

type QueryOf<O> = [Part<O, 'query'>] extends [never]
  ? unknown
  : Partial<Part<O, 'query'>> extends Part<O, 'query'>
    ? { readonly query?: Part<O, 'query'> }
    : { readonly query: Part<O, 'query'> };

type BodyOf<O> = O extends { requestBody: { content: infer C } }
  ? { readonly body: Sent<C> }
  : O extends { requestBody?: infer B }
    ? NonNullable<B> extends { content: infer C }
      ? [NonNullable<B>] extends [never]
        ? unknown
        : { readonly body?: Sent<C> }
      : unknown
    : unknown;

type Sent<C> = C extends { 'application/json': infer T } ? T : UploadBody;
