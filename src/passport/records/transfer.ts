import { queryBuilder, type TenantExecutor, type TenantTransaction } from '../../database/index.js';
import { databaseNow } from '../../engine/index.js';
import { CasparianError, isoTime, newId, sha256Hex } from '../../platform/index.js';
import { type Decision, decisionBody, decisionBytes, readDecision } from '../history/transfer.js';
import type { PassportSchema, TransfersTable, TransferStatus } from '../schema/tables.js';
import type { PassportRecord } from './passport.js';
import { requireInUse } from './passport-life.js';
import { bufferOf, found, type Page, pageOf, requireId, requireText } from './references.js';
import { requestStatements } from './request-statements.js';

/** An offer of the responsibility for a battery, and what became of it. */
export interface TransferRecord {
  readonly id: string;
  readonly passportId: string;
  /** An open offer whose time is over is EXPIRED. */
  readonly status: TransferStatus;
  /** The hash of the signed offer. */
  readonly offerHash: string;
  readonly operator: { readonly identifier: string; readonly name: string };
  readonly operatorKey: Buffer;
  readonly expiresAt: string;
  readonly createdAt: number;
  readonly decidedAt: number | null;
  readonly decisionHash: string | null;
}

export interface OfferRequest {
  readonly passport: PassportRecord;
  readonly operator: { readonly identifier: string; readonly name: string };
  /** The 32 bytes of the key that has to accept. */
  readonly operatorKey: Uint8Array;
  /** 1 to 365. */
  readonly validDays: number;
  /** The key of the operator who is responsible now. */
  readonly signingKeyId: string;
}

const DAY_MS = 86_400_000;
const MAX_DAYS = 365;

/** Offers the responsibility to another operator. It moves when that operator has accepted. Returns the id of the transfer and of the job. */
export async function requestOffer(
  tx: TenantTransaction,
  { passport, operator, operatorKey, validDays, signingKeyId }: OfferRequest,
): Promise<{ readonly transferId: string; readonly jobId: string }> {
  requireInUse(passport);
  if (!Number.isInteger(validDays) || validDays < 1 || validDays > MAX_DAYS) {
    throw new CasparianError('OPTION_INVALID', `An offer cannot be valid for ${validDays} days`, {
      why: `It must be from 1 to ${MAX_DAYS}.`,
    });
  }
  if (operatorKey.length !== 32)
    throw new CasparianError('VALIDATION_ERROR', 'The key of the new operator has not 32 bytes');
  const transferId = newId();
  const body = {
    transfer_id: transferId,
    operator: {
      identifier: requireText('identifier of the operator', operator.identifier, 200),
      name: requireText('name of the operator', operator.name, 200),
    },
    operator_key: Buffer.from(operatorKey).toString('base64'),
    expires_at: isoTime((await databaseNow(tx)) + validDays * DAY_MS),
  };
  const jobId = await requestStatements(
    tx,
    [{ passportId: passport.id, kind: 'TRANSFER_OFFERED', body }],
    signingKeyId,
  );
  return { transferId, jobId };
}

/** Records the decision of the new operator. Undefined if the same decision was recorded before. */
export async function requestDecision(
  tx: TenantTransaction,
  { content, signingKeyId }: { readonly content: Uint8Array; readonly signingKeyId: string },
): Promise<{ readonly transfer: TransferRecord; readonly jobId: string | undefined }> {
  const decision = readDecision(content);
  const transfer = await transferOfOffer(tx, decision.offerHash);
  if (transfer.decisionHash === decisionHash(decision)) return { transfer, jobId: undefined };
  requireDecidable(transfer, decision, await databaseNow(tx));
  const kind = decision.accepted ? 'TRANSFER_ACCEPTED' : 'TRANSFER_REFUSED';
  const body = { transfer_id: transfer.id, decision: decisionBody(decision) };
  return {
    transfer,
    jobId: await requestStatements(tx, [{ passportId: transfer.passportId, kind, body }], signingKeyId),
  };
}

/** Takes an open offer back. Returns the job's id. */
export async function requestWithdrawal(
  tx: TenantTransaction,
  { transferId, signingKeyId }: { readonly transferId: string; readonly signingKeyId: string },
): Promise<string> {
  const transfer = await findTransfer(tx, transferId);
  if (transfer.status !== 'OFFERED') throw notOpen(transfer);
  const body = { transfer_id: transfer.id };
  return requestStatements(tx, [{ passportId: transfer.passportId, kind: 'TRANSFER_WITHDRAWN', body }], signingKeyId);
}

/** Fails unless the offer is open and the decision was signed by the operator whom the offer names. */
export function requireDecidable(
  transfer: Pick<TransferRecord, 'id' | 'status' | 'operator' | 'operatorKey' | 'expiresAt'>,
  decision: Decision,
  now: number,
): void {
  if (!transfer.operatorKey.equals(Buffer.from(decision.publicKey, 'base64'))) {
    throw new CasparianError(
      'SIGNATURE_INVALID',
      `The decision was not signed with the key of ${transfer.operator.name}`,
      {
        why: 'The offer names the key that has to accept.',
      },
    );
  }
  if (transfer.status !== 'OFFERED' || Date.parse(transfer.expiresAt) < now) throw notOpen(transfer);
}

function notOpen({ id, status, expiresAt }: Pick<TransferRecord, 'id' | 'status' | 'expiresAt'>): CasparianError {
  const state = status === 'OFFERED' || status === 'EXPIRED' ? `expired on ${expiresAt.slice(0, 10)}` : `is ${status}`;
  return new CasparianError('PASSPORT_STATE_CONFLICT', `The offer ${id} ${state}`, {
    why: 'Only an open offer can be accepted, refused or withdrawn.',
  });
}

export function decisionHash(decision: Decision): string {
  return sha256Hex(decisionBytes(decision));
}

export async function findTransfer(database: TenantExecutor, id: string): Promise<TransferRecord> {
  const row = await transfers(database).where('id', '=', requireId('transfer', id)).executeTakeFirst();
  return transferOf(found(row, 'transfer', id), await databaseNow(database));
}

async function transferOfOffer(database: TenantExecutor, offerHash: string): Promise<TransferRecord> {
  const row = await transfers(database).where('offer_hash', '=', offerHash).executeTakeFirst();
  return transferOf(found(row, 'offer with the hash', offerHash), await databaseNow(database));
}

/** Transfers of one passport or of all, oldest first. */
export async function listTransfers(
  database: TenantExecutor,
  { passportId, ...page }: Page & { readonly passportId?: string | undefined } = {},
): Promise<TransferRecord[]> {
  const { limit, after } = pageOf(page);
  const passport = passportId === undefined ? undefined : requireId('passport', passportId);
  const rows = await transfers(database)
    .where('id', '>', after)
    .$if(passport !== undefined, (query) => query.where('passport_id', '=', passport ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
  const now = await databaseNow(database);
  return rows.map((row) => transferOf(row, now));
}

function transfers(database: TenantExecutor) {
  return queryBuilder<PassportSchema>(database)
    .selectFrom('cf_passport_transfers')
    .selectAll()
    .where('tenant', '=', database.tenant);
}

function transferOf(row: TransfersTable, now: number): TransferRecord {
  const isOver = row.status === 'OFFERED' && Date.parse(row.expires_at) < now;
  return {
    ...{ id: row.id, passportId: row.passport_id, status: isOver ? 'EXPIRED' : row.status },
    ...{ offerHash: row.offer_hash, operator: JSON.parse(row.operator) as TransferRecord['operator'] },
    ...{ operatorKey: bufferOf(row.operator_key), expiresAt: row.expires_at, createdAt: row.created_at },
    ...{ decidedAt: row.decided_at, decisionHash: row.decision_hash },
  };
}
