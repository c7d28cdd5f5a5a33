import { queryBuilder, type TenantExecutor, type TenantTransaction } from '../../database/index.js';
import type { CollectSchema } from '../schema/tables.js';
import { findFetch, type PackedBody, storeResponses, type StoredFetch, UNFINISHED } from './responses.js';

/** Older pages are read again: what a listing shows on which page changes. */
const MAX_AGE_MS = 3_600_000;

interface Place {
  readonly sourceId: string;
  readonly jobId: string;
  /** With the revision of the source: pages of an edited source are read again. */
  readonly queryKey: string;
}

/** Keeps the pages that a job has read, for when it goes on. */
export async function keepUnfinished(
  tx: TenantTransaction,
  fetch: StoredFetch,
  bodies: ReadonlyMap<string, PackedBody>,
  about: Place & { readonly intakeId: string; readonly revision: number },
): Promise<void> {
  await removeUnfinished(tx, about);
  await storeResponses(tx, fetch, bodies, { ...about, queryKey: keyOf(about) });
}

export function findUnfinished(database: TenantExecutor, place: Place): Promise<StoredFetch | undefined> {
  return findFetch(database, place.sourceId, keyOf(place), MAX_AGE_MS);
}

/** Before they are stored with those that followed. */
export async function removeUnfinished(tx: TenantTransaction, place: Place): Promise<void> {
  await queryBuilder<CollectSchema>(tx)
    .deleteFrom('cf_source_responses')
    .where('tenant', '=', tx.tenant)
    .where('source_id', '=', place.sourceId)
    .where('query_key', '=', keyOf(place))
    .execute();
}

function keyOf({ jobId, queryKey }: Place): string {
  return `${UNFINISHED}${jobId} ${queryKey}`;
}
