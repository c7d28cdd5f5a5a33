import { sql } from 'kysely';
import { queryBuilder, tenantDatabase, tenantTransaction, type TenantTransaction } from '../../database/index.js';
import { complete, type JobContext, type Outcome } from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, newId, sha256Hex } from '../../platform/index.js';
import type { ExportPassportPayload } from '../job-types.js';
import { findPassportVersion, passportBundle, stateConflict } from '../records/passport-version.js';
import type { PassportSchema } from '../schema/tables.js';
import type { PassportRuntime } from './runtime.js';

/** The formats that can be exported, and the media type of each. JSON is the bundle without facts and rules. */
const MIME_TYPES: Readonly<Record<string, string>> = { JSON: 'application/json' };

/** Exports an active version as a file that is kept with its hash. */
export async function exportVersion(
  runtime: PassportRuntime,
  { passport_version_id: given, format, template, destination }: ExportPassportPayload,
  { job }: JobContext,
): Promise<Outcome> {
  const mimeType = MIME_TYPES[format];
  if (mimeType === undefined) throw unsupported(`the format ${format}`);
  if (template != null || destination != null) throw unsupported(`a template or destination of the format ${format}`);
  const database = tenantDatabase(runtime.database, job.tenant);
  const { id, status } = await findPassportVersion(database, given);
  if (status !== 'ACTIVE') throw stateConflict(id, status, 'only an active version is exported');
  const content = await passportBundle(database, id, { withFacts: false, withRules: false });
  const sha256 = sha256Hex(content);
  return complete(
    { passport_version_id: id, format, sha256, size_bytes: content.length },
    { write: (scope) => store(tenantTransaction(scope, job.tenant), { id, format, mimeType, sha256, content }) },
  );
}

interface Exported {
  readonly id: string;
  readonly format: string;
  readonly mimeType: string;
  readonly sha256: string;
  readonly content: Buffer;
}

async function store(tx: TenantTransaction, { id, format, mimeType, sha256, content }: Exported): Promise<void> {
  const inserted = await queryBuilder<PassportSchema>(tx)
    .insertInto('cf_passport_exports')
    .values({
      ...{ id: newId(), tenant: tx.tenant, passport_version_id: id, format, mime_type: mimeType, sha256 },
      ...{ size_bytes: content.length, content, created_at: sql<number>`cf_now()` },
    })
    .onConflict((conflict) => conflict.columns(['tenant', 'passport_version_id', 'format', 'sha256']).doNothing())
    .returning('id')
    .execute();
  if (inserted.length === 0) return;
  await recordEvent(tx, {
    ...{ eventType: 'PASSPORT_EXPORTED', aggregateType: 'PassportVersion', aggregateId: id },
    payload: { format, sha256 },
  });
}

function unsupported(what: string): CasparianError {
  return new CasparianError('VALIDATION_ERROR', `EXPORT_PASSPORT does not support ${what}`, {
    why: `The formats are ${Object.keys(MIME_TYPES).join(', ')}.`,
  });
}
