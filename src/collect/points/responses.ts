import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { canonicalJson, newId, sha256Hex } from '../../platform/index.js';
import type { CollectSchema } from '../schema/tables.js';
import type { Source } from '../sources/source.js';

/** One page of a collection, as a source sent it. */
export interface ReadPage {
  readonly page: number;
  /** Without secrets: those are in headers. */
  readonly url: string;
  readonly status: number;
  readonly contentType: string | null;
  /** Null if the source has nothing for the query. */
  readonly body: Buffer | null;
  readonly fetchedAt: number;
  /** An older response, because the source failed. */
  readonly isStale?: boolean;
}

/** The pages of one collection, with the ids under which they are stored. */
export interface StoredFetch {
  readonly fetchId: string;
  readonly fetchedAt: number;
  readonly pages: readonly (ReadPage & { readonly id: string })[];
}

/** Loaded for the first page. */
const zlib = () => process.getBuiltinModule('node:zlib');
/** Begins the key of pages that were read before their collection was postponed. No query finds them. */
export const UNFINISHED = 'unfinished ';
/** Grows when the meaning of a stored response changes. */
const KEY_VERSION = 1;

/** Identifies what is asked of a source: the same key, the same response. Secrets are not part of it. */
export function queryKey({ id, revision }: Source, query: unknown): string {
  return sha256Hex(canonicalJson({ v: KEY_VERSION, source: id, revision, query }));
}

/** The newest stored response to a query; undefined if there is none that is young enough. */
export async function findFetch(
  database: TenantExecutor,
  sourceId: string,
  key: string,
  maxAgeMs: number,
): Promise<StoredFetch | undefined> {
  const rows = await queryBuilder<CollectSchema>(database)
    .selectFrom('cf_source_responses as response')
    .leftJoin('cf_source_bodies as body', (join) =>
      join.onRef('body.tenant', '=', 'response.tenant').onRef('body.hash', '=', 'response.body_hash'),
    )
    .select(['response.id', 'response.fetch_id', 'response.page', 'response.url', 'response.status'])
    .select(['response.content_type', 'response.fetched_at', 'response.body_hash', 'body.content'])
    .where('response.tenant', '=', database.tenant)
    .where('response.source_id', '=', sourceId)
    .where('response.query_key', '=', key)
    .where('response.fetched_at', '>', sql<number>`cf_now() - ${maxAgeMs}`)
    .orderBy('response.fetched_at', 'desc')
    .orderBy('response.id', 'desc')
    .limit(1_000)
    .execute();
  const newest = rows[0];
  if (!newest) return undefined;
  const pages = await Promise.all(
    rows
      .filter(({ fetch_id }) => fetch_id === newest.fetch_id)
      .map(async ({ id, page, url, status, content_type: contentType, fetched_at: fetchedAt, content }) => {
        const body = content === null ? null : await unpackBody(content);
        return { id, page, url, status, contentType, body, fetchedAt };
      }),
  );
  // The body of a response may have been removed by its age.
  if (newest.body_hash !== null && pages.some(({ body }) => body === null)) return undefined;
  return {
    fetchId: newest.fetch_id,
    fetchedAt: Math.min(...pages.map(({ fetchedAt }) => fetchedAt)),
    pages: pages.sort((one, other) => one.page - other.page),
  };
}

/** The stored pages of one collection, with their bodies; undefined if a body was removed. */
export async function loadFetch(database: TenantExecutor, fetchId: string): Promise<StoredFetch | undefined> {
  const rows = await queryBuilder<CollectSchema>(database)
    .selectFrom('cf_source_responses as response')
    .innerJoin('cf_source_bodies as body', (join) =>
      join.onRef('body.tenant', '=', 'response.tenant').onRef('body.hash', '=', 'response.body_hash'),
    )
    .select(['response.id', 'response.page', 'response.url', 'response.status', 'response.content_type as contentType'])
    .select(['response.fetched_at as fetchedAt', 'body.content'])
    .where('response.tenant', '=', database.tenant)
    .where('response.fetch_id', '=', fetchId)
    .orderBy('response.page')
    .execute();
  if (rows.length === 0) return undefined;
  const pages = await Promise.all(
    rows.map(async ({ content, ...page }) => ({ ...page, body: await unpackBody(content) })),
  );
  return { fetchId, fetchedAt: Math.min(...pages.map(({ fetchedAt }) => fetchedAt)), pages };
}

/** Collections of a source whose responses are stored, the oldest of each intake first. */
export function listFetches(
  database: TenantExecutor,
  { sourceId, intakeId }: { sourceId: string; intakeId: string | undefined },
): Promise<{ fetchId: string; intakeId: string }[]> {
  let query = queryBuilder<CollectSchema>(database)
    .selectFrom('cf_source_responses')
    .select(['fetch_id as fetchId', 'intake_id as intakeId'])
    .where('tenant', '=', database.tenant)
    .where('source_id', '=', sourceId)
    .where('page', '=', 1)
    .where('body_hash', 'is not', null)
    .where('query_key', 'not like', `${UNFINISHED}%`)
    .orderBy('intake_id')
    .orderBy('fetched_at')
    .orderBy('id');
  if (intakeId !== undefined) query = query.where('intake_id', '=', intakeId);
  return query.execute();
}

/** Gives new pages their ids. */
export function newFetch(pages: readonly ReadPage[]): StoredFetch {
  const fetchedAt = Math.min(...pages.map((page) => page.fetchedAt));
  return { fetchId: newId(), fetchedAt, pages: pages.map((page) => ({ ...page, id: newId() })) };
}

/** All pages of a collection that was interrupted: those from before keep their ids. */
export function continuedFetch(before: StoredFetch | undefined, pages: readonly ReadPage[]): StoredFetch {
  const fetch = newFetch(pages);
  if (!before) return fetch;
  const withIds = fetch.pages.map((page, index) => before.pages[index] ?? page);
  return { ...fetch, fetchId: before.fetchId, pages: withIds };
}

/** A body, ready to be stored: compressing takes longer than a transaction should. */
export interface PackedBody {
  readonly hash: string;
  readonly content: Buffer;
  readonly sizeBytes: number;
}

export async function packBody(body: Buffer): Promise<PackedBody> {
  const hash = createHash('sha256').update(body).digest('hex');
  return { hash, content: await promisify(zlib().gzip)(body, { level: 6 }), sizeBytes: body.length };
}

export function unpackBody(content: Uint8Array): Promise<Buffer> {
  return promisify(zlib().gunzip)(content);
}

/** Stores a body once, however often it is received. The new time protects it from `collect prune` until its response is stored. */
export async function storeBody(tx: TenantExecutor, { hash, content, sizeBytes }: PackedBody): Promise<void> {
  await queryBuilder<CollectSchema>(tx)
    .insertInto('cf_source_bodies')
    .values({ tenant: tx.tenant, hash, content, size_bytes: sizeBytes, created_at: sql<number>`cf_now()` })
    .onConflict((conflict) => conflict.columns(['tenant', 'hash']).doUpdateSet({ created_at: sql<number>`cf_now()` }))
    .execute();
}

/** Stores the pages of a collection. */
export async function storeResponses(
  tx: TenantExecutor,
  fetch: StoredFetch,
  bodies: ReadonlyMap<string, PackedBody>,
  about: { sourceId: string; intakeId: string; jobId: string; queryKey: string; revision: number },
): Promise<void> {
  for (const body of bodies.values()) await storeBody(tx, body);
  await queryBuilder<CollectSchema>(tx)
    .insertInto('cf_source_responses')
    .values(
      fetch.pages.map(({ id, page, url, status, contentType, fetchedAt }) => ({
        ...{ id, tenant: tx.tenant, source_id: about.sourceId, intake_id: about.intakeId, job_id: about.jobId },
        ...{ query_key: about.queryKey, fetch_id: fetch.fetchId, page, url, status, content_type: contentType },
        ...{ body_hash: bodies.get(id)?.hash ?? null, revision: about.revision, fetched_at: fetchedAt },
      })),
    )
    .execute();
}
