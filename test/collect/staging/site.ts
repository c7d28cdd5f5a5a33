import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Site {
  readonly origin: string;
  /** Paths of all requests but those for robots.txt. */
  readonly requests: string[];
  readonly robots: { count: number };
  /** What it responds from now on. */
  respond: (request: IncomingMessage, response: ServerResponse) => void;
  /** The text of robots.txt; undefined for 404. */
  robotsText: string | undefined;
}

/** A server on this machine, until the end of the test. */
export async function openSite(respond: Site['respond'] = (_, response) => sendPrices(response)): Promise<Site> {
  const requests: string[] = [];
  const site = { requests, robots: { count: 0 }, respond, robotsText: undefined as string | undefined, origin: '' };
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') {
      site.robots.count++;
      response.writeHead(site.robotsText === undefined ? 404 : 200, { 'content-type': 'text/plain' });
      response.end(site.robotsText ?? '');
      return;
    }
    requests.push(request.url ?? '');
    site.respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  site.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return site;
}

export interface SitePrice {
  readonly id: string;
  readonly price?: unknown;
  readonly title?: string;
}

export function sendPrices(
  response: ServerResponse,
  prices: readonly SitePrice[] = [{ id: '1' }, { id: '2' }],
  cacheControl = 'no-store',
): void {
  const results = prices.map(({ id, price = 42.5, title = '1921 D Morgan dollar' }) => ({
    ...{ id, title, price, currency: 'USD', type: 'sold', sold_at: '2026-10-01' },
  }));
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': cacheControl });
  response.end(JSON.stringify({ results }));
}

export const SITE_EXTRACTION = {
  items: 'results',
  fields: {
    ...{ external_id: 'id', title: 'title', price: 'price', currency: 'currency' },
    ...{ price_type: 'type', observed_at: 'sold_at' },
  },
};
