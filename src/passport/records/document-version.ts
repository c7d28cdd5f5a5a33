import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { parseExactJson } from '../../platform/index.js';
import type { DocumentKind } from '../documents/parse-facts.js';
import type { DocumentProblem } from '../documents/problem.js';
import type { DocumentStatus, DocumentVersionsTable, PassportSchema } from '../schema/tables.js';
import { findDocument } from './document.js';
import { versionQuery } from './document-version-rows.js';
import { bufferOf, found, type Page, pageOf, requireId } from './references.js';

/** One upload of a document. Content and hash never change. */
export interface DocumentVersionRecord {
  readonly id: string;
  readonly documentId: string;
  readonly kind: DocumentKind;
  readonly version: number;
  readonly status: DocumentStatus;
  readonly mimeType: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Where the content comes from. */
  readonly source: Readonly<Record<string, unknown>> | null;
  /** All reasons of a rejection. */
  readonly problems: readonly DocumentProblem[];
  readonly factCount: number | null;
  readonly uploadedBy: string | null;
  readonly uploadedAt: number;
  readonly parsedAt: number | null;
}

/** A row without its content, which can have megabytes. */
export type VersionRow = Omit<DocumentVersionsTable, 'content'> & { readonly kind: DocumentKind };

export async function findDocumentVersion(database: TenantExecutor, id: string): Promise<DocumentVersionRecord> {
  const row = await versionQuery(database)
    .where('cf_document_versions.id', '=', requireId('document version', id))
    .executeTakeFirst();
  return versionOf(found(row, 'document version', id));
}

/** Versions of one document or of all, oldest first. */
export async function listDocumentVersions(
  database: TenantExecutor,
  { documentId, ...page }: Page & { readonly documentId?: string | undefined } = {},
): Promise<DocumentVersionRecord[]> {
  const { limit, after } = pageOf(page);
  const document = documentId === undefined ? undefined : (await findDocument(database, documentId)).id;
  const rows = await versionQuery(database)
    .where('cf_document_versions.id', '>', after)
    .$if(document !== undefined, (query) => query.where('document_id', '=', document ?? ''))
    .orderBy('cf_document_versions.id')
    .limit(limit)
    .execute();
  return rows.map(versionOf);
}

/** The bytes of a version, as they were uploaded. */
export async function documentContent(database: TenantExecutor, id: string): Promise<Buffer> {
  const row = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_document_versions')
    .select('content')
    .where('tenant', '=', database.tenant)
    .where('id', '=', requireId('document version', id))
    .executeTakeFirst();
  return bufferOf(found(row, 'document version', id).content);
}

export function versionOf(row: VersionRow): DocumentVersionRecord {
  return {
    id: row.id,
    documentId: row.document_id,
    kind: row.kind,
    version: row.version,
    status: row.status,
    mimeType: row.mime_type,
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    source: row.source === null ? null : (parseExactJson(row.source) as Readonly<Record<string, unknown>>),
    problems: row.problems === null ? [] : (JSON.parse(row.problems) as DocumentProblem[]),
    factCount: row.fact_count,
    uploadedBy: row.uploaded_by,
    uploadedAt: row.uploaded_at,
    parsedAt: row.parsed_at,
  };
}
