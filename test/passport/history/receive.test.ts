import { describe, expect, test } from 'vitest';
import * as passport from '../../../src/passport/index.js';
import { sha256Hex, signEd25519 } from '../../../src/platform/index.js';
import { SAMPLE_KEY } from '../golden/passport.js';
import { evModel, oneBattery } from '../staging/ev-model.js';
import { KEY_ID, STORES, usePassportStage } from '../staging/stage.js';
import { NEW_KEY } from './moved-history.js';

const NEW_KEY_ID = 'new-operator';
const OWN = 'second-life';

describe.each(STORES)('a passport that moves to another installation on %s', (storeName) => {
  const maker = usePassportStage(storeName);
  const receiver = usePassportStage(storeName);

  const reading = (time: string, cycles: number): Buffer =>
    Buffer.from(`battery,observed_at,performance.full_cycles\nEV-75/S00001,${time},${cycles}\n`);

  /** A battery with one reading, and the files that its maker hands over after the transfer. */
  async function handedOver(tenant: string) {
    await maker.startWorker();
    const battery = await oneBattery(maker, tenant, await evModel(maker, tenant));
    const readings = { content: reading('2031-01-01T08:00:00Z', 9), mimeType: 'text/csv', signingKeyId: KEY_ID };
    await maker.completed((await maker.write(tenant, (tx) => passport.requestReadings(tx, readings))).jobId);
    const offer = {
      ...{ passport: battery, operator: { identifier: 'FR-123', name: 'Seconde Vie SA' }, validDays: 30 },
      ...{ operatorKey: NEW_KEY.publicKey, signingKeyId: KEY_ID },
    };
    const { jobId, transferId } = await maker.write(tenant, (tx) => passport.requestOffer(tx, offer));
    await maker.completed(jobId);
    const database = maker.read(tenant);
    const before = await passport.historyFile(database, battery);
    const decision = {
      ...{ offerHash: (await passport.findTransfer(database, transferId)).offerHash, accepted: true, reason: null },
      ...{ decidedAt: '2031-02-01T00:00:00Z', publicKey: Buffer.from(NEW_KEY.publicKey).toString('base64') },
    };
    const hash = Buffer.from(sha256Hex(passport.decisionBytes(decision)), 'hex');
    const signature = Buffer.from(signEd25519(NEW_KEY, hash)).toString('base64');
    const content = passport.decisionFile({ ...decision, signature });
    const decided = await maker.write(tenant, (tx) => passport.requestDecision(tx, { content, signingKeyId: KEY_ID }));
    await maker.completed(decided.jobId ?? '');
    const bundle = await passport.passportBundle(database, battery.currentVersionId ?? '');
    return { battery, before, bundle, history: await passport.historyFile(database, battery) };
  }

  test('keeps its ids and its history, and gets its next version from the new operator', async () => {
    const { battery, before, bundle, history } = await handedOver('moving');
    const receive = (request: Partial<passport.ReceiveRequest> = {}) =>
      receiver.write(OWN, (tx) =>
        passport.receivePassport(tx, { bundle, history, publicKey: NEW_KEY.publicKey, ...request }),
      );
    // Not yet accepted, accepted by someone else, changed.
    await expect(receive({ history: before })).rejects.toMatchObject({ code: 'PASSPORT_STATE_CONFLICT' });
    await expect(receive({ publicKey: SAMPLE_KEY.publicKey })).rejects.toMatchObject({
      code: 'PASSPORT_STATE_CONFLICT',
    });
    const changed = Buffer.from(bundle.toString().replace('EV battery', 'XV battery'));
    await expect(receive({ bundle: changed })).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
    const received = await receive();
    expect(received).toMatchObject({
      ...{ id: battery.id, sku: 'EV-75', serial: 'S00001', currentVersionId: null, statementCount: 3 },
      operator: { name: 'Seconde Vie SA' },
    });
    await expect(receive()).rejects.toMatchObject({ code: 'PASSPORT_STATE_CONFLICT' });
    const database = receiver.read(OWN);
    expect((await passport.historyFile(database, received)).equals(history)).toBe(true);
    await passport.replayPassportVersion(database, battery.currentVersionId ?? '');

    await receiver.startWorker({
      signerFor: (keyId) =>
        Promise.resolve(keyId === NEW_KEY_ID ? passport.localSigner(NEW_KEY_ID, NEW_KEY) : undefined),
    });
    const request = { passportIds: [received.id], signingKeyId: NEW_KEY_ID, activate: true };
    const refresh = async (): Promise<void> => {
      for (const id of await receiver.write(OWN, (tx) => passport.requestRefresh(tx, request))) {
        await receiver.completed(id);
      }
    };
    await refresh();
    const later = { content: reading('2031-06-01T08:00:00Z', 12), mimeType: 'text/csv', signingKeyId: NEW_KEY_ID };
    await receiver.completed((await receiver.write(OWN, (tx) => passport.requestReadings(tx, later))).jobId);
    await refresh();
    const { currentVersionId } = await passport.findPassport(database, received.id);
    const newest = await passport.passportBundle(database, currentVersionId ?? '');
    expect(passport.verifyBundle(newest, { publicKey: NEW_KEY.publicKey })).toMatchObject({ ok: true });
    // The whole history verifies with the key of the first operator, and the new version was made from it.
    const whole = await passport.historyFile(database, received);
    expect(passport.verifyHistory(whole, { publicKey: SAMPLE_KEY.publicKey, bundle: newest })).toMatchObject({
      ok: true,
    });
    expect(await passport.listPassportVersions(database, { passportId: received.id })).toMatchObject([
      { status: 'SIGNED' },
      { status: 'SUPERSEDED' },
      { status: 'ACTIVE' },
    ]);
    const checks = passport.passportChecks(receiver.stage.engine.database, { full: true });
    expect((await Promise.all(checks.map((check) => check.run()))).flat()).toEqual([]);
  });
});
