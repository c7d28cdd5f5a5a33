import type * as z from 'zod';
import type { TenantDatabase, TenantTransaction } from '../database/index.js';
import type { Engine } from '../engine/index.js';
import type { Permission } from '../operations/index.js';
import type { BrowserSession } from './access/browser-session.js';
import type { Caller } from './access/caller.js';
import type { Upload } from './request/upload.js';
import type { Services } from './services.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Members of the path or of the query, by name. */
export type Shape = Readonly<Record<string, z.ZodType>>;

type Values<S extends Shape> = { readonly [Name in keyof S]: z.output<S[Name]> };

/** What a handler gets. Everything in it is validated and belongs to the tenant of the caller. */
export interface RouteRequest<P extends Shape = Shape, Q extends Shape = Shape, B = unknown> {
  readonly params: Values<P>;
  readonly query: Values<Q>;
  readonly body: B;
  readonly caller: Caller;
  /** The rows of the tenant. Changes leave events with the name of the caller. */
  readonly database: TenantDatabase;
  readonly engine: Engine;
  /** Runs changes of the tenant in one transaction, and wakes the workers of this process. */
  readonly write: <T>(work: (tx: TenantTransaction) => Promise<T>) => Promise<T>;
  readonly services: Services;
  readonly correlationId: string;
  /** The Idempotency-Key header. */
  readonly idempotencyKey: string | undefined;
  /** The W3C trace context of the caller, if it sent one. */
  readonly traceparent: string | undefined;
  /** The id of the last message of a stream that the client continues. */
  readonly lastEventId: string | undefined;
  /** Opens and closes the session of a browser. */
  readonly session: BrowserSession;
  /** The server refuses changes. */
  readonly isReadOnly: boolean;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
  /** The body as a stream, for routes that take an upload. */
  readonly upload: Upload;
  /** Fails with PRECONDITION_FAILED if the If-Match header names another version than this representation. */
  readonly requireMatch: (current: unknown) => void;
}

/** A body or response that is not JSON. */
export interface Bytes {
  /** Several, if the request chooses. */
  readonly contentType: string | readonly string[];
  readonly description: string;
}

/**
 * One operation of the API. From the table of these records come the routes, validation, access control, the OpenAPI document,
 * the client, and the tests that call every route.
 */
export interface Route {
  /** Resource and verb, such as `jobs.list`; unique. The operationId of the document. */
  readonly id: string;
  readonly method: Method;
  /** With `{name}` for a parameter. A last segment may end in `:verb`. */
  readonly path: string;
  readonly permission: Permission;
  /** It concerns all tenants, so only keys of the default tenant may call it. */
  readonly installation?: boolean;
  readonly summary: string;
  readonly description?: string;
  readonly params?: Shape;
  readonly query?: Shape;
  readonly body?: z.ZodType | Bytes;
  /** A body may be left out. */
  readonly bodyIsOptional?: boolean;
  /** The status of success; 200 by default. */
  readonly status?: 200 | 201 | 202;
  readonly response: z.ZodType | Bytes;
  /** Returns a page of items, so it can also be read as NDJSON over all pages. */
  readonly isPaged?: boolean;
  /** Has an ETag: a representation that can be edited. */
  readonly hasEtag?: boolean;
  /** The response has a secret that is shown once, so it is not stored for repeated requests. */
  readonly isSecret?: boolean;
  /** Although it is not a GET request, it changes nothing. */
  readonly isRead?: boolean;
  // The request is typed by `route`; here, its shape is not known any more.
  readonly handle: (request: RouteRequest<never, never, never>) => Promise<unknown>;
}

interface Typed<P extends Shape, Q extends Shape, B extends z.ZodType | Bytes> extends Omit<
  Route,
  'params' | 'query' | 'body' | 'handle'
> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly handle: (request: RouteRequest<P, Q, B extends z.ZodType ? z.output<B> : undefined>) => Promise<unknown>;
}

/** Declares an operation; the handler gets the types of its schemas. A result that is not a `Reply` is sent as JSON. */
export function route<P extends Shape, Q extends Shape, B extends z.ZodType | Bytes>(typed: Typed<P, Q, B>): Route {
  return typed;
}

/** Whether the operation changes something. */
export function isWrite({ method, isRead = false }: Route): boolean {
  return method !== 'GET' && !isRead;
}
