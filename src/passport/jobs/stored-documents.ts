import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { DocumentKind } from '../documents/parse-facts.js';
import { hasIdOf } from '../records/id-rows.js';
import type { DocumentStatus, PassportSchema } from '../schema/tables.js';

/** What PARSE_FACTS needs of a document version. */
export interface StoredDocument {
  readonly status: DocumentStatus;
  readonly kind: DocumentKind;
  readonly mimeType: string;
  /** Null if it is large: then it is loaded alone, so that others need not wait for it. */
  readonly content: Uint8Array | null;
}

const MAX_SHARED_BYTES = 200_000;

export async function storedDocuments(
  database: TenantExecutor,
  ids: readonly string[],
): Promise<Map<string, StoredDocument>> {
  const rows = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_document_versions')
    .innerJoin('cf_documents', 'cf_documents.id', 'cf_document_versions.document_id')
    .select(['cf_document_versions.id', 'status', 'kind', 'mime_type as mimeType'])
    .select(sql<Uint8Array | null>`CASE WHEN size_bytes <= ${sql.lit(MAX_SHARED_BYTES)} THEN content END`.as('content'))
    .where('cf_document_versions.tenant', '=', database.tenant)
    .where('cf_documents.tenant', '=', database.tenant)
    .where(hasIdOf(database.dialect, 'cf_document_versions.id', ids))
    .execute();
  return new Map(rows.map(({ id, ...document }) => [id, document]));
}
