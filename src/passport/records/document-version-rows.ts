import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { PassportSchema } from '../schema/tables.js';

/** Queries in a file apart: the records are public types, and their consumers do not have the query builder. */
export const VERSION_COLUMNS = [
  ...(['cf_document_versions.id', 'cf_document_versions.tenant', 'document_id', 'version', 'status'] as const),
  ...(['mime_type', 'sha256', 'size_bytes', 'source', 'problems', 'fact_count'] as const),
  ...(['uploaded_by', 'uploaded_at', 'parsed_at'] as const),
] as const;

export function versionQuery(database: TenantExecutor) {
  return queryBuilder<PassportSchema>(database)
    .selectFrom('cf_document_versions')
    .innerJoin('cf_documents', 'cf_documents.id', 'cf_document_versions.document_id')
    .select(VERSION_COLUMNS)
    .select('cf_documents.kind')
    .where('cf_document_versions.tenant', '=', database.tenant)
    .where('cf_documents.tenant', '=', database.tenant);
}
