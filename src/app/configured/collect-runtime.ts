import { type CollectRuntime, openCollectRuntime, type RowReaders } from '../../collect/index.js';
import type { Engine } from '../../engine/index.js';
import { createRowReaders } from '../../operations/index.js';
import type { Settings } from '../../settings/index.js';

/** Opens what collect jobs need, according to the settings. */
export function openConfiguredCollect({ database }: Engine, settings: Settings): CollectRuntime {
  return openCollectRuntime({
    database,
    allowPrivate: settings.allow_private_addresses,
    contact: settings.collect_contact,
    timeoutMs: Math.round(settings.collect_timeout_seconds * 1_000),
    maxBodyBytes: settings.collect_max_body_bytes,
    env: process.env,
    debounceMs: Math.round(settings.valuation_debounce_seconds * 1_000),
    rows: configuredRowReaders(settings),
    retention: configuredRetention(settings),
  });
}

/** How long collected data is kept. */
export function configuredRetention(settings: Settings): { responsesMs?: number; pointsMs?: number } {
  const { collect_response_days: responseDays, collect_point_days: pointDays } = settings;
  return {
    ...(responseDays === undefined ? {} : { responsesMs: responseDays * DAY_MS }),
    ...(pointDays === undefined ? {} : { pointsMs: pointDays * DAY_MS }),
  };
}

const DAY_MS = 86_400_000;

/** What reads feeds and runs adapters. */
export function configuredRowReaders(settings: Settings): RowReaders {
  const { python, parser_memory_bytes: memoryLimitBytes, collect_timeout_seconds: seconds } = settings;
  return createRowReaders({ env: process.env, python, memoryLimitBytes, timeoutMs: Math.round(seconds * 1_000) });
}
