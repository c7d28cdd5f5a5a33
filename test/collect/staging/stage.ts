import { beforeEach } from 'vitest';
import { type TenantDatabase, tenantDatabase } from '../../../src/database/index.js';
import { addSource, COLLECT_MIGRATIONS, COLLECT_TABLES, type NewSource } from '../../../src/collect/index.js';
import { EVENTS_MIGRATIONS } from '../../../src/events/index.js';
import { type Stage, type StoreName, useStage } from '../../engine/staging/stage.js';

export { STORES } from '../../engine/staging/stage.js';

export interface CollectStage extends Stage {
  /** Of the tenant `acme`. */
  readonly acme: TenantDatabase;
}

/** An engine with the tables of collect, empty at the start of each test. */
export function useCollectStage(storeName: StoreName): CollectStage {
  const stage = useStage(storeName, { schemaLines: [EVENTS_MIGRATIONS, COLLECT_MIGRATIONS] });
  beforeEach(() =>
    stage.engine.database.script(
      ['cf_events', 'cf_event_heads', ...COLLECT_TABLES.map(({ name }) => name)]
        .map((name) => `DELETE FROM ${name}`)
        .join('; '),
    ),
  );
  return Object.defineProperty(stage, 'acme', {
    get: () => tenantDatabase(stage.engine.database, 'acme', 'tester'),
  }) as CollectStage;
}

export const PRIVATE = { allowPrivate: true };

export const JSON_SOURCE: NewSource = {
  kind: 'json',
  url: 'http://127.0.0.1:1/search?q={title}',
  extract: { items: 'results', fields: { external_id: 'id', title: 'title', price: 'price', currency: 'currency' } },
};

export async function newSource(
  database: TenantDatabase,
  name = 'coins',
  change: Partial<NewSource> = {},
): Promise<string> {
  const { source } = await addSource(database, name, { ...JSON_SOURCE, ...change }, PRIVATE);
  return source.id;
}
