import { getRequestListener } from '@hono/node-server';
import { setMaxListeners } from 'node:events';
import { isIP } from 'node:net';
import type { Rate } from '../engine/index.js';
import { hasApiKeys } from '../operations/index.js';
import { CasparianError, hint } from '../platform/index.js';
import { type AccessPolicy, createAuthenticator } from './access/authenticate.js';
import { authorize, createDenialBudget } from './access/authorize.js';
import { browserSessionOf } from './access/browser-session.js';
import { createSessions } from './access/sessions.js';
import { createApp, type ServedRequest } from './create-app.js';
import { openDashboard } from './dashboard/open-dashboard.js';
import type { RequestRules } from './handle-request.js';
import { listen, type ListenLimits } from './listen/listen.js';
import { lazyMcp } from './mcp/lazy-endpoint.js';
import { openApiDocument } from './openapi/document.js';
import { type PageSources, publicPages } from './public-pages.js';
import { publicPassports } from './public-passport/public-passports.js';
import type { Route } from './route.js';
import { ROUTES } from './routes.js';
import type { Services } from './services.js';

export interface ServerOptions {
  readonly services: Omit<Services, 'closing'>;
  readonly host: string;
  readonly port: number;
  /** Names under which the server may be reached, besides addresses. */
  readonly hosts: readonly string[];
  /** The path before all others, such as `/casparian`. */
  readonly basePath: string;
  readonly readOnly: boolean;
  /** Serve without authentication. */
  readonly noAuth: boolean;
  /** Who uses a local session, and of which tenant. */
  readonly local: { readonly actor: string; readonly tenant: string };
  readonly rate: Rate | undefined;
  readonly limits: ListenLimits;
  /** Whether tools of the Model Context Protocol may change something. */
  readonly mcpAllowsChanges: boolean;
  readonly metrics: PageSources['metrics'];
  readonly readiness: PageSources['readiness'];
  readonly onServed: (request: ServedRequest) => void;
}

export interface OpenServer {
  readonly port: number;
  readonly url: string;
  /** The URL with the one-time token; undefined if the server is not local. */
  readonly tokenUrl: string | undefined;
  close(graceMs: number): Promise<void>;
}

const UNKNOWN_DENIALS_PER_MINUTE = 60;
/** Not a route: what /metrics needs when it needs a key. */
const METRICS_ACCESS = { id: 'metrics', permission: 'installation:read', installation: true } as Route;

/** Serves the API. Resolves when it accepts requests. */
export async function openServer(options: ServerOptions): Promise<OpenServer> {
  const { host, noAuth, readOnly, rate } = options;
  const closing = new AbortController();
  // Every open stream listens to it.
  setMaxListeners(0, closing.signal);
  const services: Services = { ...options.services, closing: closing.signal };
  const isLocal = isLoopback(host);
  if (!isLocal && !noAuth && !(await hasApiKeys(services.database, services.pepper))) throw keysMissing(host);
  if (noAuth)
    services.logger.warn({ host }, 'Authentication is off: everyone who can reach the port may do everything');
  const sessions = createSessions({ withToken: isLocal && !noAuth });
  const policy: AccessPolicy = {
    sessions,
    // Cookies are shared by all ports of a host.
    cookieName: `casparian_session_${options.port || process.pid}`,
    local: { ...options.local, role: 'Admin', keyId: null },
    anonymous: noAuth ? { ...options.local, actor: 'anonymous', role: 'Admin', keyId: null } : undefined,
  };
  const authenticate = createAuthenticator(services.database, services.pepper, policy);
  const { basePath, metrics, readiness } = options;
  const cookie = { name: policy.cookieName, path: `${basePath}/` };
  const isMetricsPublic = noAuth || (isLocal && options.hosts.length === 0);
  const pages = publicPages({
    ...{ metrics, readiness },
    requireMetricsAccess: async ({ headers }) => {
      if (!isMetricsPublic) authorize(METRICS_ACCESS, await authenticate(headers));
    },
    document: () => openApiDocument(ROUTES, { basePath, cookieName: policy.cookieName }),
  });
  const rules: RequestRules = {
    ...{ services, authenticate, readOnly, rate, sessionOf: browserSessionOf(sessions, cookie) },
    mayRecordUnknown: createDenialBudget(UNKNOWN_DENIALS_PER_MINUTE),
  };
  const app = createApp({
    ...{ ...rules, routes: ROUTES, basePath, pages: [...publicPassports(services, basePath), ...pages] },
    mcp: lazyMcp(rules, options.mcpAllowsChanges),
    dashboard: openDashboard({ basePath, sessions, cookie }),
    allowedHosts: new Set(options.hosts.map((name) => name.toLowerCase())),
    onServed: options.onServed,
  });
  const respond = getRequestListener(app.fetch);
  const listening = await listen((request, response) => void respond(request, response), options, options.limits);
  const url = `http://${isIP(host) === 6 ? `[${host}]` : host}:${listening.port}${basePath}`;
  const tokenUrl = sessions.token && `${url}/?token=${sessions.token}`;
  const close = (graceMs: number): Promise<void> => {
    closing.abort();
    return listening.close(graceMs);
  };
  return { port: listening.port, url, tokenUrl, close };
}

/** Only programs on this machine can reach it. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function keysMissing(host: string): CasparianError {
  return new CasparianError('API_KEYS_MISSING', `Serving on ${host} needs an API key`, {
    why: 'Other machines can reach this address, and there is no active key.',
    next: [
      hint('Create one with', { action: 'keys.create', arguments: ['NAME'], options: { role: 'Admin' } }),
      hint('Or serve without authentication: add', { options: { no_auth: true } }),
    ],
  });
}
