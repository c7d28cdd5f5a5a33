import { sql } from 'kysely';
import { queryBuilder, type TenantDatabase } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { bumpRevision } from '../schema/revision.js';
import type { PipelineSchema } from '../schema/tables.js';
import { parserNamed } from './find-parsers.js';

/**
 * Retires one version or all versions of a parser, so that it gets no new files. Bundles are kept, because outputs name
 * their hashes. Subscriptions are kept in case the parser is registered again. Returns the retired versions.
 */
export async function unregisterParser(database: TenantDatabase, name: string, version?: string): Promise<string[]> {
  await parserNamed(database, name, version);
  return database.transaction(async (tx) => {
    await bumpRevision(tx);
    const rows = await queryBuilder<PipelineSchema>(tx)
      .updateTable('cf_parsers')
      .set({ retired_at: sql<number>`cf_now()` })
      .where('tenant', '=', tx.tenant)
      .where('name', '=', name)
      .where('retired_at', 'is', null)
      .$if(version !== undefined, (query) => query.where('version', '=', version ?? ''))
      .returning('version')
      .execute();
    const versions = rows.map((row) => row.version).sort();
    const about = { aggregateType: 'parser', aggregateId: name };
    if (versions.length > 0)
      await recordEvent(tx, { ...about, eventType: 'parser.unregistered', payload: { versions } });
    return versions;
  });
}
