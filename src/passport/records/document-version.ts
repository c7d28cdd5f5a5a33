import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor, type TenantTransaction } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, newId, parseExactJson, sha256Hex } from '../../platform/index.js';
import { type DocumentKind, MAX_DOCUMENT_BYTES } from '../documents/parse-facts.js';
import type { DocumentProblem } from '../documents/problem.js';
import { INGEST_DOCUMENT_JOB, PARSE_FACTS_JOB } from '../job-types.js';
import type { DocumentStatus, DocumentVersionsTable, PassportSchema } from '../schema/tables.js';
import { findDocument } from './document.js';
import { enqueueJob } from './enqueue.js';
import { bufferOf, found, type Page, pageOf, requireId, requireText } from './references.js';

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

export interface Upload {
  readonly documentId: string;
  readonly mimeType: string;
  readonly content: Uint8Array;
  /** Where the content comes from, for explanations. */
  readonly source?: Readonly<Record<string, unknown>> | undefined;
}

export interface UploadedDocument {
  readonly version: DocumentVersionRecord;
  /** False if the document has this content already. */
  readonly isNew: boolean;
  /** The job that reads the facts. */
  readonly jobId: string;
}

/** Stores the next version of a document and enqueues PARSE_FACTS, in the caller's transaction. */
export async function uploadDocument(tx: TenantTransaction, upload: Upload): Promise<UploadedDocument> {
  const { row, isNew } = await storeVersion(tx, upload);
  const payload = { document_version_id: row.id };
  const jobId = await enqueueJob(tx, PARSE_FACTS_JOB, payload, { idempotencyKey: `parse-${row.id}` });
  if (isNew) await recordUpload(tx, row);
  return { version: versionOf(row), isNew, jobId };
}

export type VersionRow = Omit<DocumentVersionsTable, 'content'> & { readonly kind: DocumentKind };

/** Inserts the next version, or returns the one with the same content. */
export async function storeVersion(
  tx: TenantTransaction,
  upload: Upload & { readonly validatedFacts?: number },
): Promise<{ row: VersionRow; isNew: boolean }> {
  const { mimeType, content, source, validatedFacts } = upload;
  requireText('MIME type', mimeType, 200);
  if (content.length > MAX_DOCUMENT_BYTES) throw documentTooLarge(content.length);
  const documentId = requireId('document', upload.documentId);
  const { kind, versions } = await countVersion(tx, documentId, 1);
  const now = sql<number>`cf_now()`;
  const sha256 = sha256Hex(content);
  const [row] = await queryBuilder<PassportSchema>(tx)
    .insertInto('cf_document_versions')
    .values({
      ...{ id: newId(), tenant: tx.tenant, document_id: documentId, version: versions, mime_type: mimeType, sha256 },
      ...{ size_bytes: content.length, content, source: source === undefined ? null : JSON.stringify(source) },
      ...{ uploaded_by: tx.actor, uploaded_at: now, problems: null },
      ...(validatedFacts === undefined
        ? { status: 'UPLOADED', fact_count: null, parsed_at: null }
        : { status: 'VALIDATED', fact_count: validatedFacts, parsed_at: now }),
    })
    .onConflict((conflict) => conflict.columns(['tenant', 'document_id', 'sha256']).doNothing())
    .returning(COLUMNS)
    .execute();
  if (row !== undefined) return { row: { ...row, kind }, isNew: true };
  await countVersion(tx, documentId, -1);
  const existing = await versionQuery(tx)
    .where('document_id', '=', documentId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return { row: found(existing, 'version of the document', documentId), isNew: false };
}

export function documentTooLarge(bytes: number): CasparianError {
  return new CasparianError('DOCUMENT_TOO_LARGE', `The document has ${bytes} bytes; ${MAX_DOCUMENT_BYTES} are allowed`);
}

export async function recordUpload(tx: TenantTransaction, row: VersionRow): Promise<void> {
  const { document_id, version, sha256, mime_type, size_bytes } = row;
  await recordEvent(tx, {
    ...{ eventType: 'DOCUMENT_UPLOADED', aggregateType: 'DocumentVersion', aggregateId: row.id },
    payload: { document_id, kind: row.kind, version, sha256, mime_type, size_bytes },
  });
}

/** Changes the number of versions. The row is locked to the end of the transaction, so versions are numbered without gaps. */
async function countVersion(
  tx: TenantTransaction,
  id: string,
  by: 1 | -1,
): Promise<{ kind: DocumentKind; versions: number }> {
  const [row] = await queryBuilder<PassportSchema>(tx)
    .updateTable('cf_documents')
    .set(({ eb }) => ({ versions: eb('versions', '+', by) }))
    .where('tenant', '=', tx.tenant)
    .where('id', '=', id)
    .returning(['kind', 'versions'])
    .execute();
  return found(row, 'document', id);
}

/** Enqueues INGEST_DOCUMENT, which reads a file or URL and uploads it. Returns the job's id. */
export async function requestIngest(
  tx: TenantTransaction,
  ingest: { readonly documentId: string; readonly fileUrl: string; readonly mimeType: string },
): Promise<string> {
  const { id } = await findDocument(tx, ingest.documentId);
  const { fileUrl: file_url, mimeType: mime_type } = ingest;
  return enqueueJob(tx, INGEST_DOCUMENT_JOB, { document_id: id, file_url, mime_type });
}

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

const COLUMNS = [
  ...(['cf_document_versions.id', 'cf_document_versions.tenant', 'document_id', 'version', 'status'] as const),
  ...(['mime_type', 'sha256', 'size_bytes', 'source', 'problems', 'fact_count'] as const),
  ...(['uploaded_by', 'uploaded_at', 'parsed_at'] as const),
] as const;

// Without the content, which can have megabytes.
function versionQuery(database: TenantExecutor) {
  return queryBuilder<PassportSchema>(database)
    .selectFrom('cf_document_versions')
    .innerJoin('cf_documents', 'cf_documents.id', 'cf_document_versions.document_id')
    .select(COLUMNS)
    .select('cf_documents.kind')
    .where('cf_document_versions.tenant', '=', database.tenant)
    .where('cf_documents.tenant', '=', database.tenant);
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
