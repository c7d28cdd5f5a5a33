import { sql } from 'kysely';
import { queryBuilder, type TenantTransaction } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, newId, sha256Hex } from '../../platform/index.js';
import { type DocumentKind, MAX_DOCUMENT_BYTES } from '../documents/parse-facts.js';
import type { PassportSchema } from '../schema/tables.js';
import type { VersionRow } from './document-version.js';
import { VERSION_COLUMNS, versionQuery } from './document-version-rows.js';
import { hasIdOf, isLockedOf } from './id-rows.js';
import { found, requireId, requireText } from './references.js';

export interface Upload {
  readonly documentId: string;
  readonly mimeType: string;
  readonly content: Uint8Array;
  /** Where the content comes from, for explanations. */
  readonly source?: Readonly<Record<string, unknown>> | undefined;
}

/** An upload whose facts may be known already. */
export interface NewVersion extends Upload {
  readonly validatedFacts?: number | undefined;
}

export interface StoredVersion {
  readonly row: VersionRow;
  /** False if the document has this content already. */
  readonly isNew: boolean;
}

interface CheckedVersion extends NewVersion {
  readonly sha256: string;
}

/** Inserts the next version of each document, or returns the one with the same content. In the given order. */
export async function storeVersions(tx: TenantTransaction, uploads: readonly NewVersion[]): Promise<StoredVersion[]> {
  const checked = uploads.map(checkedUpload);
  const stored = new Map<CheckedVersion, StoredVersion>();
  // Several uploads to one document take turns, so that each gets the next number.
  for (let waiting = checked; waiting.length > 0;) {
    const turn = [...new Map(waiting.toReversed().map((upload) => [upload.documentId, upload])).values()];
    for (const [upload, result] of await storeOneEach(tx, turn)) stored.set(upload, result);
    waiting = waiting.filter((upload) => !stored.has(upload));
  }
  return checked.map((upload) => found(stored.get(upload), 'document', upload.documentId));
}

function checkedUpload(upload: NewVersion): CheckedVersion {
  requireText('MIME type', upload.mimeType, 200);
  if (upload.content.length > MAX_DOCUMENT_BYTES) throw documentTooLarge(upload.content.length);
  return { ...upload, documentId: requireId('document', upload.documentId), sha256: sha256Hex(upload.content) };
}

export function documentTooLarge(bytes: number): CasparianError {
  return new CasparianError('DOCUMENT_TOO_LARGE', `The document has ${bytes} bytes; ${MAX_DOCUMENT_BYTES} are allowed`);
}

/** Stores at most one version of each document. */
async function storeOneEach(
  tx: TenantTransaction,
  uploads: readonly CheckedVersion[],
): Promise<Map<CheckedVersion, StoredVersion>> {
  const documents = await countVersions(tx, uploads, 1);
  const inserted = new Map((await insertVersions(tx, uploads, documents)).map((row) => [row.document_id, row]));
  const known = uploads.filter(({ documentId }) => !inserted.has(documentId));
  const existing = known.length === 0 ? new Map<string, VersionRow>() : await existingVersions(tx, known);
  return new Map(
    uploads.map((upload) => {
      const row = inserted.get(upload.documentId) ?? existing.get(contentOf(upload.documentId, upload.sha256));
      const { kind } = found(documents.get(upload.documentId), 'document', upload.documentId);
      const isNew = inserted.has(upload.documentId);
      return [upload, { row: { ...found(row, 'version of the document', upload.documentId), kind }, isNew }];
    }),
  );
}

interface CountedDocument {
  readonly kind: DocumentKind;
  readonly versions: number;
}

/** Changes the numbers of versions. The rows are locked to the end of the transaction, so versions are numbered without gaps. */
async function countVersions(
  tx: TenantTransaction,
  uploads: readonly CheckedVersion[],
  by: 1 | -1,
): Promise<Map<string, CountedDocument>> {
  const ids = uploads.map(({ documentId }) => documentId);
  const rows = await queryBuilder<PassportSchema>(tx)
    .updateTable('cf_documents')
    .set(({ eb }) => ({ versions: eb('versions', '+', by) }))
    .where('tenant', '=', tx.tenant)
    .where(isLockedOf(tx, 'cf_documents', ids))
    .returning(['id', 'kind', 'versions'])
    .execute();
  const counted = new Map(rows.map(({ id, ...row }) => [id, row]));
  for (const id of ids) found(counted.get(id), 'document', id);
  return counted;
}

/** Parameters of one statement: SQLite allows 32,766, and the content of all rows is in memory. */
const BATCH = 500;

async function insertVersions(
  tx: TenantTransaction,
  uploads: readonly CheckedVersion[],
  documents: ReadonlyMap<string, CountedDocument>,
): Promise<Omit<VersionRow, 'kind'>[]> {
  const rows: Omit<VersionRow, 'kind'>[] = [];
  for (let start = 0; start < uploads.length; start += BATCH) {
    const values = uploads.slice(start, start + BATCH).map((upload) => ({
      ...rowOf(tx, upload),
      version: documents.get(upload.documentId)?.versions ?? 0,
    }));
    rows.push(
      ...(await queryBuilder<PassportSchema>(tx)
        .insertInto('cf_document_versions')
        .values(values)
        .onConflict((conflict) => conflict.columns(['tenant', 'document_id', 'sha256']).doNothing())
        .returning(VERSION_COLUMNS)
        .execute()),
    );
  }
  return rows;
}

function rowOf({ tenant, actor }: TenantTransaction, upload: CheckedVersion) {
  const { documentId, mimeType, content, source, sha256, validatedFacts } = upload;
  const now = sql<number>`cf_now()`;
  return {
    ...{ id: newId(), tenant, document_id: documentId, mime_type: mimeType, sha256 },
    ...{ size_bytes: content.length, content, source: source === undefined ? null : JSON.stringify(source) },
    ...{ uploaded_by: actor, uploaded_at: now, problems: null },
    ...(validatedFacts === undefined
      ? { status: 'UPLOADED' as const, fact_count: null, parsed_at: null }
      : { status: 'VALIDATED' as const, fact_count: validatedFacts, parsed_at: now }),
  };
}

/** The versions with this content, by document and hash. The version numbers that were reserved for them are given back. */
async function existingVersions(
  tx: TenantTransaction,
  uploads: readonly CheckedVersion[],
): Promise<Map<string, VersionRow>> {
  await countVersions(tx, uploads, -1);
  const ids = uploads.map(({ documentId }) => documentId);
  const rows = await versionQuery(tx)
    .where(hasIdOf(tx.dialect, 'document_id', ids))
    .where(
      'sha256',
      'in',
      uploads.map(({ sha256 }) => sha256),
    )
    .execute();
  return new Map(rows.map((row) => [contentOf(row.document_id, row.sha256), row]));
}

function contentOf(documentId: string, sha256: string): string {
  return `${documentId} ${sha256}`;
}

export function recordUploads(tx: TenantTransaction, rows: readonly VersionRow[]): Promise<void> {
  return recordEvent(
    tx,
    ...rows.map(({ id, document_id, kind, version, sha256, mime_type, size_bytes }) => ({
      ...{ eventType: 'DOCUMENT_UPLOADED', aggregateType: 'DocumentVersion', aggregateId: id },
      payload: { document_id, kind, version, sha256, mime_type, size_bytes },
    })),
  );
}
