import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { coinApi, EXTRACT } from '../collect/staging/coin-api.js';
import { casparianBatch, casparianJson } from './casparian.js';
import { freshStore, COMMAND_STORES, temporaryFolder } from './store.js';

interface Price {
  dedupe_key: string;
  price_cents: number;
  match_strength: number;
  url: string;
  response_id: string;
}
interface Shown {
  value_cents: number;
  points: { dedupe_key: string; included: boolean; reason: string; weight: number }[];
}

describe.each(COMMAND_STORES)('prices and valuations on %s', (kind) => {
  test('are listed, exported, queried with their response, and explained', async () => {
    const { flags } = await freshStore(kind);
    const env = { CASPARIAN_ALLOW_PRIVATE_ADDRESSES: '1' };
    const folder = await temporaryFolder();
    const extract = join(folder, 'extract.json');
    await writeFile(extract, JSON.stringify(EXTRACT));
    const url = await coinApi([95, 100, 102, 98, 105, 101, 99, 2500]);
    const json = async <T>(...args: string[]): Promise<T> =>
      (await casparianJson<T>([...args, ...flags], { env })).json;

    await json('source', 'add', 'coins', '--kind', 'json', '--url', url, '--extract', extract);
    const intake = ['intake', 'add', '--title', 'Morgan Dollar', '--year', '1921', '--mint-mark', 'D'];
    const { id } = await json<{ id: string }>(...intake);
    expect(await json('collect', 'run')).toMatchObject({ jobs: 1, completed: 1, failed: 0, price_points_new: 9 });

    const prices = await json<Price[]>('prices', 'list', '--intake', id);
    expect(prices.map(({ dedupe_key }) => dedupe_key)).toContain('ext_sold-7');
    expect(prices[0]).toMatchObject({
      ...{ intake_id: id, source: 'coins', dedupe_key: 'ext_ask-99', external_id: 'ask-99', price_cents: 25_000 },
      ...{ currency: 'USD', price_type: 'ask', match_strength: 1, title: '1921-D Morgan Dollar' },
    });
    expect(await json('prices', 'list', '--source', 'coins', '--limit', '2')).toHaveLength(2);

    const shown = await json<Shown>('valuation', 'show', id);
    expect(shown).toMatchObject({
      intake_id: id,
      value_cents: 10_000,
      currency: 'USD',
      n: 7,
      n_eff: 7,
      confidence: 'medium',
    });
    expect(shown.points).toHaveLength(9);
    const excluded = shown.points.filter(({ included }) => !included);
    expect(excluded.map(({ dedupe_key, reason }) => [dedupe_key, reason])).toEqual([
      ['ext_ask-99', 'ask'],
      ['ext_sold-7', 'outlier'],
    ]);

    const [explained, listed, exported] = await casparianBatch(
      [
        ['valuation', 'show', id, '--explain', ...flags],
        ['prices', 'list', ...flags],
        ['prices', 'export', '--to', join(folder, 'prices.csv'), '--intake', id, ...flags],
      ],
      { env },
    );
    expect(explained?.stdout).toContain('100.00 USD  (median of sales)');
    expect(explained?.stdout).toMatch(/●.*sold.*used/);
    expect(explained?.stdout).toMatch(/x .*2,500\.00.*outlier/);
    expect(listed?.stdout).toContain('2,500.00 USD');
    expect(exported?.stdout).toContain('9 rows');
    expect((await readFile(join(folder, 'prices.csv'), 'utf8')).trim().split('\n')).toHaveLength(10);

    const lineage = `select p.dedupe_key, p.source, r.url, r.status, length(r.body_hash) as hash, i.title, v.value_cents
      from price_points p join price_responses r on r.id = p.response_id
      join intakes i on i.id = p.intake_id left join valuations v on v.intake_id = i.id
      where p.price_cents > 200000`;
    expect(await json('query', lineage)).toMatchObject([
      { dedupe_key: 'ext_sold-7', source: 'coins', status: 200, hash: 64, title: 'Morgan Dollar' },
    ]);
  });

  test('belong to their tenant', async () => {
    const { flags } = await freshStore(kind);
    const [other] = await casparianBatch([['prices', 'list', '--tenant', 'other', '--json', ...flags]]);
    expect(other?.stdout.trim()).toBe('[]');
    const [missing] = await casparianBatch([['valuation', 'show', 'nothing', ...flags]]);
    expect(missing).toMatchObject({ code: 3, stderr: expect.stringContaining('INTAKE_NOT_FOUND') as string });
  });
});
