import { cp, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { createActivityRecorder } from '../../src/collect/activity/record-activity.js';
import type { Observation } from '../../src/collect/activity/observation.js';
import { addIntake, addSource } from '../../src/collect/index.js';
import { storePoints } from '../../src/collect/points/store-points.js';
import { type TenantDatabase, tenantDatabase } from '../../src/database/index.js';
import { casparian } from '../cli/casparian.js';
import type { RunningServer } from '../server/running-server.js';

/** Markup in every text that comes from outside. If a browser ran it, the page would ask for an image that does not exist. */
export const MARKUP = '<img src=nowhere onerror=alert(1)>';

const EXAMPLE = fileURLToPath(new URL('../../examples/passport/ev', import.meta.url));
const DAY = 86_400_000;

export interface Evidence {
  readonly passportId: string;
  /** Active, superseded by none. */
  readonly activeId: string;
  readonly intakeId: string;
  readonly endpointId: string;
  /** Receives webhooks, and responds with markup. */
  readonly receiver: Server;
}

/** One of everything that the evidence and system views show. */
export async function seedEvidence(server: RunningServer, key: string): Promise<Evidence> {
  const database = tenantDatabase(server.engine.database, 'default', 'ines');
  const passports = await seedPassports(server, key);
  await seedSources(database);
  const intakeId = await seedPrices(database);
  return { ...passports, intakeId, ...(await seedWebhook(server, key)) };
}

/** Two versions: the first is active, the second has another mass and is signed. */
async function seedPassports(server: RunningServer, key: string): Promise<Pick<Evidence, 'passportId' | 'activeId'>> {
  const folder = join(server.home, 'battery');
  await cp(EXAMPLE, folder, { recursive: true });
  const settings = await readFile(join(folder, 'passport.toml'), 'utf8');
  await writeFile(join(folder, 'passport.toml'), settings.replace(/^name = .*$/m, `name = '${MARKUP}'`));
  const build = async (...more: string[]): Promise<void> => {
    const built = await casparian([
      'passport',
      'build',
      folder,
      '--output',
      join(server.home, 'out'),
      ...more,
      ...server.flags,
    ]);
    expect([built.code, built.stderr]).toEqual([0, built.stderr]);
  };
  await build('--activate');
  const data = await readFile(join(folder, 'battery.json'), 'utf8');
  await writeFile(join(folder, 'battery.json'), data.replace(/("mass": "?)[\d.]+/, '$1455.5'));
  await build();
  const { json } = await server.call<{ items: { passport_id: string; current_passport_version_id: string }[] }>(
    'GET /v1/passports',
    { key },
  );
  const [first] = json.items;
  return { passportId: first!.passport_id, activeId: first!.current_passport_version_id };
}

const SOURCES = ['auction-archive', 'coin-market', 'dealer-lists', 'heritage-lots', 'mint-registry', 'old-forum'];

async function seedSources(database: TenantDatabase): Promise<void> {
  const activity = createActivityRecorder(database);
  for (const [index, name] of SOURCES.entries()) {
    const wanted = {
      kind: 'csv' as const,
      url: `https://${name}.example.com/{title}`,
      terms: MARKUP,
      ratePerMinute: 30,
    };
    const { source } = await addSource(database, name, wanted, { allowPrivate: false });
    const about = { tenant: 'default', id: source.id, name };
    const note = (outcome: Observation['outcome'], count: number, durationMs: number): void => {
      for (let at = 0; at < count; at += 1) activity.note(about, { outcome, durationMs, waitMs: 20 });
    };
    if (name === 'old-forum') continue;
    note('ok', 20 + index * 9, 60 + index * 70);
    note('cached', 10 + index * 5, 0);
    note('refused', index, 80);
    if (name === 'heritage-lots') note('failed', 14, 2_400);
    if (name === 'coin-market') note('limited', 3, 90);
  }
  await activity.close();
  await spreadOverAnHour(database);
  await database.query(
    `UPDATE cf_source_breakers SET opened_until = cf_now() + 192000, open_count = 2, failure_streak = 5, generation = 3,
      last_failure_at = cf_now(), last_failure = 'heritage-lots.example.com responded with 503 ${MARKUP}'
      WHERE source_id = (SELECT id FROM cf_sources WHERE name = 'heritage-lots')`,
  );
  await database.query(
    `UPDATE cf_source_breakers SET isolated = 1, isolated_by = 'tom', reason = 'they asked us to stop'
      WHERE source_id = (SELECT id FROM cf_sources WHERE name = 'old-forum')`,
  );
  await database.query(
    `UPDATE cf_source_breakers SET last_success_at = cf_now() - 42000
      WHERE source_id NOT IN (SELECT id FROM cf_sources WHERE name = 'old-forum')`,
  );
}

/** The same counts again in earlier minutes, fewer and more in turn. */
async function spreadOverAnHour(database: TenantDatabase): Promise<void> {
  for (let minute = 1; minute < 55; minute += 1) {
    const share = 1 + (minute % 5) + (minute % 3);
    await database.query(
      `INSERT INTO cf_source_activity SELECT tenant, source_id, minute - ${minute * 60_000}, ok / ${share}, refused / ${share},
        limited / ${share}, CASE WHEN ${minute} < 8 THEN failed ELSE 0 END, cached / ${share}, stale, wait_ms, duration_ms, took_50 / ${share},
        took_100 / ${share}, took_250 / ${share}, took_500 / ${share}, took_1000, CASE WHEN ${minute} < 8 THEN took_2500 ELSE 0 END, took_5000,
        took_10000, took_longer FROM cf_source_activity WHERE minute = (SELECT max(minute) FROM cf_source_activity)`,
    );
  }
}

/** Prices around 2,300 dollars, three asks, and some that do not count: two are far away. */
const PRICES = [
  ...[2420, 2295, 2350, 2180, 2260, 2510, 2390, 2105, 2240, 2335, 2290, 2275, 2460, 2310, 2205, 2380, 2345, 2190],
  ...[41_000, 39],
];

async function seedPrices(database: TenantDatabase): Promise<string> {
  const { id: intakeId } = await addIntake(database, {
    ...{ ref: 'coin-1', title: `1909-S VDB Lincoln cent, MS-65 ${MARKUP}`, year: 1909, mintMark: 'S' },
    ...{ denomination: null, series: null, attributes: {} },
  });
  const sources = await database.query<{ id: string; name: string }>('SELECT id, name FROM cf_sources ORDER BY name');
  const now = Date.now();
  const point = (cents: number, index: number, change: object = {}): Parameters<typeof storePoints>[2][number] => ({
    ...{ dedupeKey: `k${index}`, externalId: `lot-${index}`, title: `Lot ${index} ${MARKUP}`, currency: 'USD' },
    ...{ url: 'javascript:alert(1)', priceCents: cents, priceType: 'sold' as const, matchPerMille: 900 },
    ...{
      observedAt: now - (6 + (index > 100 ? (index - 100) * 45 : index * 14)) * DAY,
      shippingCents: null,
      lotSize: null,
      bestOffer: false,
      unsold: false,
    },
    ...{ seller: null, grade: 'MS-65', details: {}, responseId: null, rowNumber: null },
    ...change,
  });
  await database.transaction(async (tx) => {
    for (const [at, { id: sourceId }] of sources.slice(0, 4).entries()) {
      const own = PRICES.map((price, index) => ({ price, index })).filter(({ index }) => index % 4 === at);
      const points = own.map(({ price, index }) => point(price * 100, index));
      if (at === 1) points.push(point(310_000, 101, { priceType: 'ask' }), point(290_000, 102, { priceType: 'ask' }));
      if (at === 2) points.push(point(475_000, 103, { lotSize: 2 }), point(148_000, 104, { bestOffer: true }));
      await storePoints(tx, { intakeId, sourceId, isStale: false }, points);
    }
  });
  return intakeId;
}

async function seedWebhook(server: RunningServer, key: string): Promise<Pick<Evidence, 'endpointId' | 'receiver'>> {
  const receiver = createServer((_, response) => {
    response.writeHead(500, { 'content-type': 'text/html', 'x-hostile': '<b>' });
    response.end(MARKUP);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const body = { url: `http://127.0.0.1:${port}/hook`, events: ['webhook.test'], max_attempts: 1, description: MARKUP };
  const added = await server.call<{ id: string }>('POST /v1/webhook-endpoints', { key, body });
  expect([added.status, added.text]).toEqual([201, added.text]);
  return { endpointId: added.json.id, receiver };
}
