import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site with a price API and an auction page, on this machine. */
export interface CoinSite {
  readonly origin: string;
  /** While it is broken, the auction responds with 500. */
  isBroken: boolean;
  requests: number;
  close(): Promise<void>;
}

const SALES = [
  { id: '1', title: '1921 D Morgan dollar VF', price: { value: '42.00', currency: 'USD' }, day: '2026-09-12' },
  { id: '2', title: '1921-D Morgan silver dollar', price: { value: '44.50', currency: 'USD' }, day: '2026-09-20' },
  { id: '3', title: 'Morgan dollar 1921 D', price: { value: '43.25', currency: 'USD' }, day: '2026-10-01' },
  // The same sale a second time, and a price that is not typical.
  { id: '3', title: 'Morgan dollar 1921 D', price: { value: '43.25', currency: 'USD' }, day: '2026-10-01' },
  { id: '4', title: '1921 D Morgan dollar', price: { value: '45.00', currency: 'USD' }, day: '2026-10-04' },
  {
    id: '5',
    title: '1921 D Morgan dollar, a rarity!',
    price: { value: '2500.00', currency: 'USD' },
    day: '2026-10-05',
  },
];

export async function openCoinSite(): Promise<CoinSite> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://site');
    if (pathname === '/robots.txt') return void response.writeHead(404).end();
    site.requests++;
    if (pathname === '/api/sold') {
      const results = SALES.map(({ day, ...sale }) => ({ ...sale, type: 'sold', sold_at: day }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
      return;
    }
    if (site.isBroken) return void response.writeHead(500).end();
    const lots = ['$41.75', '$46.10'].map(
      (price, index) =>
        `<li class="lot"><a href="/lot/${index}">1921 D Morgan dollar</a><b>${price}</b><time datetime="2026-10-0${index + 6}"></time></li>`,
    );
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<ul>${lots.join('')}</ul>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site: CoinSite = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isBroken: true,
    requests: 0,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return site;
}

export const API_EXTRACTION = {
  items: 'results',
  fields: {
    ...{ external_id: 'id', title: 'title', price: 'price.value', currency: 'price.currency' },
    ...{ price_type: 'type', observed_at: 'sold_at' },
  },
};

export const PAGE_EXTRACTION = {
  items: 'li.lot',
  fields: {
    ...{ title: 'a', url: 'a@href', price: 'b', observed_at: 'time@datetime' },
    ...{ currency: { value: 'USD' }, price_type: { value: 'sold' } },
  },
};
