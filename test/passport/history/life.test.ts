import { describe, expect, test } from 'vitest';
import { findEvents } from '../../../src/events/index.js';
import * as passport from '../../../src/passport/index.js';
import { cjsonBytes, sha256Hex, signEd25519 } from '../../../src/platform/index.js';
import { SAMPLE_KEY } from '../golden/passport.js';
import { batteriesCsv, batteryAt, evModel, issuedBatteries, type Model } from '../staging/ev-model.js';
import { KEY_ID, STORES, usePassportStage } from '../staging/stage.js';

const NEW_KEY_ID = 'new-operator';
const NEW_KEY = passport.readEd25519Key(Buffer.alloc(32, 11));
const OPERATOR = { identifier: 'FR-123', name: 'Seconde Vie SA' };

/** Signs what the new operator decides about an offer. */
function decided(
  offerHash: string,
  { accepted = true, key = NEW_KEY, decidedAt = '2031-01-01T00:00:00Z' } = {},
): Buffer {
  const publicKey = Buffer.from(key.publicKey).toString('base64');
  const decision = { offerHash, accepted, decidedAt, reason: accepted ? null : 'too old', publicKey };
  const hash = Buffer.from(sha256Hex(passport.decisionBytes(decision)), 'hex');
  return passport.decisionFile({ ...decision, signature: Buffer.from(signEd25519(key, hash)).toString('base64') });
}

describe.each(STORES)('the life of a battery on %s', (storeName) => {
  const place = usePassportStage(storeName);
  let model: Model;

  async function batteries(tenant: string, count: number): Promise<passport.PassportRecord[]> {
    await startWorker();
    model = await evModel(place, tenant);
    await issuedBatteries(place, tenant, model, { content: batteriesCsv(count), activate: true });
    return Promise.all(Array.from({ length: count }, (_, index) => batteryAt(place, tenant, model, index)));
  }

  function startWorker() {
    return place.startWorker({
      signerFor: (keyId) => {
        const key = { [KEY_ID]: SAMPLE_KEY, [NEW_KEY_ID]: NEW_KEY }[keyId];
        return Promise.resolve(key === undefined ? undefined : passport.localSigner(keyId, key));
      },
    });
  }

  const end = (tenant: string, request: Omit<Parameters<typeof passport.requestEnd>[1], 'signingKeyId'>) =>
    place.write(tenant, (tx) => passport.requestEnd(tx, { ...request, signingKeyId: KEY_ID }));

  test('ends with a successor; both passports name each other in signed statements', async () => {
    const tenant = 'successor';
    const [old, next] = (await batteries(tenant, 2)) as [passport.PassportRecord, passport.PassportRecord];
    await expect(end(tenant, { passport: old, reason: 'repurposed' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    await expect(
      end(tenant, { passport: old, reason: 'recycled', successor: { passport: next } }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await place.completed(await end(tenant, { passport: old, reason: 'repurposed', successor: { passport: next } }));
    const [ended, successor] = [await batteryAt(place, tenant, model, 0), await batteryAt(place, tenant, model, 1)];
    expect(ended).toMatchObject({ life: 'ENDED', endReason: 'repurposed', successor: { passportId: next.id } });
    expect(successor).toMatchObject({ life: 'IN_USE', predecessor: { passportId: old.id } });
    // The link back names the statement that links forward.
    expect(successor.predecessor?.statement).toBe(ended.statementHead);
    const database = place.read(tenant);
    for (const one of [ended, successor]) {
      const history = await passport.historyFile(database, one);
      expect(passport.verifyHistory(history, { publicKey: SAMPLE_KEY.publicKey }).ok).toBe(true);
    }
    const events = await findEvents(database, tenant, { aggregateType: 'Passport', aggregateId: old.id, limit: 1 });
    expect(events[0]?.eventType).toBe('PASSPORT_ENDED');
    // Nothing more happens to it: no readings, no versions, no second end.
    await expect(end(tenant, { passport: ended, reason: 'recycled' })).rejects.toMatchObject({
      code: 'PASSPORT_STATE_CONFLICT',
    });
    const version = await passport.findPassportVersion(database, ended.currentVersionId ?? '');
    await expect(place.write(tenant, (tx) => passport.activatePassportVersion(tx, version.id))).rejects.toMatchObject({
      code: 'PASSPORT_STATE_CONFLICT',
    });
    const again = await issuedBatteries(place, tenant, model, {
      content: batteriesCsv(2, () => '2027-05-05'),
      activate: true,
    });
    expect(again).toMatchObject({ issued: 1, failed: 1 });
  });

  test('succeeds a passport of another installation, with the hash of the statement that ended it', async () => {
    const tenant = 'foreign';
    const [old, next] = (await batteries(tenant, 2)) as [passport.PassportRecord, passport.PassportRecord];
    const database = place.read(tenant);
    const succeed = async (history: Buffer, publicKey?: Uint8Array, from = 'https://id.example.com/p/1') => {
      const request = { passport: next, url: from, history, publicKey, signingKeyId: KEY_ID };
      return place.write(tenant, (tx) => passport.requestSuccession(tx, request));
    };
    const url = 'https://home.example.com/p/2';
    await place.completed(await end(tenant, { passport: old, reason: 'repurposed', successor: { url } }));
    const ended = await batteryAt(place, tenant, model, 0);
    const history = await passport.historyFile(database, ended);
    await expect(succeed(history, NEW_KEY.publicKey)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
    const forged = Buffer.from(history.toString().replace('repurposed', 'remanufactured'));
    await expect(succeed(forged)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
    const alive = await passport.historyFile(database, next);
    await expect(succeed(alive)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await place.completed(await succeed(history, SAMPLE_KEY.publicKey));
    const successor = await batteryAt(place, tenant, model, 1);
    expect(successor.predecessor).toEqual({ url: 'https://id.example.com/p/1', statement: ended.statementHead });
    expect(passport.verifyHistory(await passport.historyFile(database, successor)).ok).toBe(true);
    // A battery has one earlier passport.
    await place.completed(await succeed(history));
    const other = await succeed(history, SAMPLE_KEY.publicKey, 'https://id.example.com/p/3');
    expect(await place.failed(other)).toMatchObject({ code: 'PASSPORT_STATE_CONFLICT' });
    expect((await batteryAt(place, tenant, model, 1)).statementCount).toBe(1);
  });

  test('moves to another operator when both have signed, and only then', async () => {
    const tenant = 'transfer';
    const [battery] = (await batteries(tenant, 1)) as [passport.PassportRecord];
    const database = place.read(tenant);
    const offer = {
      passport: battery,
      operator: OPERATOR,
      operatorKey: NEW_KEY.publicKey,
      validDays: 30,
      signingKeyId: KEY_ID,
    };
    const { jobId, transferId } = await place.write(tenant, (tx) => passport.requestOffer(tx, offer));
    await place.completed(jobId);
    expect((await batteryAt(place, tenant, model, 0)).operator).toBeNull();
    const { offerHash } = await passport.findTransfer(database, transferId);
    const [statement] = await passport.listStatements(database, battery.id);
    const file = Buffer.from(JSON.stringify(passport.statementFile(statement!)));
    expect(passport.readOffer(file)).toMatchObject({ hash: offerHash, operator: OPERATOR, passportId: battery.id });

    const decide = (content: Buffer) =>
      place.write(tenant, (tx) => passport.requestDecision(tx, { content, signingKeyId: KEY_ID }));
    // Forged: another key, a changed text, another offer.
    await expect(decide(decided(offerHash, { key: SAMPLE_KEY }))).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
    const changed = Buffer.from(decided(offerHash, { accepted: false }).toString().replace('false', 'true'));
    await expect(decide(changed)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
    await expect(decide(decided('0'.repeat(64)))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // A statement that claims an acceptance, without one of the operator, is refused by the job, too.
    const forged = JSON.parse(decided(offerHash, { key: SAMPLE_KEY }).toString()) as object;
    const body = { transfer_id: transferId, decision: forged };
    const forgedJob = await place.write(tenant, (tx) =>
      passport.requestStatements(tx, [{ passportId: battery.id, kind: 'TRANSFER_ACCEPTED', body }], KEY_ID),
    );
    expect(await place.failed(forgedJob)).toMatchObject({ code: 'SIGNATURE_INVALID' });
    // A second offer has to wait for the first.
    const second = await place.write(tenant, (tx) => passport.requestOffer(tx, offer));
    expect(await place.failed(second.jobId)).toMatchObject({ code: 'PASSPORT_STATE_CONFLICT' });

    const accepted = decided(offerHash);
    await place.completed((await decide(accepted)).jobId ?? '');
    expect((await batteryAt(place, tenant, model, 0)).operator).toMatchObject({
      ...OPERATOR,
      publicKey: Buffer.from(NEW_KEY.publicKey).toString('base64'),
    });
    // The same acceptance again changes nothing; another one fails.
    expect((await decide(accepted)).jobId).toBeUndefined();
    await expect(decide(decided(offerHash, { decidedAt: '2031-02-02T00:00:00Z' }))).rejects.toMatchObject({
      code: 'PASSPORT_STATE_CONFLICT',
    });
    // From now on, the new operator signs.
    const reading = Buffer.from('battery,observed_at,performance.full_cycles\nEV-75/S00001,2031-06-01T08:00:00Z,9\n');
    const request = (signingKeyId: string) => ({ content: reading, mimeType: 'text/csv', signingKeyId });
    const byOld = await place.write(tenant, (tx) => passport.requestReadings(tx, request(KEY_ID)));
    expect(await place.failed(byOld.jobId)).toMatchObject({ code: 'PASSPORT_STATE_CONFLICT' });
    const byNew = await place.write(tenant, (tx) => passport.requestReadings(tx, request(NEW_KEY_ID)));
    await place.completed(byNew.jobId);
    const history = await passport.historyFile(database, battery);
    expect(passport.verifyHistory(history, { publicKey: SAMPLE_KEY.publicKey })).toMatchObject({ ok: true });
    expect(passport.verifyHistory(history, { publicKey: NEW_KEY.publicKey }).ok).toBe(false);
  });

  test('stays with its operator when an offer is refused, withdrawn or too old', async () => {
    const tenant = 'offers';
    const [battery] = (await batteries(tenant, 1)) as [passport.PassportRecord];
    const database = place.read(tenant);
    const offered = async (): Promise<passport.TransferRecord> => {
      const request = {
        passport: battery,
        operator: OPERATOR,
        operatorKey: NEW_KEY.publicKey,
        validDays: 1,
        signingKeyId: KEY_ID,
      };
      const { jobId, transferId } = await place.write(tenant, (tx) => passport.requestOffer(tx, request));
      await place.completed(jobId);
      return passport.findTransfer(database, transferId);
    };
    const decide = async (content: Buffer): Promise<void> => {
      const { jobId } = await place.write(tenant, (tx) =>
        passport.requestDecision(tx, { content, signingKeyId: KEY_ID }),
      );
      await place.completed(jobId ?? '');
    };
    const refused = await offered();
    await decide(decided(refused.offerHash, { accepted: false }));
    const withdrawn = await offered();
    const named = await passport.idsWithPart(database, 'cf_passport_transfers', withdrawn.id.slice(0, -1), 2);
    expect(named).toEqual([withdrawn.id]);
    const request = { transferId: withdrawn.id, signingKeyId: KEY_ID };
    await place.completed(await place.write(tenant, (tx) => passport.requestWithdrawal(tx, request)));
    await expect(decide(decided(withdrawn.offerHash))).rejects.toMatchObject({ code: 'PASSPORT_STATE_CONFLICT' });
    const old = await offered();
    await place.stage.engine.database.script(
      `UPDATE cf_passport_transfers SET expires_at = '2020-01-01T00:00:00.000Z' WHERE tenant = '${tenant}' AND status = 'OFFERED'`,
    );
    await expect(decide(decided(old.offerHash))).rejects.toThrow('expired');
    // An offer whose time is over makes room for the next.
    await offered();
    const transfers = await passport.listTransfers(database, { passportId: battery.id });
    expect(transfers.map(({ status }) => status)).toEqual(['REFUSED', 'WITHDRAWN', 'EXPIRED', 'OFFERED']);
    expect((await batteryAt(place, tenant, model, 0)).operator).toBeNull();
  });

  test('can be looked up offline in a signed status list; old, forged and foreign lists are refused', async () => {
    const tenant = 'status';
    const [revoked, kept] = (await batteries(tenant, 2)) as [passport.PassportRecord, passport.PassportRecord];
    const database = place.read(tenant);
    const published = async (purpose = 'revocation'): Promise<passport.StatusListRecord> => {
      const request = { purpose, validDays: 7, signingKeyId: KEY_ID };
      await place.completed(await place.write(tenant, (tx) => passport.requestStatusList(tx, request)));
      return (await passport.newestStatusList(database, purpose)) as passport.StatusListRecord;
    };
    const before = await published();
    await place.write(tenant, (tx) =>
      passport.revokePassportVersion(tx, revoked.currentVersionId ?? '', { reason: 'wrong mass' }),
    );
    const after = await published();
    expect([before.sequence, after.sequence, after.entries]).toEqual([1, 2, 2]);
    const now = new Date(after.createdAt + 60_000);
    const publicKey = SAMPLE_KEY.publicKey;
    const failed = (list: Uint8Array, options: Partial<passport.StatusOptions>): string[] =>
      passport
        .checkStatus(list, { publicKey, now, versionId: kept.currentVersionId ?? '', ...options })
        .checks.filter(({ ok }) => !ok)
        .map(({ name }) => name);
    const versionId = revoked.currentVersionId ?? '';
    expect(failed(after.content, {})).toEqual([]);
    expect(failed(after.content, { versionId })).toEqual(['status']);
    // Replayed: the list from before the revocation is still signed, so its number or its age must be asked for.
    expect(failed(before.content, { versionId })).toEqual([]);
    expect(failed(before.content, { versionId, minSequence: 2 })).toEqual(['status_time']);
    expect(failed(after.content, { now: new Date(after.validUntil + 2_000) })).toEqual(['status_time']);
    expect(failed(after.content, { maxAgeMs: 1_000 })).toEqual(['status_time']);
    expect(failed(after.content, { publicKey: NEW_KEY.publicKey })).toEqual(['status_signature']);
    expect(failed(after.content, { versionId: '0190a0b0-0000-7000-8000-000000000001' })).toEqual(['status']);
    const list = JSON.parse(after.content.toString()) as { credentialSubject: { encodedList: string } };
    list.credentialSubject.encodedList = (
      JSON.parse(before.content.toString()) as typeof list
    ).credentialSubject.encodedList;
    expect(failed(Buffer.from(JSON.stringify(list)), { versionId })).toEqual(['status_signature']);
    expect(failed(Buffer.from('{}'), {})).toEqual(['status_list']);
    expect(failed(cjsonBytes([]), {})).toEqual(['status_list']);

    await issuedBatteries(place, tenant, model, { content: batteriesCsv(2, () => '2027-05-05'), activate: true });
    expect(failed((await published('refresh')).content, {})).toEqual(['status']);
  });
});
