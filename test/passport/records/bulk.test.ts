import { describe, expect, test } from 'vitest';
import { findEvents } from '../../../src/events/index.js';
import * as passport from '../../../src/passport/index.js';
import { bomOf, rulesFor } from '../staging/documents.js';
import { jobFor, KEY_ID, publishedRules, STORES, usePassportStage } from '../staging/stage.js';

const SKUS = ['C', 'A', 'B'];

describe.each(STORES)('on %s', (storeName) => {
  const place = usePassportStage(storeName);
  const refused = (code: string) => expect.objectContaining({ code }) as unknown;

  /** Products, passports and uploaded bills of materials, in one transaction. */
  const addBatteries = (tenant: string, skus: readonly string[]) =>
    place.write(tenant, async (tx) => {
      await passport.addProducts(
        tx,
        skus.map((sku) => ({ sku, name: `Battery ${sku}` })),
      );
      const passports = await passport.createPassports(tx, skus);
      const documents = await passport.addDocuments(
        tx,
        skus.map((sku) => ({ kind: 'BOM' as const, externalRef: sku })),
      );
      const uploads = await passport.uploadDocuments(
        tx,
        documents.map(({ id: documentId, externalRef }) => ({
          ...{ documentId, mimeType: 'application/json', content: Buffer.from(bomOf(externalRef ?? '')) },
        })),
      );
      return { passports, documents, uploads };
    });

  test('several passports go through every step together and are what they are alone', async () => {
    const tenant = 'together';
    await place.startWorker();
    const [, skuOfA = ''] = rulesFor('A').split('\n');
    const ruleVersionId = await publishedRules(place, tenant, skuOfA);
    const { passports, uploads } = await addBatteries(tenant, SKUS);
    expect(passports.map(({ sku }) => sku)).toEqual(SKUS);
    for (const { jobId } of uploads) await place.completed(jobId);
    const { ids, jobIds } = await place.write(tenant, async (tx) => {
      const created = await passport.createDataSnapshots(
        tx,
        SKUS.map((label) => ({ label })),
      );
      expect(created.map(({ label }) => label)).toEqual(SKUS);
      const snapshotIds = created.map(({ id }) => id);
      // Every snapshot gets the battery A, which the rules read, and the facts of its own document.
      const [, ofA] = uploads;
      await passport.addFactsToSnapshots(
        tx,
        snapshotIds.map((snapshotId, index) => ({
          ...{ snapshotId, documentVersionIds: [uploads[index]?.version.id ?? '', ofA?.version.id ?? ''] },
        })),
      );
      return { ids: snapshotIds, jobIds: await passport.requestSnapshotBuilds(tx, snapshotIds) };
    });
    for (const jobId of jobIds) await place.completed(jobId);
    const { sealed, compiles } = await place.write(tenant, async (tx) => ({
      sealed: await passport.sealDataSnapshots(tx, ids),
      compiles: await passport.requestCompiles(
        tx,
        ids.map((snapshotId, index) => ({
          ...{ passportId: passports[index]?.id ?? '', snapshotId, ruleVersionId, signingKeyId: KEY_ID },
        })),
      ),
    }));
    expect(sealed.map(({ factCount, status }) => [factCount, status])).toEqual([
      [8, 'SEALED'],
      [4, 'SEALED'],
      [8, 'SEALED'],
    ]);
    for (const [index, { jobId, passportVersionId }] of compiles.entries()) {
      await place.completed(jobId);
      for (const type of ['SIGN_PASSPORT', 'GENERATE_QR'])
        await place.completed(await jobFor(place, tenant, type, passportVersionId));
      const version = await passport.findPassportVersion(place.read(tenant), passportVersionId);
      expect(version).toMatchObject({ sku: SKUS[index], snapshotId: ids[index], status: 'SIGNED' });
      const loaded = await passport.loadSealedSnapshot(place.read(tenant), ids[index] ?? '');
      expect(sealed[index]).toMatchObject({ id: ids[index], hash: loaded.hash, canonical: loaded.canonical });
      const { payloadHash } = await passport.replayPassportVersion(place.read(tenant), passportVersionId);
      expect(payloadHash).toBe(version.payloadHash);
    }
    const events = await findEvents(place.read(tenant), tenant, { limit: 200 });
    const countOf = (type: string): number => events.filter(({ eventType }) => eventType === type).length;
    for (const type of ['BATTERY_PRODUCT_CREATED', 'PassportCreated', 'DOCUMENT_CREATED', 'DOCUMENT_UPLOADED'])
      expect([type, countOf(type)]).toEqual([type, 3]);
    for (const type of ['SNAPSHOT_CREATED', 'SNAPSHOT_READY', 'SNAPSHOT_SEALED', 'PASSPORT_SIGNED'])
      expect([type, countOf(type)]).toEqual([type, 3]);
  });

  test('what exists already is returned, also within one call', async () => {
    const tenant = 'again';
    const first = await addBatteries(tenant, ['A', 'B']);
    const second = await addBatteries(tenant, ['B', 'C', 'B', 'A']);
    expect(second.passports.map(({ sku }) => sku)).toEqual(['B', 'C', 'B', 'A']);
    expect(second.passports[3]).toEqual(first.passports[0]);
    expect(second.passports[2]).toEqual(second.passports[0]);
    expect(second.documents[0]?.id).toBe(first.documents[1]?.id);
    expect(second.uploads.map(({ isNew }) => isNew)).toEqual([false, true, false, false]);
    expect(second.uploads[0]?.jobId).toBe(first.uploads[1]?.jobId);
    const byId = await place.write(tenant, (tx) =>
      passport.createPassports(tx, [first.passports[0]?.productId ?? '', 'B']),
    );
    expect(byId).toEqual([first.passports[0], first.passports[1]]);
    const anonymous = await place.write(tenant, (tx) =>
      passport.addDocuments(tx, [{ kind: 'PCF' }, { kind: 'PCF' }, { kind: 'PCF', externalRef: 'A' }]),
    );
    expect(new Set(anonymous.map(({ id }) => id)).size).toBe(3);
  });

  test('several uploads to one document are numbered in their order, without gaps', async () => {
    const tenant = 'numbers';
    const [one, other] = await place.write(tenant, (tx) =>
      passport.addDocuments(tx, [{ kind: 'BOM' }, { kind: 'BOM' }]),
    );
    const upload = (...texts: readonly (readonly [passport.DocumentRecord | undefined, string])[]) =>
      place.write(tenant, (tx) =>
        passport.uploadDocuments(
          tx,
          texts.map(([document, text]) => ({
            ...{ documentId: document?.id ?? '', mimeType: 'text/plain', content: Buffer.from(text) },
          })),
        ),
      );
    await upload([one, 'a']);
    const uploads = await upload([one, 'b'], [one, 'a'], [other, 'a'], [one, 'c'], [one, 'b']);
    expect(uploads.map(({ version, isNew }) => [version.version, isNew])).toEqual([
      [2, true],
      [1, false],
      [1, true],
      [3, true],
      [2, false],
    ]);
    expect(await passport.findDocument(place.read(tenant), one?.id ?? '')).toMatchObject({ versions: 3 });
  });

  test('one bad element leaves nothing of the call behind', async () => {
    const tenant = 'all-or-none';
    const { uploads } = await addBatteries(tenant, ['A']);
    const add = place.write(tenant, (tx) =>
      passport.addProducts(tx, [
        { sku: 'NEW', name: 'Battery' },
        { sku: 'A', name: 'Other' },
      ]),
    );
    await expect(add).rejects.toEqual(refused('ALREADY_EXISTS'));
    expect(await passport.listProducts(place.read(tenant))).toHaveLength(1);
    const [open, sealed] = await place.write(tenant, (tx) => passport.createDataSnapshots(tx, [{}, {}]));
    const ids = [open?.id ?? '', sealed?.id ?? ''];
    // A document that was not read yet has no facts to add.
    const unread = place.write(tenant, (tx) =>
      passport.addFactsToSnapshots(tx, [
        { snapshotId: ids[0] ?? '', documentVersionIds: [uploads[0]?.version.id ?? ''] },
      ]),
    );
    await expect(unread).rejects.toEqual(refused('NOT_FOUND'));
    await place.startWorker();
    const [, second = ''] = await place.write(tenant, (tx) => passport.requestSnapshotBuilds(tx, ids));
    await place.completed(second);
    await place.write(tenant, (tx) => passport.sealDataSnapshots(tx, ids.slice(1)));
    const seal = place.write(tenant, (tx) => passport.sealDataSnapshots(tx, ids));
    await expect(seal).rejects.toEqual(refused('SNAPSHOT_SEALED'));
    const build = place.write(tenant, (tx) => passport.requestSnapshotBuilds(tx, ids));
    await expect(build).rejects.toMatchObject({ code: expect.stringMatching(/^SNAPSHOT_/) as string });
    const facts = place.write(tenant, (tx) =>
      passport.addFactsToSnapshots(
        tx,
        ids.map((snapshotId) => ({ snapshotId })),
      ),
    );
    await expect(facts).rejects.toEqual(refused('SNAPSHOT_SEALED'));
    expect(await passport.findDataSnapshot(place.read(tenant), ids[0] ?? '')).not.toMatchObject({ status: 'SEALED' });
  });
});
