import type { TenantDatabase } from '../../database/index.js';
import { CasparianError } from '../../platform/index.js';
import { Postponed } from '../govern/governed-call.js';
import type { Intake } from '../intakes/intake.js';
import { matchRow } from '../match-row.js';
import type { Source } from '../sources/source.js';
import { extractSaved } from './extract-fetch.js';
import { readSource } from './read-source.js';
import type { CollectRuntime } from './runtime.js';

export interface SourcePreview {
  readonly items: number;
  readonly fields: readonly {
    field: string;
    matched: number;
    missing: number;
    required: boolean;
    example: string | null;
  }[];
  readonly rows: readonly object[];
  readonly rejected: readonly { row: number; message: string }[];
  /** What is wrong with the page as a whole; null if nothing is. */
  readonly layout: string | null;
  readonly from: 'network' | 'cache' | 'stale' | 'file';
}

const MAX_ROWS = 20;
const NO_LOG = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** What the extraction of a source finds on its first page, or in a saved response. Stores nothing but the HTTP cache. */
export async function previewSource(request: {
  readonly runtime: CollectRuntime;
  readonly database: TenantDatabase;
  readonly source: Source;
  readonly intake: Intake | undefined;
  readonly body: Buffer | undefined;
}): Promise<SourcePreview> {
  const { intake, body } = request;
  const source: Source = { ...request.source, maxPages: 1, cacheTtlSeconds: 0, negativeTtlSeconds: 0 };
  const context = { signal: new AbortController().signal, log: NO_LOG };
  const { page, from } = await firstPage();
  if (!page) return { items: 0, fields: [], rows: [], rejected: [], layout: null, from };
  return {
    items: page.items,
    fields: page.fields,
    rows: page.rows.slice(0, MAX_ROWS).map((row) => {
      const matched = intake && matchRow(row, intake, source.options.keepParameters);
      return {
        ...{ external_id: row.externalId, title: row.title, price_cents: row.priceCents, currency: row.currency },
        ...{ price_type: row.priceType, observed_at: new Date(row.observedAt).toISOString(), url: row.url },
        dedupe_key: matched?.dedupeKey ?? null,
        match_strength: matched ? matched.matchPerMille / 1_000 : null,
      };
    }),
    rejected: page.rejected.map(({ rowNumber, errors }) => ({
      row: rowNumber,
      message: errors.map(({ message }) => message).join('; '),
    })),
    layout: page.layout?.message ?? null,
    from,
  };

  async function firstPage() {
    const { runtime, database } = request;
    if (body !== undefined || !intake) {
      return { page: await extractSaved({ runtime, source, context }, body ?? Buffer.alloc(0)), from: 'file' as const };
    }
    try {
      const { extracted, from: origin } = await readSource({ runtime, database, source, intake, context });
      return { page: extracted[0]?.page, from: origin };
    } catch (error) {
      if (!(error instanceof Postponed)) throw error;
      throw new CasparianError('RATE_LIMITED', `The source cannot be asked now: ${error.why}`, {
        why: `It may be asked again in ${Math.ceil(error.delayMs / 1_000)} s.`,
      });
    }
  }
}
