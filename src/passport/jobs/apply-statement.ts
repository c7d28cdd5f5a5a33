import { sql, type RawBuilder } from 'kysely';
import { queryBuilder, type TenantTransaction } from '../../database/index.js';
import { databaseNow } from '../../engine/index.js';
import type { TenantEvent } from '../../events/index.js';
import { CasparianError } from '../../platform/index.js';
import { decisionOf } from '../history/transfer.js';
import type { PassportSchema, PassportsTable, TransferStatus } from '../schema/tables.js';
import { decisionHash, findTransfer, requireDecidable } from '../records/transfer.js';
import type { NewStatement } from './record-statements.js';

/** Changes what follows from a statement besides the history itself. The row of the passport is locked. */
export async function applyStatement(tx: TenantTransaction, statement: NewStatement, statedAt: string): Promise<void> {
  const { kind, body, passportId, hash } = statement;
  switch (kind) {
    case 'READING':
      return;
    case 'ENDED':
      return changePassport(tx, passportId, {
        ...{ life: 'ENDED', end_reason: textIn(body, 'reason'), ended_at: sql<number>`cf_now()` },
        successor: linkText(body['successor'], hash),
      });
    case 'SUCCEEDS':
      return succeed(tx, passportId, linkText(body['predecessor'], undefined));
    case 'TRANSFER_OFFERED':
      return offer(tx, statement);
    case 'TRANSFER_WITHDRAWN':
      return decide(tx, statement, 'WITHDRAWN', null);
    case 'TRANSFER_ACCEPTED':
    case 'TRANSFER_REFUSED':
      return decided(tx, statement, statedAt);
  }
}

/** What others learn of a statement: values that were measured are not public, so an event has their hash only. */
export function eventOf({ kind, body, passportId, sequence, hash }: NewStatement): TenantEvent {
  const { values: _, decision: __, ...rest } = body;
  return {
    ...{ eventType: EVENTS[kind], aggregateType: 'Passport', aggregateId: passportId },
    payload: { sequence, statement_hash: hash, ...rest },
  };
}

const EVENTS: Readonly<Record<NewStatement['kind'], string>> = {
  READING: 'READING_RECORDED',
  ENDED: 'PASSPORT_ENDED',
  SUCCEEDS: 'PASSPORT_SUCCEEDED',
  TRANSFER_OFFERED: 'PASSPORT_TRANSFER_OFFERED',
  TRANSFER_ACCEPTED: 'PASSPORT_TRANSFERRED',
  TRANSFER_REFUSED: 'PASSPORT_TRANSFER_REFUSED',
  TRANSFER_WITHDRAWN: 'PASSPORT_TRANSFER_WITHDRAWN',
};

type PassportChange = Partial<
  Pick<PassportsTable, 'life' | 'end_reason' | 'successor' | 'predecessor' | 'operator'>
> & {
  readonly ended_at?: RawBuilder<number>;
};

async function changePassport(tx: TenantTransaction, id: string, change: PassportChange): Promise<void> {
  await queryBuilder<PassportSchema>(tx)
    .updateTable('cf_passports')
    .set(change)
    .where('tenant', '=', tx.tenant)
    .where('id', '=', id)
    .execute();
}

/** A battery has one earlier passport. */
async function succeed(tx: TenantTransaction, id: string, predecessor: string | null): Promise<void> {
  const changed = await queryBuilder<PassportSchema>(tx)
    .updateTable('cf_passports')
    .set({ predecessor })
    .where('tenant', '=', tx.tenant)
    .where('id', '=', id)
    .where('predecessor', 'is', null)
    .returning('id')
    .execute();
  if (changed.length > 0) return;
  throw new CasparianError('PASSPORT_STATE_CONFLICT', `The passport ${id} succeeds another one already`);
}

function linkText(given: unknown, statement: string | undefined): string | null {
  if (typeof given !== 'object' || given === null) return null;
  const { passport_id: passportId, url, statement: named } = given as Readonly<Record<string, string | undefined>>;
  return JSON.stringify({ passportId, url, statement: named ?? statement });
}

/** An offer whose time is over makes room for the next. Another open one fails on the index of open offers. */
async function offer(tx: TenantTransaction, { body, passportId, hash }: NewStatement): Promise<void> {
  const builder = queryBuilder<PassportSchema>(tx);
  const now = new Date(await databaseNow(tx)).toISOString();
  await builder
    .updateTable('cf_passport_transfers')
    .set({ status: 'EXPIRED', decided_at: sql<number>`cf_now()` })
    .where('tenant', '=', tx.tenant)
    .where('passport_id', '=', passportId)
    .where('status', '=', 'OFFERED')
    .where('expires_at', '<', now)
    .execute();
  const inserted = await builder
    .insertInto('cf_passport_transfers')
    .values({
      ...{ id: textIn(body, 'transfer_id'), tenant: tx.tenant, passport_id: passportId, status: 'OFFERED' },
      ...{ offer_hash: hash, operator: JSON.stringify(body['operator']) },
      ...{ operator_key: Buffer.from(textIn(body, 'operator_key'), 'base64'), expires_at: textIn(body, 'expires_at') },
      ...{ decision_hash: null, decided_at: null, created_at: sql<number>`cf_now()` },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (inserted.length > 0) return;
  throw new CasparianError('PASSPORT_STATE_CONFLICT', 'There is an open offer for this battery', {
    next: ['Wait for the decision, or withdraw the offer.'],
  });
}

async function decided(tx: TenantTransaction, statement: NewStatement, statedAt: string): Promise<void> {
  const decision = decisionOf(statement.body['decision'] as Readonly<Record<string, unknown>>);
  const transfer = await findTransfer(tx, textIn(statement.body, 'transfer_id'));
  requireDecidable(transfer, decision, await databaseNow(tx));
  const isOfOffer = transfer.offerHash === decision.offerHash && transfer.passportId === statement.passportId;
  const isOfKind = decision.accepted === (statement.kind === 'TRANSFER_ACCEPTED');
  if (!isOfOffer || !isOfKind) throw new CasparianError('VALIDATION_ERROR', 'The decision is about another offer');
  await decide(tx, statement, decision.accepted ? 'ACCEPTED' : 'REFUSED', decisionHash(decision));
  if (!decision.accepted) return;
  const operator = { ...transfer.operator, publicKey: decision.publicKey, since: statedAt };
  await changePassport(tx, statement.passportId, { operator: JSON.stringify(operator) });
}

async function decide(
  tx: TenantTransaction,
  { body, passportId }: NewStatement,
  status: TransferStatus,
  hash: string | null,
): Promise<void> {
  const changed = await queryBuilder<PassportSchema>(tx)
    .updateTable('cf_passport_transfers')
    .set({ status, decision_hash: hash, decided_at: sql<number>`cf_now()` })
    .where('tenant', '=', tx.tenant)
    .where('passport_id', '=', passportId)
    .where('id', '=', textIn(body, 'transfer_id'))
    .where('status', '=', 'OFFERED')
    .returning('id')
    .execute();
  if (changed.length > 0) return;
  throw new CasparianError('PASSPORT_STATE_CONFLICT', 'The offer is not open any more');
}

function textIn(body: NewStatement['body'], name: string): string {
  const value = body[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new CasparianError('VALIDATION_ERROR', `${name} is missing in the statement`);
}
