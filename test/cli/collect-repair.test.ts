import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { casparianBatch, casparianJson } from './casparian.js';
import { freshStore, COMMAND_STORES, temporaryFolder } from './store.js';

const env = { CASPARIAN_ALLOW_PRIVATE_ADDRESSES: '1' };

/** Two sales; the price of the second can be read only with a pattern. */
async function coinApi(): Promise<string> {
  const sale = { title: '1921 Morgan Dollar', type: 'sold', sold_at: '2026-10-01', currency: 'USD' };
  const results = [
    { ...sale, id: '1', price: '42.50' },
    { ...sale, id: '2', price: 'now 43.50 only' },
  ];
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/s?q={title}`;
}

const extraction = (price: unknown): string =>
  JSON.stringify({
    items: 'results',
    fields: {
      ...{ external_id: 'id', title: 'title', price, currency: 'currency' },
      ...{ price_type: 'type', observed_at: 'sold_at' },
    },
  });

test.each(COMMAND_STORES)(
  'source quarantine, collect replay and collect prune repair and tidy what a source sent, on %s',
  async (kind) => {
    const { engine, flags } = await freshStore(kind);
    const [folder, url] = [await temporaryFolder(), await coinApi()];
    const [wrong, right] = [join(folder, 'wrong.json'), join(folder, 'right.json')];
    await writeFile(wrong, extraction('price'));
    await writeFile(right, extraction({ at: 'price', pattern: '[0-9.]+' }));
    const json = async <T = unknown>(...args: string[]): Promise<T> =>
      (await casparianJson<T>([...args, ...flags], { env })).json;

    await json('source', 'add', 'coins', '--kind', 'json', '--url', url, '--extract', wrong);
    const { id } = await json<{ id: string }>('intake', 'add', '--title', 'Morgan Dollar', '--year', '1921');
    expect(await json('collect', 'run')).toMatchObject({ completed: 1, price_points_new: 1 });

    expect(await json('source', 'quarantine', 'coins')).toMatchObject([
      { intake_id: id, row: 2, column: 'price', raw: expect.anything() as unknown },
    ]);
    const [listed, missing] = await casparianBatch([
      ['source', 'quarantine', 'coins', ...flags],
      ['source', 'quarantine', 'nothing', ...flags],
    ]);
    expect(listed?.stdout).toMatch(/ROW +COLUMN +REASON/);
    expect(missing).toMatchObject({ code: 3, stderr: expect.stringContaining('SOURCE_NOT_FOUND') as string });

    await json('source', 'edit', 'coins', '--extract', right);
    const replayed = { responses_replayed: 1, price_points_new: 1, quarantined_before: 1, quarantined: 0 };
    expect(await json('collect', 'replay', 'coins', '--intake', id)).toMatchObject(replayed);
    expect(await json('source', 'quarantine', 'coins')).toEqual([]);
    const [again] = await casparianBatch([['collect', 'replay', 'coins', ...flags]], { env });
    expect(again?.stderr).toContain('1 responses replayed: 0 new prices, 0 corrected, 0 removed.');

    // Nothing is removed while a price came from it, whatever its age.
    await engine.database.script(
      'UPDATE cf_source_responses SET fetched_at = 1; UPDATE cf_source_bodies SET created_at = 1',
    );
    expect(await json('collect', 'prune', '--older-than', '1d')).toMatchObject({ responses: 0, bodies: 0 });
    await engine.database.script('DELETE FROM cf_price_points; UPDATE cf_source_cache SET keep_until = 1');
    const [pruned] = await casparianBatch([['collect', 'prune', ...flags]]);
    expect(pruned?.stderr).toMatch(/Removed 1 responses, 0 quarantined rows, \d cache entries and 1 bodies/);
    expect(await json('collect', 'prune')).toEqual({ points: 0, responses: 0, quarantined: 0, cached: 0, bodies: 0 });
  },
);
