import type { IncomingMessage } from 'node:http';
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
  ];
}

function docs(body: string, type: string): Outgoing {
  const headers = { 'content-security-policy': DOCS_POLICY };
  return { status: 200, headers: { 'content-type': `${type}; charset=utf-8`, ...headers }, body };
}

function text(body: string, contentType: string): Outgoing {
  return { status: 200, headers: { 'content-type': contentType }, body };
}
