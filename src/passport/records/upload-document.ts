import type { TenantTransaction } from '../../database/index.js';
import { INGEST_DOCUMENT_JOB, PARSE_FACTS_JOB } from '../job-types.js';
import { findDocument } from './document.js';
import { type DocumentVersionRecord, versionOf } from './document-version.js';
import { enqueueEach, enqueueJob } from './enqueue.js';
import { only } from './only.js';
import { recordUploads, storeVersions, type Upload } from './store-versions.js';

export interface UploadedDocument {
  readonly version: DocumentVersionRecord;
  /** False if the document has this content already. */
  readonly isNew: boolean;
  /** The job that reads the facts. */
  readonly jobId: string;
}

/** Stores the next version of a document and enqueues PARSE_FACTS, in the caller's transaction. */
export function uploadDocument(tx: TenantTransaction, upload: Upload): Promise<UploadedDocument> {
  return only(uploadDocuments(tx, [upload]));
}

/** The same for several uploads, with the same statements for all. Stores all of them or none. */
export async function uploadDocuments(tx: TenantTransaction, uploads: readonly Upload[]): Promise<UploadedDocument[]> {
  const stored = await storeVersions(tx, uploads);
  const jobIds = await enqueueEach(
    tx,
    PARSE_FACTS_JOB,
    stored.map(({ row: { id } }) => ({
      payload: { document_version_id: id },
      options: { idempotencyKey: `parse-${id}` },
    })),
  );
  await recordUploads(
    tx,
    stored.flatMap(({ row, isNew }) => (isNew ? [row] : [])),
  );
  return stored.map(({ row, isNew }, index) => ({ version: versionOf(row), isNew, jobId: jobIds[index] ?? '' }));
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
