import type { TenantExecutor, TenantTransaction } from '../../database/index.js';
import { databaseNow } from '../../engine/index.js';
import { CasparianError } from '../../platform/index.js';
import { readEndedHistory } from '../history/ended-history.js';
import { type Reading, readReadings, rejected } from '../history/readings.js';
import type { StatementBody, StatementKind } from '../history/statement.js';
import { RECORD_STATEMENTS_JOB } from '../job-types.js';
import { addDocument } from './document.js';
import { enqueueJob } from './enqueue.js';
import { only } from './only.js';
import { type PassportRecord, passportRows } from './passport.js';
import { requireInUse } from './passport-life.js';
import { findProduct } from './product.js';
import { hasIdOf } from './id-rows.js';
import { isId, requireText } from './references.js';
import { issuedAt } from './request-compile.js';
import { recordUploads, storeVersions } from './store-versions.js';
import { storedBatteries } from './stored-batteries.js';

export interface ReadingsRequest {
  readonly content: Uint8Array;
  readonly mimeType: string;
  /** The SKU of batteries that are named by their serial numbers alone. */
  readonly product?: string | undefined;
  readonly signingKeyId: string;
  readonly source?: Readonly<Record<string, unknown>> | undefined;
}

export interface RequestedReadings {
  readonly documentVersionId: string;
  readonly jobId: string;
  readonly readings: number;
}

/**
 * Stores a file of readings and enqueues RECORD_STATEMENTS, which signs and appends them. Fails if a reading is wrong or its battery is not
 * known. The same file again, and readings that were recorded before, change nothing.
 */
export async function requestReadings(tx: TenantTransaction, request: ReadingsRequest): Promise<RequestedReadings> {
  const { content, mimeType, product, source = {} } = request;
  const readings = readReadings(content);
  const passports = await batteriesOf(tx, readings, product);
  const problems = readings.flatMap(({ battery, place }) => {
    const passport = passports.get(battery);
    if (passport === undefined) return [`${place}: there is no passport of the battery '${battery}'`];
    return passport.life === 'ENDED' ? [`${place}: the passport of '${battery}' has ended`] : [];
  });
  if (problems.length > 0) throw rejected(problems);
  const { id: documentId } = await addDocument(tx, {
    kind: 'OTHER',
    externalRef: `readings${product ? ` of ${product}` : ''}`,
  });
  const upload = { documentId, mimeType, content, source, validatedFacts: readings.length };
  const { row, isNew } = await only(storeVersions(tx, [upload]));
  const jobId = await enqueueJob(
    tx,
    RECORD_STATEMENTS_JOB,
    {
      ...{ stated_at: issuedAt(await databaseNow(tx)), signing_key_id: signingKey(request.signingKeyId) },
      ...{ document_version_id: row.id, product: product ?? null },
    },
    // The key is part of it: a file whose key was missing can be recorded with another one.
    { idempotencyKey: `readings-${row.id}-${request.signingKeyId}` },
  );
  if (isNew) await recordUploads(tx, [row]);
  return { documentVersionId: row.id, jobId, readings: readings.length };
}

/** The passports that readings name, with a few queries for all. */
export async function batteriesOf(
  database: TenantExecutor,
  readings: readonly Pick<Reading, 'battery'>[],
  product: string | undefined,
): Promise<Map<string, PassportRecord>> {
  const found = new Map<string, PassportRecord>();
  const names = [...new Set(readings.map(({ battery }) => battery))];
  const ids = names.filter(isId);
  if (ids.length > 0) {
    const rows = await passportRows(database, (query) =>
      query.where(hasIdOf(database.dialect, 'cf_passports.id', ids)),
    );
    for (const row of rows) found.set(row.id, row);
  }
  const bySku = new Map<string, [name: string, serial: string][]>();
  for (const name of names.filter((one) => !isId(one))) {
    const slash = name.lastIndexOf('/');
    const [sku, serial] =
      slash > 0 ? [name.slice(0, slash), name.slice(slash + 1)] : product === undefined ? [name, ''] : [product, name];
    bySku.set(sku, [...(bySku.get(sku) ?? []), [name, serial]]);
  }
  for (const [sku, batteries] of bySku) {
    const known = await productOrNone(database, sku);
    if (known === undefined) continue;
    const stored = await storedBatteries(
      database,
      known,
      batteries.map(([, serial]) => serial),
    );
    for (const [name, serial] of batteries) {
      const battery = stored.get(serial);
      if (battery !== undefined) found.set(name, battery.passport);
    }
  }
  return found;
}

async function productOrNone(database: TenantExecutor, sku: string): Promise<string | undefined> {
  try {
    return (await findProduct(database, sku)).id;
  } catch (error) {
    if (error instanceof CasparianError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** A statement before it has its place in the history. */
export interface StatementDraft {
  readonly passportId: string;
  readonly kind: StatementKind;
  readonly body: StatementBody;
}

/** Enqueues the job that signs statements and appends them, all or none. Returns the job's id. */
export async function requestStatements(
  tx: TenantTransaction,
  drafts: readonly StatementDraft[],
  signingKeyId: string,
): Promise<string> {
  return enqueueJob(tx, RECORD_STATEMENTS_JOB, {
    ...{ stated_at: issuedAt(await databaseNow(tx)), signing_key_id: signingKey(signingKeyId) },
    statements: drafts.map(({ passportId, kind, body }) => ({ passport_id: passportId, kind, body })),
  });
}

function signingKey(id: string): string {
  return requireText('id of the signing key', id, 200);
}

/** Why a battery's life in its passport can end. Waste is not an end: it is a state of the battery, until it is recycled. */
export const END_REASONS = ['repurposed', 'reused', 'remanufactured', 'recycled'] as const;
export type EndReason = (typeof END_REASONS)[number];

export interface EndRequest {
  readonly passport: PassportRecord;
  readonly reason: EndReason;
  /** The next passport of the battery, unless it was recycled. */
  readonly successor?: { readonly passport: PassportRecord } | { readonly url: string } | undefined;
  readonly signingKeyId: string;
}

/**
 * Ends a passport. The statement names the successor, and a statement in the history of a successor of the same tenant names this passport, so
 * that both directions are signed.
 */
export function requestEnd(tx: TenantTransaction, request: EndRequest): Promise<string> {
  const { passport, reason, successor, signingKeyId } = request;
  requireInUse(passport);
  if ((reason === 'recycled') !== (successor === undefined)) {
    throw new CasparianError(
      'VALIDATION_ERROR',
      reason === 'recycled'
        ? 'A recycled battery has no successor'
        : `A battery that is ${reason} gets a new passport: name it`,
      {
        why: 'The passport of a battery that lives on links to the next one (Art. 77(7)); that of a recycled battery ends (Art. 77(8)).',
      },
    );
  }
  if (successor === undefined || 'url' in successor) {
    const body = { reason, successor: successor === undefined ? null : { url: webAddress(successor.url) } };
    return requestStatements(tx, [{ passportId: passport.id, kind: 'ENDED', body }], signingKeyId);
  }
  if (successor.passport.id === passport.id)
    throw new CasparianError('VALIDATION_ERROR', 'A passport cannot succeed itself');
  requireInUse(successor.passport);
  return requestStatements(
    tx,
    [
      { passportId: passport.id, kind: 'ENDED', body: { reason, successor: { passport_id: successor.passport.id } } },
      {
        passportId: successor.passport.id,
        kind: 'SUCCEEDS',
        body: { reason, predecessor: { passport_id: passport.id } },
      },
    ],
    signingKeyId,
  );
}

export interface SuccessionRequest {
  readonly passport: PassportRecord;
  /** The address of the earlier passport. */
  readonly url: string;
  /** Its signed history, which ends with its end. */
  readonly history: Uint8Array;
  /** The key of its first operator, as it was published. */
  readonly publicKey?: Uint8Array | undefined;
  readonly signingKeyId: string;
}

/**
 * Links a passport to the one that the battery had in another installation. The other side has named this passport when it ended; the statement
 * here contains the hash of that statement, so that both directions are signed. Returns the job's id.
 */
export function requestSuccession(tx: TenantTransaction, request: SuccessionRequest): Promise<string> {
  const { passport, url, history, publicKey, signingKeyId } = request;
  requireInUse(passport);
  const { reason, statement } = readEndedHistory(history, publicKey);
  const body = { reason, predecessor: { url: webAddress(url), statement } };
  return requestStatements(tx, [{ passportId: passport.id, kind: 'SUCCEEDS', body }], signingKeyId);
}

export function webAddress(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new CasparianError('VALIDATION_ERROR', `'${text}' is not a web address`);
}
