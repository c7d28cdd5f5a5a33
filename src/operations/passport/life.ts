import type { TenantTransaction } from '../../database/index.js';
import { isFinished } from '../../engine/index.js';
import {
  type EndReason,
  findPassport,
  findTransfer,
  listPassports,
  newestStatusList,
  type PassportRecord,
  type ReadingsRequest,
  receivePassport,
  type ReceiveRequest,
  requestDecision,
  requestEnd,
  requestOffer,
  requestReadings,
  requestRefresh,
  requestStatusList,
  requestSuccession,
  requestWithdrawal,
  type StatusListRecord,
  type TransferRecord,
} from '../../passport/index.js';
import { type PassportScope, withPassportSession } from './passport-session.js';
import { everyRow, passportNamed, productNamed, transferNamed } from './references.js';

/** Enqueues one job and waits for its end. Returns its result. */
function finishedJob<T>(
  scope: PassportScope,
  request: (tx: TenantTransaction) => Promise<string | undefined>,
): Promise<T | undefined> {
  return withPassportSession(scope, async (session) => {
    const jobId = await session.write(request);
    return jobId === undefined ? undefined : ((await session.finished(jobId)).result as T);
  });
}

export interface RecordedReadings {
  readonly readings: number;
  /** New statements; the others were recorded before. */
  readonly recorded: number;
}

/** Records a file of readings: each is signed and added to the history of its battery. A job that has failed runs again. */
export function recordReadings(scope: PassportScope, request: ReadingsRequest): Promise<RecordedReadings> {
  return withPassportSession(scope, async (session) => {
    const { jobId, readings } = await session.write((tx) => requestReadings(tx, request));
    const { status } = await scope.engine.job(jobId);
    if (status.startsWith('completed')) return { readings, recorded: 0 };
    if (isFinished(status)) await scope.engine.retry(jobId);
    const { statements } = (await session.finished(jobId)).result as { statements: number };
    return { readings, recorded: statements };
  });
}

export interface RefreshRequest {
  /** Names of passports; or all batteries of a product. */
  readonly passports: readonly string[];
  readonly product?: string | undefined;
  readonly signingKeyId: string;
  readonly activate: boolean;
  readonly onProgress: (done: number, total: number) => void;
}

export interface RefreshedPassports {
  readonly passports: number;
  readonly refreshed: number;
  readonly unchanged: number;
  readonly versions: readonly string[];
}

/** Makes new versions of passports from the readings since their newest versions. */
export function refreshNamedPassports(scope: PassportScope, request: RefreshRequest): Promise<RefreshedPassports> {
  const { database } = scope;
  return withPassportSession(scope, async (session) => {
    const passportIds: string[] = [];
    for (const name of request.passports) passportIds.push((await passportNamed(database, name)).id);
    if (request.product !== undefined) {
      const { id: productId } = await productNamed(database, request.product);
      const all = await everyRow(database, (_, page) => listPassports(database, { ...page, productId }));
      passportIds.push(...all.filter(hasReadings).map(({ id }) => id));
    }
    const { signingKeyId, activate } = request;
    const jobIds = await session.write((tx) => requestRefresh(tx, { passportIds, signingKeyId, activate }));
    const versions: string[] = [];
    let done = 0;
    for (const id of jobIds) {
      const { refreshed, unchanged, versions: made } = (await session.finished(id)).result as RefreshedPassports;
      versions.push(...made);
      done += refreshed + unchanged;
      request.onProgress(done, passportIds.length);
    }
    return { passports: done, refreshed: versions.length, unchanged: done - versions.length, versions };
  });
}

function hasReadings({ statementCount, life }: PassportRecord): boolean {
  return statementCount > 0 && life === 'IN_USE';
}

export interface EndOptions {
  readonly passport: string;
  readonly reason: EndReason;
  readonly successor?: string | undefined;
  readonly successorUrl?: string | undefined;
  readonly signingKeyId: string;
}

/** Ends a passport, and links it to its successor. */
export async function endNamedPassport(scope: PassportScope, options: EndOptions): Promise<PassportRecord> {
  const { database } = scope;
  const { reason, signingKeyId, successor: name, successorUrl: url } = options;
  const passport = await passportNamed(database, options.passport);
  const linked = name === undefined ? undefined : { passport: await passportNamed(database, name) };
  const successor = linked ?? (url === undefined ? undefined : { url });
  await finishedJob(scope, (tx) => requestEnd(tx, { passport, reason, successor, signingKeyId }));
  return findPassport(database, passport.id);
}

export interface SuccessionOptions {
  readonly passport: string;
  readonly url: string;
  readonly history: Uint8Array;
  readonly publicKey?: Uint8Array | undefined;
  readonly signingKeyId: string;
}

/** Links a passport to the one that the battery had in another installation. */
export async function succeedForeignPassport(
  scope: PassportScope,
  options: SuccessionOptions,
): Promise<PassportRecord> {
  const passport = await passportNamed(scope.database, options.passport);
  await finishedJob(scope, (tx) => requestSuccession(tx, { ...options, passport }));
  return findPassport(scope.database, passport.id);
}

export interface OfferOptions {
  readonly passport: string;
  readonly operator: { readonly identifier: string; readonly name: string };
  readonly operatorKey: Uint8Array;
  readonly validDays: number;
  readonly signingKeyId: string;
}

/** Offers the responsibility for a battery to another operator. */
export async function offerTransfer(scope: PassportScope, options: OfferOptions): Promise<TransferRecord> {
  const passport = await passportNamed(scope.database, options.passport);
  let transfer = '';
  await finishedJob(scope, async (tx) => {
    const { jobId, transferId } = await requestOffer(tx, { ...options, passport });
    transfer = transferId;
    return jobId;
  });
  return findTransfer(scope.database, transfer);
}

/** Records what the new operator decided. */
export async function completeTransfer(
  scope: PassportScope,
  request: { readonly content: Uint8Array; readonly signingKeyId: string },
): Promise<TransferRecord> {
  let id = '';
  await finishedJob(scope, async (tx) => {
    const { jobId, transfer } = await requestDecision(tx, request);
    ({ id } = transfer);
    return jobId;
  });
  return findTransfer(scope.database, id);
}

/** Stores a passport whose responsibility was moved here. */
export function receiveTransfer(scope: PassportScope, request: ReceiveRequest): Promise<PassportRecord> {
  return withPassportSession(scope, (session) => session.write((tx) => receivePassport(tx, request)));
}

/** Takes an open offer back. `transfer` is its id, or a unique part of it. */
export async function withdrawTransfer(
  scope: PassportScope,
  request: { readonly transfer: string; readonly signingKeyId: string },
): Promise<TransferRecord> {
  const { id: transferId } = await transferNamed(scope.database, request.transfer);
  await finishedJob(scope, (tx) => requestWithdrawal(tx, { transferId, signingKeyId: request.signingKeyId }));
  return findTransfer(scope.database, transferId);
}

/** Signs the next status list. */
export async function publishList(
  scope: PassportScope,
  request: { readonly purpose: string; readonly validDays: number; readonly signingKeyId: string },
): Promise<StatusListRecord> {
  await finishedJob(scope, (tx) => requestStatusList(tx, request));
  return (await newestStatusList(scope.database, request.purpose)) as StatusListRecord;
}
