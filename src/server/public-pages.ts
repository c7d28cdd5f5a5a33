import type { IncomingMessage } from 'node:http';
import { CasparianError } from '../platform/index.js';
import { sessionCookie } from './access/session-cookie.js';
import type { Sessions } from './access/sessions.js';
import { DOCS_PAGE, DOCS_SCRIPT, DOCS_STYLE } from './openapi/docs-page.js';
import { jsonResponse, type Outgoing } from './respond/outgoing.js';

/** A page outside of /v1 that needs no key. */
export interface PublicPage {
  readonly path: string;
  readonly respond: (message: IncomingMessage) => Promise<Outgoing>;
}

export interface Readiness {
  readonly ready: boolean;
  /** Why it is not ready. */
  readonly reasons: readonly string[];
}

/** What the pages report. */
export interface PageSources {
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: { readonly contentType: string; readonly scrape: () => Promise<string> };
  /** Without a key. Otherwise /metrics needs one that may read the installation. */
  readonly requireMetricsAccess: (message: IncomingMessage) => Promise<void>;
  readonly document: () => object;
  readonly sessions: Sessions | undefined;
  readonly cookie: { readonly name: string; readonly path: string };
  readonly basePath: string;
}

/** Only files of this server: no other host, no inline script. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'";

export function publicPages(sources: PageSources): PublicPage[] {
  const ready = async (): Promise<Outgoing> => {
    const { ready: isReady, reasons } = await sources.readiness();
    return jsonResponse(isReady ? 200 : 503, { status: isReady ? 'OK' : 'NOT_READY', reasons });
  };
  const live = (): Promise<Outgoing> => Promise.resolve(jsonResponse(200, { status: 'OK' }));
  return [
    { path: '/health/live', respond: live },
    { path: '/health/ready', respond: ready },
    { path: '/livez', respond: live },
    { path: '/readyz', respond: ready },
    {
      path: '/metrics',
      async respond(message) {
        await sources.requireMetricsAccess(message);
        return text(await sources.metrics.scrape(), sources.metrics.contentType);
      },
    },
    { path: '/openapi.json', respond: () => Promise.resolve(jsonResponse(200, sources.document())) },
    { path: '/docs', respond: () => Promise.resolve(docs(DOCS_PAGE, 'text/html')) },
    { path: '/docs.js', respond: () => Promise.resolve(docs(DOCS_SCRIPT, 'text/javascript')) },
    { path: '/docs.css', respond: () => Promise.resolve(docs(DOCS_STYLE, 'text/css')) },
    { path: '/', respond: (message) => Promise.resolve(enter(message, sources)) },
  ];
}

/** Exchanges the one-time token for a session cookie, and shows the documentation. */
function enter(message: IncomingMessage, { sessions, cookie, basePath }: PageSources): Outgoing {
  const token = new URLSearchParams(message.url?.split('?')[1]).get('token');
  const home = { location: `${basePath}/docs` };
  if (token === null) return { status: 303, headers: home, body: null };
  // Previews of links send HEAD; they must not use the token up.
  const session = message.method === 'GET' ? sessions?.open(token) : undefined;
  if (session === undefined) {
    throw new CasparianError('UNAUTHORIZED', 'The token of the URL is not valid', {
      why: 'It opens one session, once, and only while the server that printed it runs.',
      next: ['Restart the server for a new URL, or use an API key.'],
    });
  }
  // Nothing has to trust the header: the caller can only make its own cookie stricter.
  const secure = message.headers['x-forwarded-proto'] === 'https';
  const opened = sessionCookie(cookie.name, session, { path: cookie.path, secure });
  return { status: 303, headers: { ...home, 'set-cookie': opened }, body: null };
}

function docs(body: string, type: string): Outgoing {
  const headers = { 'content-security-policy': DOCS_POLICY };
  return { status: 200, headers: { 'content-type': `${type}; charset=utf-8`, ...headers }, body };
}

function text(body: string, contentType: string): Outgoing {
  return { status: 200, headers: { 'content-type': contentType }, body };
}
