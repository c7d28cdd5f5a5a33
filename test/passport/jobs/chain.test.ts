import { describe, expect, test } from 'vitest';
import { findEvents } from '../../../src/events/index.js';
import * as passport from '../../../src/passport/index.js';
import { issued, KEY_ID, prepare, STORES, usePassportStage } from '../staging/stage.js';

describe.each(STORES)('the chain on %s', (storeName) => {
  const place = usePassportStage(storeName);

  test('turns documents into a signed passport whose bundle is verified, and replays it', async () => {
    const tenant = 'chain';
    await place.startWorker();
    const prepared = await prepare(place, tenant);
    const version = await issued(place, tenant, prepared);
    expect(version).toMatchObject({ status: 'SIGNED', signingKeyId: KEY_ID, compilerBuildId: 'test-build' });
    const database = place.read(tenant);
    const bundle = await passport.passportBundle(database, version.id);
    const verified = passport.verifyBundle(bundle);
    expect(verified.checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(await passport.replayPassportVersion(database, version.id)).toMatchObject({
      receiptHash: version.receiptHash,
    });
    const { qrPng, payloadCanonical } = await passport.passportArtefacts(database, version.id);
    expect(qrPng).toEqual(passport.qrPng(passport.qrCode(version.qrPayload ?? '')));
    expect(JSON.parse(payloadCanonical.toString())).toMatchObject({
      fields: { battery: { mass: { unit: 'kg', value: '66.750000' }, sku: 'EV-1' } },
    });
    const events = await findEvents(database, tenant, { limit: 100 });
    expect(events.map(({ eventType }) => eventType).reverse()).toEqual(
      expect.arrayContaining(['FACTS_PARSED', 'QR_GENERATED']),
    );
  });
});
