import { describe, expect, test } from 'vitest';
import { findEvents } from '../../../src/events/index.js';
import * as passport from '../../../src/passport/index.js';
import {
  BUILD_SNAPSHOT_JOB,
  COMPILE_PASSPORT_JOB,
  EXPORT_PASSPORT_JOB,
  GENERATE_QR_JOB,
  PARSE_FACTS_JOB,
  RUN_RULE_TESTS_JOB,
  SIGN_PASSPORT_JOB,
} from '../../../src/passport/job-types.js';
import { newId } from '../../../src/platform/index.js';
import { jobEnds } from '../../engine/staging/workers.js';
import { SAMPLE_KEY } from '../golden/passport.js';
import { bomOf, FAILING_TESTS, pcfOf, WRONG_PCF } from '../staging/documents.js';
import {
  issued,
  jobFor,
  KEY_ID,
  type Prepared,
  prepare,
  publishedRules,
  sealedSnapshot,
  STORES,
  upload,
  usePassportStage,
} from '../staging/stage.js';

const NOWHERE = '01a00000-0000-7000-8000-000000000000';

describe.each(STORES)('on %s', (storeName) => {
  const place = usePassportStage(storeName);
  const failsWith = (code: string) => expect.objectContaining({ code }) as unknown;
  const enqueue = async (
    tenant: string,
    job: Parameters<typeof place.stage.engine.enqueue>[0],
    payload: unknown,
  ): Promise<string> => (await place.stage.engine.enqueue(job, payload, { tenant })).id;

  test('a rejected document has every reason with its place, and gives no facts', async () => {
    const tenant = 'rejected';
    await place.startWorker();
    const id = await upload(place, tenant, 'PCF', WRONG_PCF);
    const version = await passport.findDocumentVersion(place.read(tenant), id);
    expect(version).toMatchObject({ status: 'REJECTED', factCount: null });
    expect(version.problems.map(({ pointer, line, column }) => [pointer, line, column])).toEqual([
      ['/sku', 3, 8],
      ['/total_gco2e', 4, 16],
    ]);
    expect(await passport.listFacts(place.read(tenant))).toEqual([]);
    const [job] = await place.stage.engine.jobs({ tenant, type: 'PARSE_FACTS', limit: 1 });
    expect(job?.status).toBe('completed_with_warnings');
    const add = place.write(tenant, async (tx) => {
      const snapshot = await passport.createDataSnapshot(tx);
      await passport.addFactsToSnapshot(tx, snapshot.id, { documentVersionIds: [id] });
    });
    await expect(add).rejects.toEqual(failsWith('NOT_FOUND'));
  });

  test('a document of the kind OTHER is rejected: no facts are read from it', async () => {
    await place.startWorker();
    const id = await upload(place, 'other', 'OTHER', '{}');
    expect(await passport.findDocumentVersion(place.read('other'), id)).toMatchObject({ status: 'REJECTED' });
  });

  test('a fact that two versions state is stored once and has both as its sources', async () => {
    const tenant = 'sources';
    await place.startWorker();
    const first = await upload(place, tenant, 'BOM', bomOf('EV-1', 3));
    const second = await upload(place, tenant, 'BOM', bomOf('EV-1', 4));
    const ofSecond = await passport.listFacts(place.read(tenant), { documentVersionId: second });
    expect(ofSecond.map(({ factKey }) => factKey).sort()).toEqual([
      'battery:EV-1',
      ...[1, 2, 3, 4].map((part) => `bom:EV-1:PART-${part}`),
    ]);
    expect(await passport.listFacts(place.read(tenant))).toHaveLength(5);
    const battery = ofSecond.find(({ factType }) => factType === 'Battery');
    const sources = await passport.sourcesOfFacts(place.read(tenant), [battery?.id ?? '']);
    expect(sources.map(({ documentVersionId }) => documentVersionId)).toEqual([first, second]);
    expect(sources[0]).toMatchObject({ pointer: '/battery', line: 1, source: null });
    const byPrefix = await passport.listFacts(place.read(tenant), {
      factType: 'BOM',
      factKeyPrefix: 'bom:EV-1:PART-4',
    });
    expect(byPrefix).toMatchObject([{ factKey: 'bom:EV-1:PART-4', payload: { quantity: 4 } }]);
    // A snapshot of both is no problem, because their common facts are the same.
    const snapshotId = await sealedSnapshot(place, tenant, { documentVersionIds: [first, second] });
    expect(await passport.findDataSnapshot(place.read(tenant), snapshotId)).toMatchObject({ factCount: 5 });
  });

  test('facts from datasets are stored with the rows that they come from', async () => {
    const tenant = 'datasets';
    const given = {
      externalRef: 'dataset:cells',
      mimeType: 'application/json',
      content: Buffer.from('{"map":1}'),
      source: { dataset: 'cells' },
      facts: [1, 2].map((row) => ({
        ...{ factType: 'Cell', factKey: `cell:${row}`, payload: { mass_g: '12.50', row } },
        source: { file: 'cells.xlsx', row },
      })),
    };
    const first = await place.write(tenant, (tx) => passport.recordFacts(tx, given));
    expect(first).toMatchObject({
      isNew: true,
      version: { status: 'VALIDATED', factCount: 2, kind: 'OTHER', source: { dataset: 'cells' } },
    });
    const again = await place.write(tenant, (tx) => passport.recordFacts(tx, given));
    expect(again).toMatchObject({ isNew: false, version: { id: first.version.id } });
    const facts = await passport.listFacts(place.read(tenant), { documentVersionId: first.version.id });
    const sources = await passport.sourcesOfFacts(
      place.read(tenant),
      facts.map(({ id }) => id),
    );
    expect(sources.map(({ source }) => source)).toEqual([
      { file: 'cells.xlsx', row: 1 },
      { file: 'cells.xlsx', row: 2 },
    ]);
    const twice = place.write(tenant, (tx) =>
      passport.recordFacts(tx, { ...given, facts: [...given.facts, ...given.facts] }),
    );
    await expect(twice).rejects.toEqual(failsWith('VALIDATION_ERROR'));
  });

  test('a snapshot with two payloads for one key cannot be built', async () => {
    const tenant = 'ambiguous';
    await place.startWorker();
    const versions = [
      await upload(place, tenant, 'PCF', pcfOf('EV-1', 1)),
      await upload(place, tenant, 'PCF', pcfOf('EV-1', 2)),
    ];
    const { id } = await place.write(tenant, (tx) => passport.createDataSnapshot(tx));
    await place.write(tenant, (tx) => passport.addFactsToSnapshot(tx, id, { documentVersionIds: versions }));
    const error = await place.failed(await place.write(tenant, (tx) => passport.requestSnapshotBuild(tx, id)));
    expect(error).toEqual(failsWith('VALIDATION_ERROR'));
    expect(error.message).toContain('PCF pcf:EV-1');
  });

  test('failed tests and too few cases leave the rules a draft; the failure is kept', async () => {
    const tenant = 'failing';
    await place.startWorker();
    const runOf = async (dsl: string, tests: string) => {
      const { version } = await place.write(tenant, async (tx) => {
        await passport.addRulePackage(tx, { name: 'failing' });
        return passport.addRuleVersion(tx, { rulePackage: 'failing', dsl, tests });
      });
      const request = { ruleVersionId: version.id, seed: 9_007_199_254_740_993n };
      await place.completed(await place.write(tenant, (tx) => passport.requestRuleTests(tx, request)));
      const [run] = await passport.listTestRuns(place.read(tenant), { ruleVersionId: version.id });
      return { run, status: (await passport.findRuleVersion(place.read(tenant), version.id)).status };
    };
    const failed = await runOf('', FAILING_TESTS);
    expect(failed).toMatchObject({ status: 'DRAFT', run: { status: 'FAILED', seed: 9_007_199_254_740_993n } });
    expect(failed.run?.firstFailure).toMatchObject({ test: 'numbers_are_small', inputs: { x: 3 } });
    const few = await runOf('', 'property few : cases(499) seed(1) => forall x : Int . implies(true, x == x);');
    expect(few).toMatchObject({ status: 'DRAFT', run: { status: 'PASSED', totalCases: 499 } });
    const { version } = await place.write(tenant, (tx) =>
      passport.addRuleVersion(tx, { rulePackage: 'failing', dsl: 'field a : Int = 1;' }),
    );
    const jobId = await place.write(tenant, (tx) =>
      passport.requestRuleTests(tx, { ruleVersionId: version.id, seed: 1n }),
    );
    expect(await place.failed(jobId)).toEqual(failsWith('VALIDATION_ERROR'));
  });

  test('every job fails for good if its subject does not exist or has the wrong state', async () => {
    const tenant = 'wrong-state';
    await place.startWorker();
    const prepared = await prepare(place, tenant);
    const version = await issued(place, tenant, prepared);
    const compile = {
      passport_id: prepared.passportId,
      snapshot_id: prepared.snapshotId,
      rule_package_version_id: prepared.ruleVersionId,
    };
    const pv = { passport_version_id: version.id };
    const cases = [
      ['NOT_FOUND', PARSE_FACTS_JOB, { document_version_id: NOWHERE }],
      ['PASSPORT_STATE_CONFLICT', PARSE_FACTS_JOB, { document_version_id: prepared.documentVersionIds[0] }],
      ['NOT_FOUND', BUILD_SNAPSHOT_JOB, { snapshot_id: NOWHERE }],
      ['SNAPSHOT_SEALED', BUILD_SNAPSHOT_JOB, { snapshot_id: prepared.snapshotId }],
      ['NOT_FOUND', RUN_RULE_TESTS_JOB, { rule_package_version_id: NOWHERE, seed: 1 }],
      ['NOT_FOUND', COMPILE_PASSPORT_JOB, { ...compile, passport_id: NOWHERE }],
      ['NOT_FOUND', COMPILE_PASSPORT_JOB, { ...compile, snapshot_id: NOWHERE }],
      ['NOT_FOUND', COMPILE_PASSPORT_JOB, { ...compile, rule_package_version_id: NOWHERE }],
      ['VALIDATION_ERROR', COMPILE_PASSPORT_JOB, { ...compile, issued_at: 'yesterday' }],
      ['NOT_FOUND', SIGN_PASSPORT_JOB, { passport_version_id: NOWHERE }],
      ['PASSPORT_STATE_CONFLICT', SIGN_PASSPORT_JOB, pv],
      ['NOT_FOUND', GENERATE_QR_JOB, { passport_version_id: NOWHERE }],
      ['PASSPORT_STATE_CONFLICT', EXPORT_PASSPORT_JOB, { ...pv, format: 'JSON' }],
      ['PASSPORT_STATE_CONFLICT', EXPORT_PASSPORT_JOB, { ...pv, format: 'PDF' }],
      ['VALIDATION_ERROR', EXPORT_PASSPORT_JOB, { ...pv, format: 'DOCX' }],
      ['VALIDATION_ERROR', EXPORT_PASSPORT_JOB, { ...pv, format: 'JSON', destination: '/tmp/x' }],
    ] as const;
    for (const [code, job, payload] of cases) {
      const error = await place.failed(await enqueue(tenant, job, payload));
      expect({ job: job.type, payload, code: error.code }).toMatchObject({ code });
    }
    await place.write(tenant, (tx) => passport.deprecateRules(tx, prepared.ruleVersionId));
    expect(await place.failed(await enqueue(tenant, COMPILE_PASSPORT_JOB, compile))).toEqual(
      failsWith('RULE_PKG_NOT_PUBLISHED'),
    );
    const { id: open } = await place.write(tenant, (tx) => passport.createDataSnapshot(tx));
    const unsealed = { ...compile, snapshot_id: open };
    expect(await place.failed(await enqueue(tenant, COMPILE_PASSPORT_JOB, unsealed))).toEqual(
      failsWith('SNAPSHOT_NOT_READY'),
    );
    for (const payload of [{}, null, { passport_version_id: 'x' }]) {
      await expect(enqueue(tenant, SIGN_PASSPORT_JOB, payload)).rejects.toEqual(failsWith('PAYLOAD_INVALID'));
    }
    const tooLong = { rule_package_version_id: NOWHERE, seed: 2n ** 63n };
    await expect(enqueue(tenant, RUN_RULE_TESTS_JOB, tooLong)).rejects.toEqual(failsWith('PAYLOAD_INVALID'));
  });

  const ERRONEOUS: readonly (readonly [string, string])[] = [
    ['DIVISION_BY_ZERO', 'field a : Dec(2) = toDec(2, 1) / toDec(2, 0);'],
    ['RULE_ASSERTION_FAILED', 'field a : Int = assert(1 == 2, "E1", "never"); 1;'],
    [
      'RULE_TYPE_ERROR',
      'field a : Dec(2) = toDec(2, requireSome(recordGet(requireSome(getFact("Odd", "odd"), "E", "none"), "text"), "E", "none"));',
    ],
  ];
  test.each(ERRONEOUS)('a compilation whose rules fail ends with %s and leaves no version', async (code, dsl) => {
    const tenant = `fails-${code}`;
    await place.startWorker();
    const prepared = await withRules(tenant, dsl);
    const { jobId } = await place.write(tenant, (tx) =>
      passport.requestCompile(tx, { ...prepared, signingKeyId: KEY_ID }),
    );
    expect(await place.failed(jobId)).toEqual(failsWith(code));
    expect(await passport.listPassportVersions(place.read(tenant), { passportId: prepared.passportId })).toEqual([]);
  });

  test.each(['payload', 'proof', 'receipt'] as const)(
    'a %s above the configured limit is refused',
    async (artefact) => {
      const tenant = `limit-${artefact}`;
      await place.startWorker({ limits: { [artefact]: 100 } });
      const prepared = await withRules(tenant, 'field a : Int = 1;');
      const { jobId } = await place.write(tenant, (tx) =>
        passport.requestCompile(tx, { ...prepared, signingKeyId: KEY_ID }),
      );
      expect(await place.failed(jobId)).toEqual(failsWith(`${artefact.toUpperCase()}_TOO_LARGE`));
    },
  );

  test('of two jobs that change the same row in one shared commit, one fails, and a third job is not harmed', async () => {
    const tenant = 'same-row';
    let arrived = 0;
    let openGate = (): void => undefined;
    const gate = new Promise<void>((resolve) => (openGate = resolve));
    // All three jobs have seen their version COMPILING before the first one signs, and end in the same tick.
    const signerFor = async (): Promise<passport.Signer> => {
      if (++arrived === 3) openGate();
      await gate;
      return passport.localSigner(KEY_ID, SAMPLE_KEY);
    };
    await place.startWorker({ signerFor });
    const prepared = [await prepare(place, tenant, 'EV-1'), await prepare(place, tenant, 'EV-2')];
    const [first, other] = await place.write(tenant, (tx) =>
      passport.requestCompiles(
        tx,
        prepared.map((one) => ({ ...one, signingKeyId: KEY_ID })),
      ),
    );
    for (const compile of [first, other]) await place.completed(compile?.jobId ?? '');
    const versionId = first?.passportVersionId ?? '';
    const twice = await enqueue(tenant, SIGN_PASSPORT_JOB, { passport_version_id: versionId });
    const once = await jobFor(place, tenant, 'SIGN_PASSPORT', other?.passportVersionId ?? '');
    await place.completed(once);
    const jobs = await place.stage.engine.jobs({
      tenant,
      type: 'SIGN_PASSPORT',
      fields: { passport_version_id: versionId },
    });
    const ends = await Promise.all(jobs.map(({ id }) => jobEnds(place.stage.engine, id)));
    expect(jobs.map(({ id }) => id)).toContain(twice);
    expect(ends.map(({ status }) => status).sort()).toEqual(['completed', 'failed']);
    expect(ends.find(({ status }) => status === 'failed')?.errors.at(-1)).toEqual(failsWith('PASSPORT_STATE_CONFLICT'));
    const events = await findEvents(place.read(tenant), tenant, { limit: 100 });
    const signed = events
      .filter(({ eventType }) => eventType === 'PASSPORT_SIGNED')
      .map(({ aggregateId }) => aggregateId);
    expect(signed.sort()).toEqual([versionId, other?.passportVersionId].sort());
  });

  test('a version is signed only with the key that its receipt names', async () => {
    const tenant = 'keys';
    await place.startWorker({
      signerFor: (keyId) => Promise.resolve(keyId === 'unknown' ? undefined : passport.localSigner(KEY_ID, SAMPLE_KEY)),
    });
    const prepared = await withRules(tenant, 'field a : Int = 1;');
    for (const signingKeyId of ['unknown', 'another']) {
      const { jobId, passportVersionId } = await place.write(tenant, (tx) =>
        passport.requestCompile(tx, { ...prepared, signingKeyId }),
      );
      await place.completed(jobId);
      const signing = await jobFor(place, tenant, 'SIGN_PASSPORT', passportVersionId);
      expect(await place.failed(signing)).toEqual(failsWith('SIGNING_KEY_MISSING'));
      const version = await passport.findPassportVersion(place.read(tenant), passportVersionId);
      expect(version).toMatchObject({ status: 'COMPILING', qrPayload: null, signingKeyPublic: null });
      const activate = place.write(tenant, (tx) => passport.activatePassportVersion(tx, version.id));
      await expect(activate).rejects.toEqual(failsWith('PASSPORT_STATE_CONFLICT'));
      const revoke = place.write(tenant, (tx) => passport.revokePassportVersion(tx, version.id, { reason: 'x' }));
      await expect(revoke).rejects.toEqual(failsWith('PASSPORT_STATE_CONFLICT'));
      await expect(passport.passportBundle(place.read(tenant), version.id)).rejects.toEqual(
        failsWith('PASSPORT_STATE_CONFLICT'),
      );
      await expect(passport.replayPassportVersion(place.read(tenant), version.id)).rejects.toEqual(
        failsWith('PASSPORT_STATE_CONFLICT'),
      );
    }
  });

  test('a signer that signs with another key than it says is refused', async () => {
    const tenant = 'liar';
    const wrong = { ...passport.localSigner(KEY_ID, SAMPLE_KEY), sign: () => Promise.resolve(Buffer.alloc(64)) };
    await place.startWorker({ signerFor: () => Promise.resolve(wrong) });
    const prepared = await withRules(tenant, 'field a : Int = 1;');
    const { jobId, passportVersionId } = await place.write(tenant, (tx) =>
      passport.requestCompile(tx, { ...prepared, signingKeyId: KEY_ID }),
    );
    await place.completed(jobId);
    expect(await place.failed(await jobFor(place, tenant, 'SIGN_PASSPORT', passportVersionId))).toEqual(
      failsWith('SIGNATURE_INVALID'),
    );
  });

  test('a payload with the members of the seed alone gets id, time and key from the job', async () => {
    const tenant = 'seed-payload';
    await place.startWorker();
    const prepared = await withRules(tenant, 'field a : Int = 1;');
    const payload = {
      passport_id: prepared.passportId,
      snapshot_id: prepared.snapshotId,
      rule_package_version_id: prepared.ruleVersionId,
    };
    const jobId = await enqueue(tenant, COMPILE_PASSPORT_JOB, payload);
    const job = await place.completed(jobId);
    const version = await passport.findPassportVersion(place.read(tenant), jobId);
    expect(version).toMatchObject({ id: jobId, signingKeyId: KEY_ID });
    expect(Math.abs(Date.parse(version.issuedAt) - job.createdAt)).toBeLessThan(60_000);
  });

  test('an active version is exported as JSON, once', async () => {
    const tenant = 'exports';
    await place.startWorker();
    const version = await issued(place, tenant, await withRules(tenant, 'field a : Int = 1;'));
    const request = { passportVersionId: version.id, format: 'JSON' };
    const early = place.write(tenant, (tx) => passport.requestExport(tx, request));
    await expect(early).rejects.toEqual(failsWith('PASSPORT_STATE_CONFLICT'));
    await place.write(tenant, (tx) => passport.activatePassportVersion(tx, version.id));
    for (let count = 0; count < 2; count++)
      await place.completed(await place.write(tenant, (tx) => passport.requestExport(tx, request)));
    const exports = await passport.listExports(place.read(tenant), version.id);
    expect(exports).toMatchObject([{ format: 'JSON', mimeType: 'application/json' }]);
    const content = await passport.exportContent(place.read(tenant), exports[0]?.id ?? '');
    expect(passport.verifyBundle(content)).toMatchObject({ ok: true });
    expect(content.length).toBe(exports[0]?.sizeBytes);
  });

  test('a compilation that gives the payload of the active version says so', async () => {
    const tenant = 'unchanged';
    await place.startWorker();
    const prepared = await withRules(tenant, 'field a : Int = 1;');
    const first = await issued(place, tenant, prepared);
    await place.write(tenant, (tx) => passport.activatePassportVersion(tx, first.id));
    const second = await issued(place, tenant, prepared);
    const [compile] = await place.stage.engine.jobs({
      tenant,
      type: 'COMPILE_PASSPORT',
      fields: { passport_version_id: second.id },
      limit: 1,
    });
    expect(compile?.result).toMatchObject({ unchanged: true, payload_hash: first.payloadHash });
  });

  async function withRules(tenant: string, dsl: string): Promise<Prepared> {
    const product = await place.write(tenant, (tx) => passport.addProduct(tx, { sku: 'X', name: 'X' }));
    const { id: passportId } = await place.write(tenant, (tx) => passport.createPassport(tx, product.id));
    const { version } = await place.write(tenant, (tx) =>
      passport.recordFacts(tx, {
        ...{ externalRef: 'odd', mimeType: 'text/plain', content: Buffer.from(newId()), source: {} },
        facts: [{ factType: 'Odd', factKey: 'odd', payload: { text: 'many' }, source: {} }],
      }),
    );
    const documentVersionIds = [version.id];
    const snapshotId = await sealedSnapshot(place, tenant, { documentVersionIds });
    return {
      sku: 'X',
      passportId,
      snapshotId,
      ruleVersionId: await publishedRules(place, tenant, dsl),
      documentVersionIds,
    };
  }
});
