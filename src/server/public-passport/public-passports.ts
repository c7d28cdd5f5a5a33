import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { makersStatusList, publicPassport, publicStatus, publicStatusList } from '../../operations/index.js';
import type { PublicPage } from '../public-pages.js';
import type { Outgoing } from '../respond/outgoing.js';
import type { Services } from '../services.js';
import { passportPage, unknownPage } from './passport-page.js';

/** No script at all, and nothing from elsewhere. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A revocation is seen after at most this time, by this server and by caches before it. */
const FRESH_MS = 30_000;
const MAX_REMEMBERED = 500;

interface Rendered {
  readonly at: number;
  readonly page: Promise<{ readonly status: number; readonly body: string }>;
}

/**
 * The pages that phones open from a QR code: `/p/ID`. Anyone may call them, so each passport is read and verified once in half a minute, however
 * many phones ask, and callers that ask together share the work.
 */
export function publicPassports(services: Services, basePath: string): PublicPage[] {
  const remembered = new Map<string, Rendered>();
  const style = readFileSync(new URL('passport-page.css', import.meta.url), 'utf8');
  const render = (id: string): Rendered['page'] => {
    const known = remembered.get(id);
    if (known !== undefined && Date.now() - known.at < FRESH_MS) return known.page;
    const page = rendered(services, basePath, id);
    remembered.delete(id);
    remembered.set(id, { at: Date.now(), page });
    if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.keys().next().value ?? '');
    page.catch(() => remembered.delete(id));
    return page;
  };
  return [
    {
      path: '/p/{id}',
      async respond(message) {
        const id = idOf(message, basePath);
        const { status, body } = UUID.test(id)
          ? await render(id.toLowerCase())
          : { status: 404, body: unknownPage(basePath).text };
        return cached(message, { status, body, type: 'text/html', seconds: FRESH_MS / 1_000 });
      },
    },
    {
      path: '/p/{id}/status',
      async respond(message) {
        const status = await publicStatus(services.database, partOf(message, basePath));
        const body = `${JSON.stringify(status ?? { error: 'No passport with this code is in force' })}\n`;
        return cached(message, {
          status: status === undefined ? 404 : 200,
          body,
          type: 'application/json',
          seconds: FRESH_MS / 1_000,
        });
      },
    },
    {
      path: '/p/{id}/status-list',
      async respond(message) {
        return statusList(message, await publicStatusList(services.database, partOf(message, basePath)));
      },
    },
    {
      // The address that credentials name. The name of the tenant is in every signed receipt.
      path: '/p/status-lists/{tenant}/{purpose}',
      async respond(message) {
        const [, tenant = '', purpose = ''] = idOf(message, basePath).split('/');
        return statusList(message, await makersStatusList(services.database, decodedPart(tenant), purpose));
      },
    },
    {
      path: '/p.css',
      respond: (message) =>
        Promise.resolve(cached(message, { status: 200, body: style, type: 'text/css', seconds: 3_600 })),
    },
  ];
}

function statusList(message: IncomingMessage, list: Buffer | undefined): Outgoing {
  const body = list?.toString('utf8') ?? '{"error":"No status list was published"}';
  const type = list === undefined ? 'application/json' : 'application/vc';
  return cached(message, { status: list === undefined ? 404 : 200, body, type, seconds: FRESH_MS / 1_000 });
}

function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function idOf({ url = '' }: IncomingMessage, basePath: string): string {
  return url.split('?', 1)[0]?.slice(`${basePath}/p/`.length) ?? '';
}

/** The id in a path below the page. */
function partOf(message: IncomingMessage, basePath: string): string {
  return idOf(message, basePath).split('/', 1)[0] ?? '';
}

async function rendered(services: Services, base: string, id: string): Rendered['page'] {
  const passport = await publicPassport(services.database, id, services);
  if (passport === undefined) return { status: 404, body: unknownPage(base).text };
  return { status: 200, body: passportPage(passport, { base, checkedAt: new Date() }).text };
}

function cached(
  { headers }: IncomingMessage,
  { status, body, type, seconds }: { status: number; body: string; type: string; seconds: number },
): Outgoing {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const shared = {
    'cache-control': status === 200 ? `public, max-age=${seconds}` : 'no-store',
    'content-security-policy': POLICY,
    etag,
  };
  if (status === 200 && headers['if-none-match'] === etag) return { status: 304, headers: shared, body: null };
  return { status, headers: { 'content-type': `${type}; charset=utf-8`, ...shared }, body };
}
