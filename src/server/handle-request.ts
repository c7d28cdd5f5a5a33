import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type * as z from 'zod';
import { tenantDatabase } from '../database/index.js';
import { inCorrelation, type Rate } from '../engine/index.js';
import { CasparianError, type Logger } from '../platform/index.js';
import type { Authenticate } from './access/authenticate.js';
import { authorize, recordDenied } from './access/authorize.js';
import type { BrowserSession } from './access/browser-session.js';
import type { Caller } from './access/caller.js';
import { requireRate } from './access/rate-limit.js';
import { HttpRequest } from './request/http-request.js';
import { executeOnce } from './request/idempotent.js';
import { readBody } from './request/upload.js';
import { readJson, readParams, readQuery } from './request/validate.js';
import { errorResponse } from './respond/error-envelope.js';
import { ndjsonPages, wantsNdjson } from './respond/ndjson.js';
import { type Outgoing, outgoingOf, withEtag } from './respond/outgoing.js';
import { type Bytes, isWrite, type Route, type RouteRequest } from './route.js';
import type { Services } from './services.js';

/** The rules of this server that apply to every request. */
export interface RequestRules {
  readonly services: Services;
  readonly authenticate: Authenticate;
  readonly readOnly: boolean;
  /** The session of the browser that sends a request with these headers. */
  readonly sessionOf: (headers: IncomingHttpHeaders) => BrowserSession;
  readonly rate: Rate | undefined;
  /** Whether one more request without a known caller may become an event. */
  readonly mayRecordUnknown: () => boolean;
}

/** One request for one route. */
export interface Incoming {
  readonly route: Route;
  readonly message: IncomingMessage;
  readonly params: Readonly<Record<string, string>>;
  readonly correlationId: string;
  /** Made when it is asked for: most handlers do not, and it costs as much as a short statement. */
  readonly signal: () => AbortSignal;
  /** Called as soon as the caller is known, for the log. */
  readonly onCaller: (caller: Caller) => void;
}

/** One object, because schemas are remembered by it. */
const NOTHING = {};
const NO_BYTES = Buffer.alloc(0);

/** A JSON body has a payload and a few members around it. */
const BODY_MARGIN_BYTES = 65_536;

/** From the request to the response: who, may they, is it valid, was it done before, do it. */
export async function handleRequest(rules: RequestRules, incoming: Incoming): Promise<Outgoing> {
  const caller = await admit(rules, incoming);
  const { route, message, correlationId, signal } = incoming;
  const { services, readOnly: isReadOnly, rate, sessionOf } = rules;
  const database = tenantDatabase(services.database, caller.tenant, caller.actor);
  if (rate !== undefined) await requireRate(database, caller, rate, services.logger);
  if (isReadOnly && isWrite(route)) throw new CasparianError('READ_ONLY', 'This server only reads');
  const bytes = hasJsonBody(route) ? await readBody(message, services.maxPayloadBytes + BODY_MARGIN_BYTES) : NO_BYTES;
  const params = route.params ? readParams(route.params, incoming.params) : NOTHING;
  const query = queryOf(route, message.url ?? '');
  const body = bodyOf(route, message.headers['content-type'], bytes);
  const known = {
    params,
    query,
    body,
    message,
    correlationId,
    caller,
    database,
    services,
    isReadOnly,
    sessionOf,
    signal,
  };
  const request = new HttpRequest(known);
  const key = isWrite(route) && !route.isSecret ? request.idempotencyKey : undefined;
  if (key === undefined) return execute(incoming, request, services.logger);
  const identity = { key, actor: caller.actor, method: route.method, url: message.url ?? '', body: bytes };
  return executeOnce(database, identity, async () => {
    const { status, headers, body: text } = await execute(incoming, request, services.logger);
    return { status, headers, body: typeof text === 'string' ? text : '' };
  });
}

/** Finds out who it is and whether they may. What is refused becomes an event. */
export async function admit(
  { authenticate, services, mayRecordUnknown }: RequestRules,
  incoming: Pick<Incoming, 'route' | 'message' | 'correlationId' | 'onCaller'>,
): Promise<Caller> {
  const { route, message, correlationId, onCaller } = incoming;
  let caller: Caller | undefined;
  try {
    const known = authenticate(message.headers);
    caller = known instanceof Promise ? await known : known;
    onCaller(caller);
    authorize(route, caller);
    return caller;
  } catch (error) {
    const isDenial = error instanceof CasparianError && DENIALS.has(error.code);
    const tenant = caller?.tenant ?? services.defaultTenant;
    if (isDenial && (caller || mayRecordUnknown())) {
      const denied = { route, path: (message.url ?? '').split('?', 1)[0] as string, correlationId };
      await recordDenied(tenantDatabase(services.database, tenant), caller, denied);
    }
    throw error;
  }
}

const DENIALS: ReadonlySet<string> = new Set(['UNAUTHORIZED', 'API_KEY_REVOKED', 'FORBIDDEN']);

/** A GET request has no body that means something; an upload is read by the handler. */
function hasJsonBody({ body, method }: Route): boolean {
  return method !== 'GET' && !isBytes(body);
}

function queryOf({ query }: Route, url: string): Record<string, unknown> {
  const at = url.indexOf('?');
  if (at === -1 && query === undefined) return NOTHING;
  return readQuery(query ?? NOTHING, new URLSearchParams(at === -1 ? '' : url.slice(at + 1)));
}

function bodyOf(route: Route, contentType: string | undefined, bytes: Buffer): unknown {
  const { body } = route;
  if (body === undefined || isBytes(body)) return undefined;
  if (bytes.length === 0 && route.bodyIsOptional) return readJson(body, Buffer.from('{}'));
  // Forms and plain text could be sent by pages of other sites without asking first.
  if (!/^application\/(json|[\w.-]+\+json)\s*(;|$)/i.test(contentType ?? '')) throw notJson(contentType);
  return readJson(body, bytes);
}

async function execute(
  { route, message, correlationId }: Incoming,
  request: HttpRequest,
  logger: Logger,
): Promise<Outgoing> {
  const handle = route.handle as (request: RouteRequest) => Promise<unknown>;
  const { headers } = message;
  const result = await inCorrelation(correlationId, () => handle(request));
  if (route.isPaged && wantsNdjson(headers.accept)) {
    const readPage = (cursor: string | undefined) => handle(request.at(cursor));
    return ndjsonPages(
      readPage as Parameters<typeof ndjsonPages>[0],
      result as Parameters<typeof ndjsonPages>[1],
      (error) => errorResponse(error, correlationId, logger).body,
    );
  }
  const outgoing = outgoingOf(result, route.status ?? 200);
  return route.hasEtag ? withEtag(outgoing, headers['if-none-match']) : outgoing;
}

export function isBytes(schema: z.ZodType | Bytes | undefined): schema is Bytes {
  return schema !== undefined && 'contentType' in schema;
}

function notJson(contentType: string | undefined): CasparianError {
  return new CasparianError('MEDIA_TYPE_UNSUPPORTED', 'The body of the request is not declared as JSON', {
    why: contentType === undefined ? 'It has no Content-Type.' : `Its Content-Type is '${contentType}'.`,
    next: ['Send it with `Content-Type: application/json`.'],
  });
}
