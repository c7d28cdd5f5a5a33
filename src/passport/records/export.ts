import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { PassportSchema } from '../schema/tables.js';
import { findPassportVersion } from './passport-version.js';
import { bufferOf, found, requireId } from './references.js';

/** A file that was made from a passport version. */
export interface ExportRecord {
  readonly id: string;
  readonly passportVersionId: string;
  readonly format: string;
  /** Null of an export with everything. */
  readonly audience: string | null;
  readonly mimeType: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly createdAt: number;
}

/** The exports of a version, oldest first. */
export async function listExports(database: TenantExecutor, passportVersionId: string): Promise<ExportRecord[]> {
  const { id: version } = await findPassportVersion(database, passportVersionId);
  const rows = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_passport_exports')
    .select(['id', 'passport_version_id', 'format', 'audience', 'mime_type', 'sha256', 'size_bytes', 'created_at'])
    .where('tenant', '=', database.tenant)
    .where('passport_version_id', '=', version)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    passportVersionId: row.passport_version_id,
    format: row.format,
    audience: row.audience,
    mimeType: row.mime_type,
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    createdAt: row.created_at,
  }));
}

/** The bytes of an export. */
export async function exportContent(database: TenantExecutor, id: string): Promise<Buffer> {
  const row = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_passport_exports')
    .select('content')
    .where('tenant', '=', database.tenant)
    .where('id', '=', requireId('export', id))
    .executeTakeFirst();
  return bufferOf(found(row, 'export', id).content);
}
