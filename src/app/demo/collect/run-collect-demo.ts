import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addIntake,
  addSource,
  findSource,
  findValuation,
  openCollectRuntime,
  probeSource,
} from '../../../collect/index.js';
import { tenantDatabase } from '../../../database/index.js';
import { collectNow, createRowReaders, openEngineAt } from '../../../operations/index.js';
import { newId, silentLogger } from '../../../platform/index.js';
import { API_EXTRACTION, openCoinSite, PAGE_EXTRACTION } from './coin-site.js';

const COINS = 6;
const TENANT = 'demo';
const POLICY = { allowPrivate: true };

/** Collects prices from a site on this machine, in a temporary home. Shows limits, the breaker, dedupe and a valuation. */
export async function runCollectDemo(print: (text: string) => void, signal: AbortSignal): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'casparian-demo-'));
  const site = await openCoinSite();
  const engine = await openEngineAt({ url: `sqlite:${join(home, 'casparian.db')}`, home }, silentLogger);
  try {
    const database = tenantDatabase(engine.database, TENANT, 'demo');
    print(`A site on this machine has a price API and an auction page: ${site.origin}\n`);
    const limits = { ratePerMinute: 120, burst: 3 };
    const api = { kind: 'json', url: `${site.origin}/api/sold?q={title}&y={year}`, extract: API_EXTRACTION } as const;
    await addSource(database, 'api', { ...api, ...limits }, POLICY);
    const auction = { kind: 'html', url: `${site.origin}/auction?y={year}`, extract: PAGE_EXTRACTION } as const;
    await addSource(database, 'auction', { ...auction, ratePerMinute: null }, POLICY);
    const ids: string[] = [];
    for (let index = 0; index < COINS; index++) {
      const fields = { ref: null, title: 'Morgan dollar', year: 1921 + index, mintMark: 'D', denomination: null };
      ids.push((await addIntake(database, { ...fields, series: null, attributes: {} })).id);
    }

    print(`1. Limits: ${COINS} items from the API, at most 3 requests at once and 120 a minute`);
    const begun = performance.now();
    const first = await collectSource('api', 30_000);
    print(
      `   ${first.completed} collections in ${((performance.now() - begun) / 1_000).toFixed(1)} s, ${first.failed} failed: waiting is not an attempt`,
    );

    print('2. Dedupe: the API lists one sale twice');
    print(`   ${first.pricePointsNew} prices stored, ${first.duplicates} duplicates found`);

    print('3. Breaker: the auction responds with 500');
    await collectSource('auction', 3_000);
    const opened = await findSource(database, 'auction');
    const before = site.requests;
    const waiting = await collectSource('auction', 0);
    print(`   ${opened.health.failureStreak} failures in a row: the breaker is ${opened.health.state}`);
    print(`   ${waiting.snoozed} jobs wait, ${site.requests - before} requests were sent`);
    site.isBroken = false;
    await probeSource(database, 'auction');
    const recovered = await collectSource('auction', 30_000);
    print(
      `   The auction works again: one probe, then ${recovered.completed} collections; the breaker is ${(await findSource(database, 'auction')).health.state}`,
    );

    print('4. Valuation: outliers and weak matches count little or nothing');
    const valuation = await findValuation(database, ids[0] ?? '');
    const { points } = JSON.parse(valuation?.body ?? '{"points":[]}') as {
      points: { priceCents: number | null; reason: string }[];
    };
    for (const { priceCents, reason } of points)
      print(`   ${((priceCents ?? 0) / 100).toFixed(2).padStart(8)}  ${reason}`);
    print(
      `   value ${((valuation?.value_cents ?? 0) / 100).toFixed(2)} ${valuation?.currency ?? ''}, confidence ${valuation?.confidence ?? 'none'}, ${valuation?.n ?? 0} prices\n`,
    );
  } finally {
    await engine.close();
    await site.close();
    await rm(home, { recursive: true, force: true });
  }

  async function collectSource(name: string, maxWaitMs: number) {
    const database = tenantDatabase(engine.database, TENANT, 'demo');
    const { source } = await findSource(database, name);
    return collectNow(engine, {
      ...{ tenant: TENANT, actor: 'demo', intakeId: undefined, sourceId: source.id, onlyDue: false, maxWaitMs },
      ...{ stopGraceMs: 1_000, parallel: 4, logger: silentLogger, signal, onProgress: () => undefined },
      worker: { id: newId(), concurrency: 4, leaseMs: 60_000, renewEveryMs: 10_000, pollEveryMs: 100 },
      openRuntime: () =>
        openCollectRuntime({
          ...{
            database: engine.database,
            ...POLICY,
            contact: undefined,
            timeoutMs: 5_000,
            maxBodyBytes: 1_000_000,
            env: {},
          },
          ...{
            debounceMs: 60_000,
            rows: createRowReaders({ env: {}, python: undefined, timeoutMs: 5_000, memoryLimitBytes: undefined }),
          },
        }),
    });
  }
}
