import type { IncomingMessage } from 'node:http';
import { CasparianError } from '../../platform/index.js';
import { cookieNamed, type CookiePlace, sessionCookie } from '../access/session-cookie.js';
import type { Sessions } from '../access/sessions.js';
import type { PublicPage } from '../public-pages.js';
import type { Outgoing } from '../respond/outgoing.js';
import { type DashboardFile, readDashboardFiles } from './dashboard-files.js';

export interface DashboardOptions {
  /** '' or '/path'. */
  readonly basePath: string;
  readonly sessions: Sessions;
  readonly cookie: CookiePlace;
}

export interface Dashboard {
  /** The page or file at a path that is not part of the API. */
  pageAt(path: string, message: IncomingMessage): PublicPage | undefined;
}

/** Only files of this server: no inline script or style, no other host. */
const POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "worker-src 'self'"],
  ...["img-src 'self' data: blob:", "frame-src 'self' blob:", "form-action 'self'", "base-uri 'self'"],
  "frame-ancestors 'none'",
].join('; ');

/** Serves the files of the dashboard. A browser gets its index.html for every other path, because the app reads the address. */
export function openDashboard(options: DashboardOptions): Dashboard {
  const { basePath } = options;
  let files: ReadonlyMap<string, DashboardFile> | undefined;
  const page = (path: string, respond: (message: IncomingMessage) => Outgoing): PublicPage => ({
    path,
    respond: (message) => Promise.resolve(respond(message)),
  });
  return {
    pageAt(path, message) {
      if (message.method !== 'GET' && message.method !== 'HEAD') return undefined;
      if (path === basePath && basePath !== '') return page('/', () => redirect(`${basePath}/`));
      if (!path.startsWith(`${basePath}/`)) return undefined;
      const own = path.slice(basePath.length);
      if (own === '/' && tokenOf(message) !== undefined) return page('/', (asked) => enter(asked, options));
      files ??= readDashboardFiles(basePath);
      const index = files?.get('/index.html');
      if (files === undefined || index === undefined) return own === '/' ? page('/', notBuilt) : undefined;
      const file = own === '/' ? undefined : files.get(own);
      if (file) return page(own.startsWith('/assets/') ? '/assets/*' : own, (asked) => fileResponse(file, asked));
      if (own.startsWith('/v1/') || own.startsWith('/assets/') || !acceptsHtml(message, own)) return undefined;
      return page('/*', (asked) => fileResponse(index, asked));
    },
  };
}

/** Programs get an error as JSON for paths that do not exist. */
function acceptsHtml({ headers }: IncomingMessage, path: string): boolean {
  const accept = headers.accept ?? '*/*';
  return accept.includes('text/html') || (path === '/' && accept.includes('*/*'));
}

function fileResponse({ body, gzip, contentType, isImmutable }: DashboardFile, { headers }: IncomingMessage): Outgoing {
  const isZipped = gzip !== undefined && /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));
  return {
    status: 200,
    headers: {
      'content-type': contentType,
      'content-security-policy': POLICY,
      'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
      ...(isZipped ? { 'content-encoding': 'gzip' } : {}),
    },
    body: isZipped ? gzip : body,
  };
}

/** Exchanges the one-time token for a session cookie. */
function enter(message: IncomingMessage, { sessions, cookie, basePath }: DashboardOptions): Outgoing {
  const token = tokenOf(message) ?? '';
  const home = `${basePath}/`;
  // Previews of links send HEAD; they must not use the token up.
  const session = message.method === 'GET' ? sessions.openWithToken(token) : undefined;
  if (session !== undefined) return redirect(home, { 'set-cookie': sessionCookie(cookie, session, message.headers) });
  const current = cookieNamed(message.headers.cookie, cookie.name);
  if (current !== undefined && sessions.holderOf(current)) return redirect(home);
  if (message.method === 'GET' && message.headers.accept?.includes('text/html')) {
    return redirect(`${home}login?reason=token`);
  }
  throw new CasparianError('UNAUTHORIZED', 'The token of the URL is not valid', {
    why: 'It opens one session, once, and only while the server that printed it runs.',
    next: ['Restart the server for a new URL, or use an API key.'],
  });
}

function tokenOf({ url }: IncomingMessage): string | undefined {
  return new URLSearchParams(url?.split('?')[1]).get('token') ?? undefined;
}

function redirect(location: string, headers: Readonly<Record<string, string>> = {}): Outgoing {
  return { status: 303, headers: { location, ...headers }, body: null };
}

function notBuilt(): Outgoing {
  const text = 'The dashboard is not built. Run `npm run build`. The API is documented at /docs.\n';
  return { status: 503, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: text };
}
