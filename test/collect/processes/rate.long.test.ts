import { describe, expect, test } from 'vitest';
import { addIntake, addSource, planCollections } from '../../../src/collect/index.js';
import { worstExcess } from '../../engine/limits/windows.js';
import { startProgram } from '../../engine/staging/program.js';
import { waitUntil } from '../../services/wait-until.js';
import { openSite, sendPrices, SITE_EXTRACTION } from '../staging/site.js';
import { STORES, useCollectStage } from '../staging/stage.js';

const JOBS = 60;
const PROCESSES = 8;
const RATE = { ratePerMinute: 1_200, burst: 5 };
const EMISSION_US = 60_000_000 / RATE.ratePerMinute;

describe.each(STORES)('processes that collect on %s', (storeName) => {
  const stage = useCollectStage(storeName);

  test('8 of them never exceed the rate of a source in any window', { timeout: 180_000 }, async () => {
    const { engine, url, acme } = stage;
    const arrivals: number[] = [];
    const agents = new Set<string | undefined>();
    const site = await openSite((request, response) => {
      arrivals.push(Date.now() * 1_000);
      agents.add(request.headers['user-agent']);
      sendPrices(response);
    });
    const { source } = await addSource(
      acme,
      'coins',
      {
        ...{ kind: 'json', url: `${site.origin}/s?y={year}`, extract: SITE_EXTRACTION, ...RATE },
        ...{ maxConcurrency: 100, obeyRobots: false },
      },
      { allowPrivate: true },
    );
    await recordGrants(`source ${source.id}`);
    for (let index = 0; index < JOBS; index++) {
      const fields = { ref: null, title: 'Morgan dollar', year: 1_900 + index, mintMark: null, denomination: null };
      await addIntake(acme, { ...fields, series: null, attributes: {} });
    }
    const collectors = await Promise.all(
      Array.from({ length: PROCESSES }, (_, index) =>
        startProgram(new URL('../fixtures/collector.ts', import.meta.url), [url, `collector-${index}`]),
      ),
    );
    for (const collector of collectors) expect(await collector.nextLine()).toBe('ready');
    await planCollections(acme);
    await waitUntil(async () => (await endedJobs()).length === JOBS, { for: 'all jobs', timeoutMs: 120_000 });
    for (const collector of collectors) collector.kill('SIGTERM');
    for (const collector of collectors) expect(await collector.nextLine()).toBe('stopped');

    expect(await endedJobs()).toEqual(Array(JOBS).fill({ status: 'completed', attempts: 0 }));
    // A reserved token may be used when it would have been available.
    const grants = await engine.database.query<{ tat_us: number; seen_us: number; granted: number }>(
      'SELECT tat_us, seen_us, granted FROM test_grants',
    );
    const usableFrom = grants
      .flatMap(({ tat_us, seen_us, granted }) =>
        Array.from({ length: granted }, (_, index) =>
          Math.max(seen_us, tat_us - index * EMISSION_US - EMISSION_US * RATE.burst),
        ),
      )
      .toSorted((one, other) => one - other);
    expect(worstExcess(usableFrom, { emission: EMISSION_US, burst: RATE.burst })).toBeLessThanOrEqual(0);
    // Every request has its token, and none was sent before it.
    expect(arrivals).toHaveLength(JOBS);
    expect(usableFrom.length).toBeGreaterThanOrEqual(JOBS);
    // The clock of SQLite, and that of the server, has milliseconds.
    const tooEarly = arrivals.filter((at, index) => at < Math.floor(usableFrom[index]! / 1_000) * 1_000);
    expect(tooEarly).toEqual([]);
    // Most processes took part.
    expect(agents.size).toBeGreaterThan(PROCESSES / 2);

    function endedJobs(): Promise<{ status: string; attempts: number }[]> {
      return engine.database.query(
        `SELECT status, attempts FROM cf_jobs WHERE type = 'collect' AND status NOT IN ('pending', 'running')`,
      );
    }

    /** A trigger writes down every grant with the times that the limiter used. */
    async function recordGrants(key: string): Promise<void> {
      const { database } = engine;
      await database.script('CREATE TABLE test_grants (tat_us BIGINT, seen_us BIGINT, granted INTEGER)');
      const record = 'INSERT INTO test_grants VALUES (new.tat_us, new.seen_us, new.granted)';
      if (storeName === 'SQLite') {
        for (const event of ['INSERT', 'UPDATE']) {
          await database.script(`CREATE TRIGGER record_${event} AFTER ${event} ON cf_limits WHEN new.key = '${key}'
            BEGIN ${record}; END`);
        }
        return;
      }
      await database.script(`CREATE FUNCTION record_grant() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN IF new.key = '${key}' AND new.granted > 0 THEN ${record}; END IF; RETURN new; END $$;
        CREATE TRIGGER record_grant AFTER INSERT OR UPDATE ON cf_limits FOR EACH ROW EXECUTE FUNCTION record_grant()`);
    }
  });
});
