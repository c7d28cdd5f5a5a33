import { addIntake, type CollectRuntime, type NewSource, openCollectRuntime } from '../../../src/collect/index.js';
import { collectNow } from '../../../src/operations/collect/collect-prices.js';
import type { RoundCounts } from '../../../src/operations/collect/round-counts.js';
import { createRowReaders } from '../../../src/operations/index.js';
import type { JobRecord } from '../../../src/engine/index.js';
import { newId, silentLogger } from '../../../src/platform/index.js';
import { SITE_EXTRACTION, type Site } from './site.js';
import { type CollectStage, newSource } from './stage.js';

export interface Collecting {
  readonly sourceId: string;
  readonly intakeIds: readonly string[];
  /** One run of `collect run`. */
  run(change?: { maxWaitMs?: number; parallel?: number }): Promise<RoundCounts>;
  jobs(): Promise<JobRecord[]>;
}

/** A source on the site, intakes, and a way to collect. */
export async function openCollecting(
  stage: CollectStage,
  site: Site,
  given: { source?: Partial<NewSource>; intakes?: number; runtime?: Partial<CollectRuntime> } = {},
): Promise<Collecting> {
  const sourceId = await newSource(stage.acme, 'coins', {
    ...{
      url: `${site.origin}/s?q={title}&y={year}`,
      extract: SITE_EXTRACTION,
      ratePerMinute: null,
      cacheTtlSeconds: 0,
    },
    negativeTtlSeconds: 0,
    ...given.source,
  });
  const intakeIds: string[] = [];
  for (let index = 0; index < (given.intakes ?? 1); index++) {
    const fields = { ref: null, title: 'Morgan dollar', year: 1_900 + index, mintMark: 'D', denomination: null };
    intakeIds.push((await addIntake(stage.acme, { ...fields, series: null, attributes: {} })).id);
  }
  return {
    sourceId,
    intakeIds,
    run: ({ maxWaitMs = 0, parallel = 4 } = {}) =>
      collectNow(stage.engine, {
        ...{ tenant: 'acme', actor: 'tester', intakeId: undefined, sourceId: undefined, onlyDue: false },
        ...{ maxWaitMs, parallel, stopGraceMs: 1_000, logger: silentLogger, signal: new AbortController().signal },
        worker: { id: newId(), concurrency: parallel, leaseMs: 30_000, renewEveryMs: 5_000, pollEveryMs: 50 },
        openRuntime: () => testRuntime(stage, given.runtime),
        onProgress: () => undefined,
      }),
    jobs: async () =>
      (await stage.engine.jobs({ tenant: 'acme', limit: 1_000 })).filter(({ type }) => type === 'collect'),
  };
}

export function testRuntime(stage: CollectStage, change: Partial<CollectRuntime> = {}): CollectRuntime {
  return openCollectRuntime({
    ...{ database: stage.engine.database, allowPrivate: true, contact: undefined, timeoutMs: 2_000 },
    ...{ maxBodyBytes: 100_000, env: {}, debounceMs: 60_000 },
    rows: createRowReaders({ env: process.env, python: undefined, timeoutMs: 20_000, memoryLimitBytes: undefined }),
    ...change,
  });
}
