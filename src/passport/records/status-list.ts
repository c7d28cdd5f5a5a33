import { type Executor, queryBuilder, type TenantExecutor, type TenantTransaction } from '../../database/index.js';
import { CasparianError } from '../../platform/index.js';
import { PUBLISH_STATUS_LIST_JOB } from '../job-types.js';
import type { PassportSchema, StatusListsTable, StatusPurpose } from '../schema/tables.js';
import { enqueueJob } from './enqueue.js';
import { bufferOf, requireText } from './references.js';

export const STATUS_PURPOSES: readonly StatusPurpose[] = ['revocation', 'refresh'];

/** A list that was signed and can be handed out. */
export interface StatusListRecord {
  readonly id: string;
  readonly purpose: StatusPurpose;
  readonly sequence: number;
  readonly entries: number;
  readonly content: Buffer;
  readonly sha256: string;
  readonly validUntil: number;
  readonly createdAt: number;
}

const MAX_DAYS = 366;

/** Enqueues the job that signs the next status list. Returns its id. */
export function requestStatusList(
  tx: TenantTransaction,
  {
    purpose,
    validDays,
    signingKeyId,
  }: { readonly purpose: string; readonly validDays: number; readonly signingKeyId: string },
): Promise<string> {
  if (!Number.isInteger(validDays) || validDays < 1 || validDays > MAX_DAYS) {
    throw new CasparianError('OPTION_INVALID', `A status list cannot be valid for ${validDays} days`, {
      why: `It must be from 1 to ${MAX_DAYS}.`,
    });
  }
  return enqueueJob(tx, PUBLISH_STATUS_LIST_JOB, {
    ...{ purpose: requirePurpose(purpose), valid_days: validDays },
    signing_key_id: requireText('id of the signing key', signingKeyId, 200),
  });
}

export function requirePurpose(text: string): StatusPurpose {
  const known = STATUS_PURPOSES.find((one) => one === text);
  if (known !== undefined) return known;
  throw new CasparianError('OPTION_INVALID', `'${text}' is not a purpose of a status list`, {
    why: `The purposes are ${STATUS_PURPOSES.join(' and ')}.`,
  });
}

/** The newest list, if one was published. */
export async function newestStatusList(
  database: TenantExecutor,
  purpose: string,
): Promise<StatusListRecord | undefined> {
  return newestOf(database, database.tenant, requirePurpose(purpose));
}

/** The newest list of the maker whom an address names. Anyone may ask, so a name that does not exist costs no more than a query. */
export async function findPublicStatusList(
  database: Executor,
  tenant: string,
  purpose: string,
): Promise<StatusListRecord | undefined> {
  const known = STATUS_PURPOSES.find((one) => one === purpose);
  return known && newestOf(database, tenant, known);
}

async function newestOf(
  database: Executor,
  tenant: string,
  purpose: StatusPurpose,
): Promise<StatusListRecord | undefined> {
  const row = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_status_lists')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('purpose', '=', purpose)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && statusListOf(row);
}

function statusListOf(row: StatusListsTable): StatusListRecord {
  return {
    ...{ id: row.id, purpose: row.purpose, sequence: row.sequence, entries: row.entries, sha256: row.sha256 },
    ...{ content: bufferOf(row.content), validUntil: row.valid_until, createdAt: row.created_at },
  };
}
