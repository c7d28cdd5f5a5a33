import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRandom } from './random.js';

/** A site on this machine that sources and webhooks of the demo call. */
export interface PriceSite {
  readonly origin: string;
  close(): Promise<void>;
}

const DAY_MS = 86_400_000;

/**
 * `/market` and `/auctions` have sales of an item, `/archive` always fails, and `/hook` accepts webhooks. The sales depend on the
 * year of the item only, so collecting again finds the same ones.
 */
export async function openPriceSite(): Promise<PriceSite> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://site');
    request.resume();
    const year = Number(searchParams.get('year') ?? 0);
    if (pathname === '/market') return sendSales(response, year, { sales: 22, middle: 40, outliers: 2 });
    if (pathname === '/auctions') return sendSales(response, year + 7, { sales: 9, middle: 46, outliers: 1 });
    if (pathname === '/archive') return void response.writeHead(503).end('Maintenance');
    if (pathname === '/hook') return void response.writeHead(204).end();
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

interface SalesShape {
  readonly sales: number;
  readonly middle: number;
  /** Prices far away from the others, as sites have them. */
  readonly outliers: number;
}

function sendSales(response: ServerResponse, seed: number, { sales, middle, outliers }: SalesShape): void {
  const random = createRandom(seed);
  const level = middle + (seed % 9) * 12;
  const results = Array.from({ length: sales }, (_, index) => {
    const price = index < outliers ? level * random.between(12, 40) : random.near(level, level / 9);
    const soldAt = new Date(Date.now() - random.between(2, 420) * DAY_MS).toISOString().slice(0, 10);
    const title = `${seed % 2_000} Morgan dollar${random.next() < 0.2 ? ', toned' : ''}`;
    return { id: `${seed}-${index}`, title, price: price.toFixed(2), currency: 'USD', type: 'sold', sold_at: soldAt };
  });
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
}

export const SALES_EXTRACTION = {
  items: 'results',
  fields: {
    ...{ external_id: 'id', title: 'title', price: 'price', currency: 'currency' },
    ...{ price_type: 'type', observed_at: 'sold_at' },
  },
};
