import { sql } from 'kysely';
import { queryBuilder, tenantDatabase, tenantTransaction, type TenantTransaction } from '../../database/index.js';
import { complete, type JobContext, type Outcome } from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, newId, sha256Hex } from '../../platform/index.js';
import { requireAudience } from '../disclosure/audience.js';
import { EXPORT_FORMATS, requireExportFormat } from '../exports/export-formats.js';
import type { ExportPassportPayload } from '../job-types.js';
import { findPassportVersion, passportBundle, stateConflict } from '../records/passport-version.js';
import { passportVersionView } from '../records/version-view.js';
import type { PassportSchema } from '../schema/tables.js';
import type { Signer } from '../signing/signer.js';
import { statusListAddress } from '../status-list/status-list-address.js';
import type { PassportRuntime } from './runtime.js';

/** The bundle without facts and rules, for programs that verify. It has no audience: its proof contains every value. */
const BUNDLE = 'JSON';

/** Exports an active version as a file that is kept with its hash. */
export async function exportVersion(
  runtime: PassportRuntime,
  { passport_version_id: given, format: named, audience: whom, template, destination }: ExportPassportPayload,
  { job }: JobContext,
): Promise<Outcome> {
  if (template != null || destination != null) throw unsupported(`a template or destination of the format ${named}`);
  // Before the version is looked up: a format that does not exist stays wrong, whatever the state of the version.
  const format = named === BUNDLE ? BUNDLE : requireExportFormat(named);
  const database = tenantDatabase(runtime.database, job.tenant);
  const { id, status, signingKeyId, statusIndex } = await findPassportVersion(database, given);
  if (status !== 'ACTIVE') throw stateConflict(id, status, 'only an active version is exported');
  if (format === BUNDLE) {
    const content = await passportBundle(database, id, { withFacts: false, withRules: false });
    return exported(job.tenant, { id, format: BUNDLE, audience: null, mimeType: 'application/json', content });
  }
  const audience = requireAudience(whom ?? 'public');
  const { mimeType, make } = EXPORT_FORMATS[format] as (typeof EXPORT_FORMATS)[string];
  const view = await passportVersionView(database, id, audience);
  const list = statusListAddress(job.tenant, 'revocation', runtime.publicUrl);
  const place = statusIndex === null ? undefined : { list, index: statusIndex };
  const content = await make({ ...view, status: place }, () => signerOf(runtime, signingKeyId));
  return exported(job.tenant, { id, format, audience, mimeType, content });
}

async function signerOf(runtime: PassportRuntime, keyId: string): Promise<Signer> {
  const signer = await runtime.signerFor(keyId);
  if (signer !== undefined) return signer;
  throw new CasparianError('SIGNING_KEY_MISSING', `This machine does not have the key '${keyId}'`, {
    why: 'A credential is signed with the key of the passport.',
  });
}

function exported(tenant: string, file: Omit<Exported, 'sha256'>): Outcome {
  const sha256 = sha256Hex(file.content);
  const { id, format, audience, content } = file;
  return complete(
    { passport_version_id: id, format, audience, sha256, size_bytes: content.length },
    { write: (scope) => store(tenantTransaction(scope, tenant), { ...file, sha256 }) },
  );
}

interface Exported {
  readonly id: string;
  readonly format: string;
  readonly audience: string | null;
  readonly mimeType: string;
  readonly sha256: string;
  readonly content: Buffer;
}

async function store(
  tx: TenantTransaction,
  { id, format, audience, mimeType, sha256, content }: Exported,
): Promise<void> {
  const inserted = await queryBuilder<PassportSchema>(tx)
    .insertInto('cf_passport_exports')
    .values({
      ...{ id: newId(), tenant: tx.tenant, passport_version_id: id, format, audience, mime_type: mimeType, sha256 },
      ...{ size_bytes: content.length, content, created_at: sql<number>`cf_now()` },
    })
    .onConflict((conflict) => conflict.columns(['tenant', 'passport_version_id', 'format', 'sha256']).doNothing())
    .returning('id')
    .execute();
  if (inserted.length === 0) return;
  await recordEvent(tx, {
    ...{ eventType: 'PASSPORT_EXPORTED', aggregateType: 'PassportVersion', aggregateId: id },
    payload: { format, sha256, ...(audience === null ? {} : { audience }) },
  });
}

function unsupported(what: string): CasparianError {
  return new CasparianError('VALIDATION_ERROR', `EXPORT_PASSPORT does not support ${what}`);
}
