import { describe, expect, test } from 'vitest';
import { findEvents } from '../../../src/events/index.js';
import * as passport from '../../../src/passport/index.js';
import { TESTS } from '../staging/documents.js';
import {
  issued,
  KEY_ID,
  prepare,
  publishedRules,
  sealedSnapshot,
  STORES,
  upload,
  usePassportStage,
} from '../staging/stage.js';
import { bomOf } from '../staging/documents.js';

const NOWHERE = '01a00000-0000-7000-8000-000000000000';

describe.each(STORES)('on %s', (storeName) => {
  const place = usePassportStage(storeName);
  const refused = (code: string) => expect.objectContaining({ code }) as unknown;

  test('a product and its passport are created once; another name for the SKU is refused', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => place.write('products', (tx) => passport.addProduct(tx, { sku: 'A', name: 'Battery' }))),
    );
    expect(second).toEqual(first);
    const passports = await Promise.all(
      [1, 2].map(() => place.write('products', (tx) => passport.createPassport(tx, 'A'))),
    );
    expect(passports[1]).toEqual(passports[0]);
    expect(passports[0]).toMatchObject({ sku: 'A', productId: first?.id, createdBy: 'tester', currentVersionId: null });
    const another = place.write('products', (tx) => passport.addProduct(tx, { sku: 'A', name: 'Other' }));
    await expect(another).rejects.toEqual(refused('ALREADY_EXISTS'));
    await expect(place.write('products', (tx) => passport.addProduct(tx, { sku: ' ', name: 'x' }))).rejects.toEqual(
      refused('VALIDATION_ERROR'),
    );
    const events = await findEvents(place.read('products'), 'products', { limit: 10 });
    expect(events.map(({ eventType, actor }) => [eventType, actor])).toEqual([
      ['PassportCreated', 'tester'],
      ['BATTERY_PRODUCT_CREATED', 'tester'],
    ]);
  });

  test('the same content is one version, and versions are numbered without gaps', async () => {
    const tenant = 'versions';
    const { id: documentId } = await place.write(tenant, (tx) =>
      passport.addDocument(tx, { kind: 'BOM', externalRef: 'bom-1' }),
    );
    const add = (text: string) =>
      place.write(tenant, (tx) =>
        passport.uploadDocument(tx, { documentId, mimeType: 'application/json', content: Buffer.from(text) }),
      );
    const uploads = await Promise.all(['one', 'two', 'one', 'one', 'two'].map(add));
    const third = await add('three');
    expect(uploads.filter(({ isNew }) => isNew)).toHaveLength(2);
    expect(new Set(uploads.map(({ version }) => version.id)).size).toBe(2);
    expect(new Set(uploads.map(({ jobId }) => jobId)).size).toBe(2);
    expect(third.version).toMatchObject({ version: 3, status: 'UPLOADED', uploadedBy: 'tester', sizeBytes: 5 });
    const listed = await passport.listDocumentVersions(place.read(tenant), { documentId });
    expect(listed.map(({ version }) => version).sort()).toEqual([1, 2, 3]);
    expect((await passport.documentContent(place.read(tenant), third.version.id)).toString()).toBe('three');
    const again = await place.write(tenant, (tx) => passport.addDocument(tx, { kind: 'BOM', externalRef: 'bom-1' }));
    expect(again).toMatchObject({ id: documentId, versions: 3 });
  });

  test('a document of more than 16 MiB is refused', async () => {
    const { id: documentId } = await place.write('large', (tx) => passport.addDocument(tx, { kind: 'BOM' }));
    const upload = { documentId, mimeType: 'text/csv', content: Buffer.alloc(16 * 1_024 * 1_024 + 1) };
    await expect(place.write('large', (tx) => passport.uploadDocument(tx, upload))).rejects.toEqual(
      refused('DOCUMENT_TOO_LARGE'),
    );
  });

  test('a snapshot is built, sealed, and immutable after that', async () => {
    const tenant = 'snapshots';
    await place.startWorker();
    const version = await upload(place, tenant, 'BOM', bomOf('EV-1'));
    const { id } = await place.write(tenant, (tx) => passport.createDataSnapshot(tx));
    const add = (facts: passport.AddedFacts) => place.write(tenant, (tx) => passport.addFactsToSnapshot(tx, id, facts));
    const seal = () => place.write(tenant, (tx) => passport.sealDataSnapshot(tx, id));
    await expect(seal()).rejects.toEqual(refused('SNAPSHOT_NOT_READY'));
    await add({ documentVersionIds: [version] });
    const build = () => place.write(tenant, (tx) => passport.requestSnapshotBuild(tx, id));
    await place.completed(await build());
    expect(await passport.findDataSnapshot(place.read(tenant), id)).toMatchObject({ status: 'READY', factCount: 4 });
    await expect(build()).rejects.toEqual(refused('SNAPSHOT_NOT_READY'));
    // Facts can be added until it is sealed; then it must be built again.
    const [fact] = await passport.listFacts(place.read(tenant), { factType: 'Battery' });
    await add({ factIds: [fact?.id ?? ''] });
    expect(await passport.findDataSnapshot(place.read(tenant), id)).toMatchObject({
      status: 'BUILDING',
      factCount: null,
    });
    await expect(seal()).rejects.toEqual(refused('SNAPSHOT_NOT_READY'));
    await place.completed(await build());
    const sealed = await seal();
    expect(sealed).toMatchObject({ status: 'SEALED', factCount: 4, sealedBy: 'tester' });
    const loaded = await passport.loadSealedSnapshot(place.read(tenant), id);
    expect(loaded).toMatchObject({ hash: sealed.hash, snapshotId: id });
    await expect(seal()).rejects.toEqual(refused('SNAPSHOT_SEALED'));
    await expect(add({ documentVersionIds: [version] })).rejects.toEqual(refused('SNAPSHOT_SEALED'));
    await expect(build()).rejects.toEqual(refused('SNAPSHOT_SEALED'));
    const missing = sealedSnapshot(place, tenant, { factIds: [NOWHERE] });
    await expect(missing).rejects.toEqual(refused('NOT_FOUND'));
  });

  test('rules are published after their tests passed, deprecated and retired', async () => {
    const tenant = 'rules';
    await place.startWorker();
    const { version } = await place.write(tenant, async (tx) => {
      await passport.addRulePackage(tx, { name: 'empty' });
      return passport.addRuleVersion(tx, { rulePackage: 'empty', dsl: 'field a : Int = 1;', tests: TESTS });
    });
    const move = (work: (tx: never, id: string) => Promise<passport.RuleVersionRecord>) =>
      place.write(tenant, (tx) => work(tx as never, version.id));
    await expect(move(passport.publishRules)).rejects.toEqual(refused('RULE_TESTS_FAILED'));
    await expect(move(passport.deprecateRules)).rejects.toEqual(refused('RULE_PKG_NOT_PUBLISHED'));
    await place.completed(
      await place.write(tenant, (tx) => passport.requestRuleTests(tx, { ruleVersionId: version.id, seed: 7n })),
    );
    const [run] = await passport.listTestRuns(place.read(tenant), { ruleVersionId: version.id });
    expect(run).toMatchObject({
      seed: 7n,
      status: 'PASSED',
      totalCases: 500,
      passedCount: 500,
      failedCount: 0,
      firstFailure: null,
    });
    expect(await move(passport.publishRules)).toMatchObject({ status: 'PUBLISHED' });
    await expect(move(passport.publishRules)).rejects.toEqual(refused('PASSPORT_STATE_CONFLICT'));
    expect(await move(passport.deprecateRules)).toMatchObject({ status: 'DEPRECATED' });
    expect(await move(passport.retireRules)).toMatchObject({ status: 'RETIRED' });
    await expect(move(passport.retireRules)).rejects.toEqual(refused('PASSPORT_STATE_CONFLICT'));
    const same = await place.write(tenant, (tx) =>
      passport.addRuleVersion(tx, { rulePackage: 'empty', dsl: 'field a : Int = 1;', tests: TESTS }),
    );
    expect(same).toMatchObject({ isNew: false, version: { id: version.id, version: 1 } });
    const events = await findEvents(place.read(tenant), tenant, { limit: 10 });
    expect(events.map(({ eventType }) => eventType)).toEqual([
      'RULES_RETIRED',
      'RULES_DEPRECATED',
      'RULES_PUBLISHED',
      'TESTS_RUN',
      'RULES_ADDED',
      'RULE_PACKAGE_CREATED',
    ]);
  });

  test.each([
    ['RULE_PARSE_ERROR', 'field a : Int = ;'],
    ['RULE_TYPE_ERROR', 'field a : Int = "text";'],
    ['RULE_CYCLE_DETECTED', 'field a : Int = field("b"); field b : Int = field("a");'],
    ['UNIT_MISMATCH', 'field a : Qty(kg) = qty(1, kg) + qty(1, kWh);'],
  ])('rules with %s are not stored', async (code, dsl) => {
    const add = place.write('wrong-rules', async (tx) => {
      await passport.addRulePackage(tx, { name: 'wrong' });
      return passport.addRuleVersion(tx, { rulePackage: 'wrong', dsl });
    });
    await expect(add).rejects.toEqual(refused(code));
    expect(await passport.listRulePackages(place.read('wrong-rules'))).toEqual([]);
  });

  test('a compilation needs a sealed snapshot and published rules', async () => {
    const tenant = 'preconditions';
    await place.startWorker();
    const prepared = await prepare(place, tenant);
    const { id: open } = await place.write(tenant, (tx) => passport.createDataSnapshot(tx));
    const request = { ...prepared, signingKeyId: KEY_ID };
    const compile = (changes: object) =>
      place.write(tenant, (tx) => passport.requestCompile(tx, { ...request, ...changes }));
    await expect(compile({ snapshotId: open })).rejects.toEqual(refused('SNAPSHOT_NOT_READY'));
    for (const name of ['passportId', 'snapshotId', 'ruleVersionId']) {
      await expect(compile({ [name]: NOWHERE })).rejects.toEqual(refused('NOT_FOUND'));
    }
    await place.write(tenant, (tx) => passport.deprecateRules(tx, prepared.ruleVersionId));
    await expect(compile({})).rejects.toEqual(refused('RULE_PKG_NOT_PUBLISHED'));
  });

  test('activation supersedes the active version; revocation leaves none', async () => {
    const tenant = 'activation';
    await place.startWorker();
    const prepared = await prepare(place, tenant);
    const [first, second] = [await issued(place, tenant, prepared), await issued(place, tenant, prepared)];
    expect(second.payloadHash).toBe(first.payloadHash);
    expect(second.receiptHash).not.toBe(first.receiptHash);
    const database = place.read(tenant);
    const activate = (id: string) => place.write(tenant, (tx) => passport.activatePassportVersion(tx, id));
    const revoke = (id: string) =>
      place.write(tenant, (tx) => passport.revokePassportVersion(tx, id, { reason: 'recall' }));
    await activate(first.id);
    await expect(activate(first.id)).rejects.toEqual(refused('PASSPORT_STATE_CONFLICT'));
    expect(await passport.findPassportVersion(database, first.id)).toMatchObject({ status: 'ACTIVE' });
    expect(await activate(second.id)).toMatchObject({ status: 'ACTIVE', passportId: prepared.passportId });
    expect(await passport.findPassportVersion(database, first.id)).toMatchObject({ status: 'SUPERSEDED' });
    expect(await passport.findPassport(database, prepared.passportId)).toMatchObject({ currentVersionId: second.id });
    expect(await revoke(first.id)).toMatchObject({ status: 'REVOKED', revokeReason: 'recall' });
    expect(await passport.findPassport(database, prepared.passportId)).toMatchObject({ currentVersionId: second.id });
    await revoke(second.id);
    expect(await passport.findPassport(database, prepared.passportId)).toMatchObject({ currentVersionId: null });
    await expect(revoke(second.id)).rejects.toEqual(refused('PASSPORT_STATE_CONFLICT'));
    await expect(activate(first.id)).rejects.toEqual(refused('PASSPORT_STATE_CONFLICT'));
    // What was signed can be replayed in any state.
    expect(await passport.replayPassportVersion(database, second.id)).toMatchObject({
      receiptHash: second.receiptHash,
    });
    const events = (await findEvents(database, tenant, { limit: 100 })).filter(
      ({ aggregateType }) => aggregateType === 'PassportVersion',
    );
    expect(
      events
        .filter(({ aggregateId }) => aggregateId === first.id)
        .map(({ eventType, actor }) => [eventType, actor])
        .reverse(),
    ).toEqual([
      ['PASSPORT_COMPILED', null],
      ['PASSPORT_SIGNED', null],
      ['QR_GENERATED', null],
      ['PASSPORT_ACTIVATED', 'tester'],
      ['PASSPORT_SUPERSEDED', 'tester'],
      ['PASSPORT_REVOKED', 'tester'],
    ]);
  });

  test('of activations at the same time, the last one leaves exactly one active version', async () => {
    const tenant = 'race';
    await place.startWorker();
    const prepared = await prepare(place, tenant);
    const versions = [];
    for (let count = 0; count < 4; count++) versions.push(await issued(place, tenant, prepared));
    await Promise.all(versions.map(({ id }) => place.write(tenant, (tx) => passport.activatePassportVersion(tx, id))));
    const listed = await passport.listPassportVersions(place.read(tenant), { passportId: prepared.passportId });
    const active = listed.filter(({ status }) => status === 'ACTIVE');
    expect(active).toHaveLength(1);
    const current = await passport.findPassport(place.read(tenant), prepared.passportId);
    expect(current.currentVersionId).toBe(active[0]?.id);
  });

  test('rules that other tenants use under the same name are not touched', async () => {
    await place.startWorker();
    const ids = [
      await publishedRules(place, 'name-a', 'field a : Int = 1;'),
      await publishedRules(place, 'name-b', 'field a : Int = 1;'),
    ];
    expect(ids[0]).not.toBe(ids[1]);
  });
});
