import { type Context, Hono } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import type { IncomingMessage } from 'node:http';
import type { Caller } from './access/caller.js';
import { type AllowedHosts, requireHost, requireOrigin } from './access/host-check.js';
import type { Dashboard } from './dashboard/open-dashboard.js';
import { handleRequest, type RequestRules } from './handle-request.js';
import { MCP_ROUTE, type McpExchange } from './mcp/mcp-route.js';
import { correlationOf } from './request/correlation.js';
import { errorResponse } from './respond/error-envelope.js';
import { jsonResponse, type Outgoing, SECURITY_HEADERS } from './respond/outgoing.js';
import type { PublicPage } from './public-pages.js';
import { isWrite, type Route } from './route.js';
import { honoPath, isSpecific, methodsOf, paramsOf, pathNotFound } from './route-paths.js';

/** A request that was responded to, for metrics and the log. */
export interface ServedRequest {
  readonly method: string;
  /** The path of the route, with `{name}` for parameters; null if there is none. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
  readonly correlationId: string;
  readonly caller: Caller | undefined;
}

export interface AppOptions extends RequestRules {
  readonly routes: readonly Route[];
  readonly pages: readonly PublicPage[];
  readonly dashboard: Dashboard;
  /** Responds to a message of the Model Context Protocol. */
  readonly mcp: (exchange: McpExchange) => Promise<Outgoing>;
  /** '' or '/path'. */
  readonly basePath: string;
  readonly allowedHosts: AllowedHosts;
  readonly onServed: (request: ServedRequest) => void;
}

const NO_PARAMS = {};

type App = Hono<{ Bindings: HttpBindings }>;

/** All routes as one application. */
export function createApp(options: AppOptions): App {
  const { routes, pages, basePath } = options;
  const app: App = new Hono<{ Bindings: HttpBindings }>();
  const refuse = (context: Context<{ Bindings: HttpBindings }>): Promise<Response> => {
    const message = context.env.incoming;
    const path = (message.url ?? '').split('?', 1)[0] as string;
    const known = methodsOf(routes, pages, path.slice(basePath.length));
    const page = known.length === 0 ? options.dashboard.pageAt(path, message) : undefined;
    if (page) return respond(options, { message, route: page }, () => page.respond(message));
    return respond(options, { message }, () => Promise.reject(pathNotFound(path, message.method, known)), {
      ...(known.length > 0 ? { allow: known.join(', ') } : {}),
    });
  };
  const add = (route: Route): void => {
    app.on(route.method, `${basePath}${honoPath(route.path)}`, (context) => {
      const params = route.params ? paramsOf(route.path, context.req.param()) : NO_PARAMS;
      const message = context.env.incoming;
      return respond(options, { message, route }, (correlationId, onCaller) =>
        handleRequest(options, {
          route,
          message,
          params,
          correlationId,
          onCaller,
          signal: () => context.req.raw.signal,
        }),
      );
    });
  };
  const specific = routes.filter(({ path }) => isSpecific(path, routes));
  for (const route of specific) add(route);
  // With another method, a path that matches it too must not get the request.
  for (const { path } of specific) app.all(`${basePath}${honoPath(path)}`, refuse);
  for (const route of routes) if (!specific.includes(route)) add(route);
  app.on(['GET', 'POST', 'DELETE'], `${basePath}${MCP_ROUTE.path}`, (context) => {
    const { signal } = context.req.raw;
    const message = context.env.incoming;
    return respond(options, { message, route: MCP_ROUTE }, (correlationId, onCaller) =>
      options.mcp({ message, url: context.req.url, signal, correlationId, onCaller }),
    );
  });
  for (const page of pages) {
    app.get(`${basePath}${honoPath(page.path)}`, (context) =>
      respond(options, { message: context.env.incoming, route: page }, () => page.respond(context.env.incoming)),
    );
  }
  app.notFound(refuse);
  return app;
}

interface Asked {
  readonly message: IncomingMessage;
  readonly route?: Route | PublicPage;
}

/** Makes a response of whatever happens, and reports it. */
async function respond(
  { allowedHosts, services, onServed }: AppOptions,
  { message, route }: Asked,
  handle: (correlationId: string, onCaller: (caller: Caller) => void) => Promise<Outgoing>,
  errorHeaders: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const begun = performance.now();
  const correlationId = correlationOf(message.headers);
  let caller: Caller | undefined;
  let outgoing: Outgoing;
  try {
    requireHost(message, allowedHosts);
    requireOrigin(message.headers, route !== undefined && 'method' in route && isWrite(route));
    outgoing = await handle(correlationId, (known) => (caller = known));
  } catch (error) {
    const { status, headers, body } = errorResponse(error, correlationId, services.logger);
    // The rest of a body that was refused is not read, so the connection cannot be used again.
    const unread = message.complete ? {} : { connection: 'close' };
    outgoing = jsonResponse(status, body, { ...headers, ...errorHeaders, ...unread });
  }
  const { status } = outgoing;
  const method = message.method ?? 'GET';
  const durationMs = performance.now() - begun;
  onServed({ method, route: route?.path ?? null, status, durationMs, correlationId, caller });
  return responseOf(outgoing, correlationId);
}

function responseOf({ status, headers, body }: Outgoing, correlationId: string): Response {
  // Not one literal with two spreads: the second one cost as much as routing the request.
  const all: Record<string, string> = { ...SECURITY_HEADERS };
  for (const name in headers) all[name] = headers[name] as string;
  all['x-correlation-id'] = correlationId;
  return new Response(body as ConstructorParameters<typeof Response>[0], { status, headers: all });
}
