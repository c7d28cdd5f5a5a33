import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Where `coinApi` has the fields of a price. */
export const EXTRACT = {
  items: 'results',
  fields: {
    external_id: 'id',
    title: 'title',
    price: 'price.value',
    currency: 'price.currency',
    price_type: 'type',
    observed_at: 'sold_at',
    url: 'link',
  },
};

/** Serves sales of today with these prices, and one ask. */
export async function coinApi(prices: readonly number[]): Promise<string> {
  const day = new Date().toISOString().slice(0, 10);
  const listing = (value: number, index: number, type = 'sold'): object => ({
    ...{ id: `${type}-${index}`, title: '1921-D Morgan Dollar', price: { value, currency: 'USD' } },
    ...{ type, sold_at: day, link: `/items/${index}` },
  });
  const results = [...prices.map((price, index) => listing(price, index)), listing(250, 99, 'ask')];
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/robots.txt') === true) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/search?q={title}`;
}
