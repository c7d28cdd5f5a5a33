import { sql } from 'kysely';
import { queryBuilder, type TenantDatabase } from '../../database/index.js';
import type { CacheStore, RobotsRecord, RobotsStore, StoredResponse } from '../../http/index.js';
import { sha256Hex } from '../../platform/index.js';
import { packBody, storeBody } from '../points/responses.js';
import type { CollectSchema } from '../schema/tables.js';
import { unpackBody } from '../points/responses.js';

/** The HTTP cache of one source, in the database: all workers share it. Credentials belong to a source, so it is private to it. */
export function createCacheStore(database: TenantDatabase, sourceId: string): CacheStore {
  const { tenant } = database;
  return {
    get: async (url) => {
      const rows = await queryBuilder<CollectSchema>(database)
        .selectFrom('cf_source_cache as cached')
        .innerJoin('cf_source_bodies as body', (join) =>
          join.onRef('body.tenant', '=', 'cached.tenant').onRef('body.hash', '=', 'cached.body_hash'),
        )
        .select(['cached.variant', 'cached.entry', 'body.content'])
        .where('cached.tenant', '=', tenant)
        .where('cached.source_id', '=', sourceId)
        .where('cached.cache_key', '=', sha256Hex(url))
        .execute();
      return Promise.all(
        rows.map(async ({ variant, entry, content }) => ({
          ...(JSON.parse(entry) as Omit<StoredResponse, 'variant' | 'body'>),
          variant,
          body: await unpackBody(content),
        })),
      );
    },
    put: async (url, { variant, body, ...entry }) => {
      const packed = await packBody(body);
      await database.transaction(async (tx) => {
        await storeBody(tx, packed);
        const values = {
          entry: JSON.stringify(entry),
          body_hash: packed.hash,
          keep_until: Math.round(entry.keepUntil),
          stored_at: sql<number>`cf_now()`,
        };
        await queryBuilder<CollectSchema>(tx)
          .insertInto('cf_source_cache')
          .values({ tenant, source_id: sourceId, cache_key: sha256Hex(url), variant, ...values })
          .onConflict((conflict) =>
            conflict.columns(['tenant', 'source_id', 'cache_key', 'variant']).doUpdateSet(values),
          )
          .execute();
      });
    },
    delete: async (url) => {
      await queryBuilder<CollectSchema>(database)
        .deleteFrom('cf_source_cache')
        .where('tenant', '=', tenant)
        .where('source_id', '=', sourceId)
        .where('cache_key', '=', sha256Hex(url))
        .execute();
    },
  };
}

/** For so long, what was read ahead is as good as what is stored. */
const READ_AHEAD_MS = 1_000;

/** Looks a URL up now, while the call to it waits for its turn. */
export function readAhead(store: CacheStore, url: string): CacheStore {
  const found = store.get(url);
  const readAt = performance.now();
  // Reported when it is used.
  found.catch(() => undefined);
  let isUsed = false;
  return {
    ...store,
    get: (wanted) => {
      if (wanted !== url || isUsed || performance.now() - readAt > READ_AHEAD_MS) return store.get(wanted);
      isUsed = true;
      return found;
    },
  };
}

/** The robots.txt of the origins of a tenant. */
export function createRobotsStore(database: TenantDatabase): RobotsStore {
  return {
    get: async (origin) => {
      const row = await queryBuilder<CollectSchema>(database)
        .selectFrom('cf_source_robots')
        .select('entry')
        .where('tenant', '=', database.tenant)
        .where('origin', '=', origin)
        .executeTakeFirst();
      return row && (JSON.parse(row.entry) as RobotsRecord);
    },
    put: async (given) => {
      // The breaker decides when a site that cannot be reached is tried again.
      const record = given.state === 'unreachable' ? { ...given, freshUntil: given.checkedAt } : given;
      const values = {
        entry: JSON.stringify({ ...record, text: record.text.replaceAll('\0', '\uFFFD') }),
        fetched_at: Math.round(record.checkedAt),
        expires_at: Math.round(record.freshUntil),
      };
      await queryBuilder<CollectSchema>(database)
        .insertInto('cf_source_robots')
        .values({ tenant: database.tenant, origin: record.origin, ...values })
        .onConflict((conflict) => conflict.columns(['tenant', 'origin']).doUpdateSet(values))
        .execute();
    },
  };
}
