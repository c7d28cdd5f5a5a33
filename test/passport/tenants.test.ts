import { describe, expect, test } from 'vitest';
import type { TenantTransaction } from '../../src/database/index.js';
import * as passport from '../../src/passport/index.js';
import { exactJson, sha256Hex, signEd25519 } from '../../src/platform/index.js';
import { movedHistory } from './history/moved-history.js';
import { SAMPLE_KEY } from './golden/passport.js';
import {
  issued,
  KEY_ID,
  type PassportStage,
  prepare,
  type Prepared,
  STORES,
  usePassportStage,
} from './staging/stage.js';
import { TESTS } from './staging/documents.js';

const [OWN, FOREIGN] = ['acme', 'foreign'];

/** What is in the texts of the other tenant that a result might show. */
const MARK = 'SECRET-1';

interface Rows extends Prepared {
  readonly productId: string;
  readonly documentId: string;
  readonly factId: string;
  readonly openSnapshotId: string;
  readonly packageId: string;
  readonly versionId: string;
  readonly exportId: string;
  readonly batchId: string;
  readonly transferId: string;
}

interface Place {
  readonly stage: PassportStage;
  readonly foreign: Rows;
  readonly own: Rows;
  readonly read: ReturnType<PassportStage['read']>;
  readonly write: <T>(work: (tx: TenantTransaction) => Promise<T>) => Promise<T>;
}

type Probe = (place: Place) => Promise<unknown>;

/** Calls that name a row of the other tenant. They must fail as if it did not exist. */
const NOT_FOUND: Readonly<Record<string, Probe>> = {
  checkPassportVersion: ({ read, foreign }) => passport.checkPassportVersion(read, foreign.versionId, 'ev'),
  findProduct: ({ read, foreign }) => passport.findProduct(read, foreign.productId),
  createPassport: ({ write, foreign }) => write((tx) => passport.createPassport(tx, foreign.productId)),
  createPassports: ({ write, own, foreign }) =>
    write((tx) => passport.createPassports(tx, [own.productId, foreign.productId])),
  findPassport: ({ read, foreign }) => passport.findPassport(read, foreign.passportId),
  findDocument: ({ read, foreign }) => passport.findDocument(read, foreign.documentId),
  uploadDocument: ({ write, foreign }) =>
    write((tx) =>
      passport.uploadDocument(tx, { documentId: foreign.documentId, mimeType: 'text/csv', content: Buffer.from('x') }),
    ),
  uploadDocuments: ({ write, own, foreign }) =>
    write((tx) =>
      passport.uploadDocuments(
        tx,
        [own, foreign].map(({ documentId }) => ({ documentId, mimeType: 'text/csv', content: Buffer.from('x') })),
      ),
    ),
  requestIngest: ({ write, foreign }) =>
    write((tx) => passport.requestIngest(tx, { documentId: foreign.documentId, fileUrl: '/x', mimeType: 'text/csv' })),
  findDocumentVersion: ({ read, foreign }) => passport.findDocumentVersion(read, foreign.documentVersionIds[0] ?? ''),
  documentContent: ({ read, foreign }) => passport.documentContent(read, foreign.documentVersionIds[0] ?? ''),
  findFact: ({ read, foreign }) => passport.findFact(read, foreign.factId),
  addFactsToSnapshot: async ({ write, own, foreign }) => {
    const add = (facts: passport.AddedFacts): Promise<void> =>
      write((tx) => passport.addFactsToSnapshot(tx, own.openSnapshotId, facts));
    await expect(add({ factIds: [foreign.factId] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(add({ documentVersionIds: foreign.documentVersionIds })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    return write((tx) => passport.addFactsToSnapshot(tx, foreign.openSnapshotId, { factIds: [own.factId] }));
  },
  addFactsToSnapshots: async ({ write, own, foreign }) => {
    const add = (...additions: (passport.AddedFacts & { snapshotId: string })[]): Promise<void> =>
      write((tx) => passport.addFactsToSnapshots(tx, additions));
    const snapshotId = own.openSnapshotId;
    const factIds = [own.factId, foreign.factId];
    await expect(add({ snapshotId, factIds })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    return add({ snapshotId, factIds: [own.factId] }, { snapshotId: foreign.openSnapshotId, factIds: [own.factId] });
  },
  requestSnapshotBuilds: ({ write, own, foreign }) =>
    write((tx) => passport.requestSnapshotBuilds(tx, [own.openSnapshotId, foreign.openSnapshotId])),
  sealDataSnapshots: ({ write, foreign }) => write((tx) => passport.sealDataSnapshots(tx, [foreign.openSnapshotId])),
  requestSnapshotBuild: ({ write, foreign }) =>
    write((tx) => passport.requestSnapshotBuild(tx, foreign.openSnapshotId)),
  sealDataSnapshot: ({ write, foreign }) => write((tx) => passport.sealDataSnapshot(tx, foreign.openSnapshotId)),
  findDataSnapshot: ({ read, foreign }) => passport.findDataSnapshot(read, foreign.snapshotId),
  loadSealedSnapshot: ({ read, foreign }) => passport.loadSealedSnapshot(read, foreign.snapshotId),
  findRulePackage: ({ read, foreign }) => passport.findRulePackage(read, foreign.packageId),
  addRuleVersion: ({ write, foreign }) =>
    write((tx) => passport.addRuleVersion(tx, { rulePackage: foreign.packageId, dsl: 'field b : Int = 2;' })),
  findRuleVersion: ({ read, foreign }) => passport.findRuleVersion(read, foreign.ruleVersionId),
  ruleSources: ({ read, foreign }) => passport.ruleSources(read, foreign.ruleVersionId),
  requestRuleTests: ({ write, foreign }) =>
    write((tx) => passport.requestRuleTests(tx, { ruleVersionId: foreign.ruleVersionId, seed: 1n })),
  listTestRuns: ({ read, foreign }) => passport.listTestRuns(read, { ruleVersionId: foreign.ruleVersionId }),
  publishRules: ({ write, foreign }) => write((tx) => passport.publishRules(tx, foreign.ruleVersionId)),
  deprecateRules: ({ write, foreign }) => write((tx) => passport.deprecateRules(tx, foreign.ruleVersionId)),
  retireRules: ({ write, foreign }) => write((tx) => passport.retireRules(tx, foreign.ruleVersionId)),
  requestCompile: async ({ write, own, foreign }) => {
    const request = { ...own, signingKeyId: KEY_ID };
    const compile = (changes: object): Promise<unknown> =>
      write((tx) => passport.requestCompile(tx, { ...request, ...changes }));
    for (const name of ['snapshotId', 'ruleVersionId'] as const) {
      await expect(compile({ [name]: foreign[name] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    return compile({ passportId: foreign.passportId });
  },
  requestCompiles: ({ write, own, foreign }) =>
    write((tx) =>
      passport.requestCompiles(tx, [
        { ...own, signingKeyId: KEY_ID },
        { ...own, passportId: foreign.passportId, signingKeyId: KEY_ID },
      ]),
    ),
  previewPdf: ({ read, foreign }) => passport.previewPdf(read, foreign.versionId, 'public'),
  findPassportVersion: ({ read, foreign }) => passport.findPassportVersion(read, foreign.versionId),
  passportArtefacts: ({ read, foreign }) => passport.passportArtefacts(read, foreign.versionId),
  passportBundle: ({ read, foreign }) => passport.passportBundle(read, foreign.versionId),
  activatePassportVersion: ({ write, foreign }) =>
    write((tx) => passport.activatePassportVersion(tx, foreign.versionId)),
  revokePassportVersion: ({ write, foreign }) =>
    write((tx) => passport.revokePassportVersion(tx, foreign.versionId, { reason: 'x' })),
  replayPassportVersion: ({ read, foreign }) => passport.replayPassportVersion(read, foreign.versionId),
  requestExport: ({ write, foreign }) =>
    write((tx) => passport.requestExport(tx, { passportVersionId: foreign.versionId, format: 'JSON' })),
  listExports: ({ read, foreign }) => passport.listExports(read, foreign.versionId),
  requestBatteries: async ({ write, own, foreign }) => {
    const content = Buffer.from('serial,identification.manufacturing_date\nA,2027-04-01\n');
    const request = { ...own, product: own.productId, signingKeyId: KEY_ID, activate: true, content };
    const batch = (changes: object): Promise<unknown> =>
      write((tx) => passport.requestBatteries(tx, { ...request, ...changes }));
    for (const name of ['snapshotId', 'ruleVersionId'] as const) {
      await expect(batch({ [name]: foreign[name] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    return batch({ product: foreign.productId });
  },
  findBatteryBatch: ({ read, foreign }) => passport.findBatteryBatch(read, foreign.batchId),
  listBatteryProblems: ({ read, foreign }) => passport.listBatteryProblems(read, foreign.batchId, { limit: 10 }),
  requestRefresh: ({ write, own, foreign }) =>
    write((tx) =>
      passport.requestRefresh(tx, {
        ...{ passportIds: [own.passportId, foreign.passportId], signingKeyId: KEY_ID, activate: false },
      }),
    ),
  listStatements: ({ read, foreign }) => passport.listStatements(read, foreign.passportId),
  everyStatement: ({ read, foreign }) => passport.everyStatement(read, foreign.passportId),
  historyFile: ({ read, foreign }) => passport.historyFile(read, { id: foreign.passportId }),
  findTransfer: ({ read, foreign }) => passport.findTransfer(read, foreign.transferId),
  requestDecision: async ({ stage, write, foreign }) => {
    const { offerHash } = await passport.findTransfer(stage.read(FOREIGN), foreign.transferId);
    const publicKey = Buffer.from(SAMPLE_KEY.publicKey).toString('base64');
    const decision = { offerHash, accepted: true, decidedAt: '2031-01-01T00:00:00Z', reason: null, publicKey };
    const hash = Buffer.from(sha256Hex(passport.decisionBytes(decision)), 'hex');
    const signature = Buffer.from(signEd25519(SAMPLE_KEY, hash)).toString('base64');
    const content = passport.decisionFile({ ...decision, signature });
    return write((tx) => passport.requestDecision(tx, { content, signingKeyId: KEY_ID }));
  },
  requestWithdrawal: ({ write, foreign }) =>
    write((tx) => passport.requestWithdrawal(tx, { transferId: foreign.transferId, signingKeyId: KEY_ID })),
  exportContent: ({ read, foreign }) => passport.exportContent(read, foreign.exportId),
};

/** Calls that list or add rows. They must neither show nor change those of the other tenant. */
const OWN_ROWS: Readonly<Record<string, Probe>> = {
  addProduct: ({ write }) => write((tx) => passport.addProduct(tx, { sku: 'shared', name: 'Battery OWN-1' })),
  addProducts: ({ write }) => write((tx) => passport.addProducts(tx, [{ sku: 'shared-2', name: 'Battery OWN-2' }])),
  addDocuments: ({ write }) => write((tx) => passport.addDocuments(tx, [{ kind: 'BOM', externalRef: 'shared' }])),
  createDataSnapshots: ({ write }) => write((tx) => passport.createDataSnapshots(tx, [{}, { label: 'shared' }])),
  idsWithPart: async ({ read, own, foreign }) => {
    const idsOf = (id: string) => passport.idsWithPart(read, 'cf_passport_versions', id.slice(-8), 3);
    expect(await idsOf(own.versionId)).toEqual([own.versionId]);
    expect(await idsOf(foreign.versionId)).toEqual([]);
  },
  newestPassportVersion: async ({ read, foreign }) => {
    expect(await passport.newestPassportVersion(read, foreign.passportId)).toBeUndefined();
  },
  documentsOfSnapshot: async ({ read, foreign }) => {
    expect(await passport.documentsOfSnapshot(read, foreign.snapshotId)).toEqual([]);
  },
  sealedSnapshotLabelled: async ({ read }) => {
    expect(await passport.sealedSnapshotLabelled(read, `battery ${MARK}`)).toBeUndefined();
  },
  listBatteryBatches: ({ read }) => passport.listBatteryBatches(read),
  batteriesOf: async ({ read, foreign }) => {
    const names = [foreign.sku, foreign.passportId].map((battery) => ({ battery }));
    expect(await passport.batteriesOf(read, names, undefined)).toEqual(new Map());
  },
  requestReadings: async ({ write, foreign }) => {
    const content = `battery,observed_at,performance.full_cycles\n${foreign.passportId},2031-06-01T08:00:00Z,1\n`;
    const request = { content: Buffer.from(content), mimeType: 'text/csv', signingKeyId: KEY_ID };
    await expect(write((tx) => passport.requestReadings(tx, request))).rejects.toMatchObject({
      code: 'DOCUMENT_REJECTED',
    });
  },
  requestEnd: async ({ stage, write, own, foreign }) => {
    const passports = await Promise.all([
      passport.findPassport(stage.read(OWN), own.passportId),
      passport.findPassport(stage.read(FOREIGN), foreign.passportId),
    ]);
    const [mine, other] = passports;
    // The function trusts the record; the job looks the passport up in its own tenant.
    await write((tx) =>
      passport.requestEnd(tx, {
        passport: mine,
        reason: 'reused',
        successor: { passport: other },
        signingKeyId: KEY_ID,
      }),
    );
  },
  requestSuccession: async ({ stage, write, own }) => {
    const mine = await passport.findPassport(stage.read(OWN), own.passportId);
    // The history of a battery that has not ended.
    const request = { passport: mine, url: 'https://example.com/p/1', history: movedHistory(), signingKeyId: KEY_ID };
    await expect(
      write((tx) => Promise.resolve().then(() => passport.requestSuccession(tx, request))),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  },
  receivePassport: async ({ stage, write, foreign }) => {
    const other = stage.read(FOREIGN);
    const bundle = await passport.passportBundle(other, foreign.versionId);
    const history = await passport.historyFile(other, { id: foreign.passportId });
    await expect(
      write((tx) => passport.receivePassport(tx, { bundle, history, publicKey: SAMPLE_KEY.publicKey })),
    ).rejects.toMatchObject({ code: 'PASSPORT_STATE_CONFLICT' });
  },
  requestOffer: async ({ stage, write, foreign }) => {
    const other = await passport.findPassport(stage.read(FOREIGN), foreign.passportId);
    const operator = { identifier: 'x', name: 'x' };
    await write((tx) =>
      passport.requestOffer(tx, {
        ...{ passport: other, operator, operatorKey: SAMPLE_KEY.publicKey, validDays: 1, signingKeyId: KEY_ID },
      }),
    );
  },
  requestStatements: async ({ write, foreign }) => {
    const draft = { passportId: foreign.passportId, kind: 'READING' as const, body: {} };
    await write((tx) => passport.requestStatements(tx, [draft], KEY_ID));
  },
  requestStatusList: async ({ write }) => {
    await write((tx) => passport.requestStatusList(tx, { purpose: 'revocation', validDays: 1, signingKeyId: KEY_ID }));
  },
  newestStatusList: async ({ read }) => {
    expect(await passport.newestStatusList(read, 'refresh')).toBeUndefined();
  },
  listTransfers: async ({ read, foreign }) => {
    expect(await passport.listTransfers(read, { passportId: foreign.passportId })).toEqual([]);
    return passport.listTransfers(read);
  },
  listPassportOverviews: ({ read }) => passport.listPassportOverviews(read),
  listProducts: ({ read }) => passport.listProducts(read),
  listPassports: ({ read }) => passport.listPassports(read),
  addDocument: ({ write }) => write((tx) => passport.addDocument(tx, { kind: 'BOM', externalRef: 'shared' })),
  listDocuments: ({ read }) => passport.listDocuments(read),
  listDocumentVersions: async ({ read, foreign }) => {
    await expect(passport.listDocumentVersions(read, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    return passport.listDocumentVersions(read);
  },
  listFacts: async ({ read, foreign }) => {
    expect(await passport.listFacts(read, { snapshotId: foreign.snapshotId })).toEqual([]);
    expect(await passport.listFacts(read, { documentVersionId: foreign.documentVersionIds[0] })).toEqual([]);
    return passport.listFacts(read);
  },
  sourcesOfFacts: async ({ read, foreign }) => {
    expect(await passport.sourcesOfFacts(read, [foreign.factId])).toEqual([]);
  },
  recordFacts: ({ write }) =>
    write((tx) =>
      passport.recordFacts(tx, {
        ...{ externalRef: 'shared', mimeType: 'text/plain', content: Buffer.from('x'), source: {} },
        facts: [{ factType: 'Battery', factKey: 'x', payload: {}, source: {} }],
      }),
    ),
  createDataSnapshot: ({ write }) => write((tx) => passport.createDataSnapshot(tx)),
  listDataSnapshots: ({ read }) => passport.listDataSnapshots(read),
  addRulePackage: ({ write }) => write((tx) => passport.addRulePackage(tx, { name: 'shared' })),
  listRulePackages: ({ read }) => passport.listRulePackages(read),
  listRuleVersions: async ({ read, foreign }) => {
    const ofForeign = passport.listRuleVersions(read, { rulePackage: foreign.packageId });
    await expect(ofForeign).rejects.toMatchObject({ code: 'NOT_FOUND' });
    return passport.listRuleVersions(read);
  },
  listPassportVersions: async ({ read, foreign }) => {
    await expect(passport.listPassportVersions(read, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    return passport.listPassportVersions(read);
  },
};

/** Functions that see the rows of all tenants: the status and the check of the whole database, and what a phone finds by an id alone. */
const ACROSS_TENANTS: readonly string[] = [
  ...['countPassports', 'findPublicStatusList', 'findPublicVersion', 'passportChecks'],
];

/** Exported before there was a database, and functions that only describe a record or open a runtime. */
const WITHOUT_DATABASE: readonly string[] = [
  ...['openPassportRuntime', 'passportJobs', 'documentKind'],
  ...Object.keys(passport).filter((name) => name.endsWith('Json')),
];

const PURE: readonly string[] = [
  ...['artefactLimits', 'bundleBytes', 'checkRules', 'commandSigner', 'compilePassport', 'evaluateRules'],
  ...['explainFields', 'factLookup', 'formatRules', 'gs1DigitalLink', 'localSigner', 'parseFacts', 'parseRules'],
  ...['checkStatus', 'decisionBytes', 'decisionFile', 'isHistory', 'passportName', 'readDecision', 'readOffer'],
  ...['readReadings', 'requirePurpose', 'statementFile', 'verifyHistory'],
  ...['defaultRules', 'evidenceOf', 'isCredential', 'requireFitting', 'statusIndexOf', 'verifyCredential'],
  ...['checkReport', 'importFacts', 'importedDocument', 'templateFiles'],
  ...['attributeAt', 'attributesOf', 'audienceFields', 'checkBattery', 'defaultRulePackage', 'defaultRuleSources'],
  ...['excerptBytes', 'factsOfDocuments', 'isExcerpt', 'makeExcerpt', 'maySee', 'passportView', 'readDocumentFacts'],
  ...['requireAudience', 'requireCategory', 'requireExportFormat', 'verifyExcerpt'],
  ...['passesGate', 'passportLink', 'qrCode', 'qrPayload', 'qrPng', 'qrSvg', 'readEd25519Key', 'readEd25519PublicKey'],
  ...[
    'checkedRules',
    'readJsonText',
    'requireGate',
    'runTests',
    'runTestsInSlices',
    'sealSnapshot',
    'signReceipt',
    'typeText',
    'verifyBundle',
  ],
];

test('every exported function is known to be about rows of one tenant, or about none', () => {
  const exported = Object.entries(passport).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
  const known = [...Object.keys(NOT_FOUND), ...Object.keys(OWN_ROWS), ...ACROSS_TENANTS, ...WITHOUT_DATABASE];
  expect(exported.filter((name) => !PURE.includes(name) && name !== 'valueJson').sort()).toEqual(
    known.filter((name) => name !== 'valueJson').sort(),
  );
});

describe.each(STORES)('on %s', (storeName) => {
  const stage = usePassportStage(storeName);
  let made: Promise<Place> | undefined;
  const place = (): Promise<Place> => (made ??= createPlace(stage));

  test.each(Object.keys(NOT_FOUND))("%s cannot refer to another tenant's row", async (name) => {
    const given = await place();
    const before = await rowsOfForeign(stage);
    await expect(NOT_FOUND[name]?.(given)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await rowsOfForeign(stage)).toEqual(before);
  });

  test.each(Object.keys(OWN_ROWS))("%s neither shows nor changes another tenant's rows", async (name) => {
    const given = await place();
    const before = await rowsOfForeign(stage);
    expect(Object.values(before).every((rows) => rows.length > 0)).toBe(true);
    const result = await OWN_ROWS[name]?.(given);
    expect(exactJson({ result })).not.toContain(MARK);
    expect(await rowsOfForeign(stage)).toEqual(before);
  });

  test('jobs of one tenant that name rows of another fail', async () => {
    const { foreign, own } = await place();
    await stage.startWorker();
    const { engine } = stage.stage;
    const compile = {
      passport_id: own.passportId,
      snapshot_id: own.snapshotId,
      rule_package_version_id: own.ruleVersionId,
    };
    const [signing, time] = [{ signing_key_id: KEY_ID }, '2031-01-01T00:00:00.000000Z'];
    const reading = { passport_id: foreign.passportId, kind: 'READING', body: {} };
    const payloads: readonly (readonly [string, object])[] = [
      ['PARSE_FACTS', { document_version_id: foreign.documentVersionIds[0] }],
      ['BUILD_SNAPSHOT', { snapshot_id: foreign.openSnapshotId }],
      ['RUN_RULE_TESTS', { rule_package_version_id: foreign.ruleVersionId, seed: 1 }],
      ['COMPILE_PASSPORT', { ...compile, passport_id: foreign.passportId }],
      ['COMPILE_PASSPORT', { ...compile, snapshot_id: foreign.snapshotId }],
      ['COMPILE_PASSPORT', { ...compile, rule_package_version_id: foreign.ruleVersionId }],
      ['SIGN_PASSPORT', { passport_version_id: foreign.versionId }],
      ['GENERATE_QR', { passport_version_id: foreign.versionId }],
      ['EXPORT_PASSPORT', { passport_version_id: foreign.versionId, format: 'JSON' }],
      ['ISSUE_BATTERIES', { batch_id: foreign.batchId, from: 0, to: 1 }],
      ['REFRESH_PASSPORTS', { ...signing, passport_ids: [foreign.passportId], issued_at: time, activate: true }],
      ['RECORD_STATEMENTS', { ...signing, stated_at: time, statements: [reading] }],
      ['INGEST_DOCUMENT', { document_id: foreign.documentId, file_url: '/x', mime_type: 'text/csv' }],
    ];
    const before = await rowsOfForeign(stage);
    for (const [type, payload] of payloads) {
      const job = passport.PASSPORT_JOBS.find((declaration) => declaration.type === type);
      const { id } = await engine.enqueue(job!, payload, { tenant: OWN });
      expect({ type, code: (await stage.failed(id)).code }).toEqual({ type, code: 'NOT_FOUND' });
    }
    expect(await rowsOfForeign(stage)).toEqual(before);
  });
});

async function createPlace(stage: PassportStage): Promise<Place> {
  const worker = await stage.startWorker();
  const own = await createRows(stage, OWN, 'OWN-1');
  const foreign = await createRows(stage, FOREIGN, MARK);
  await worker.stop({ graceMs: 0 });

  return { stage, own, foreign, read: stage.read(OWN), write: (work) => stage.write(OWN, work) };
}

/** A row in every table. */
async function createRows(stage: PassportStage, tenant: string, sku: string): Promise<Rows> {
  const prepared = await prepare(stage, tenant, sku);
  const version = await issued(stage, tenant, prepared);
  await stage.write(tenant, (tx) => passport.activatePassportVersion(tx, version.id));
  const request = { passportVersionId: version.id, format: 'JSON' };
  await stage.completed(await stage.write(tenant, (tx) => passport.requestExport(tx, request)));
  const signed = await issued(stage, tenant, prepared);
  const read = stage.read(tenant);
  const { id: openSnapshotId } = await stage.write(tenant, async (tx) => {
    await passport.addProduct(tx, { sku: 'shared', name: `Battery ${sku}` });
    await passport.addDocument(tx, { kind: 'BOM', externalRef: 'shared' });
    await passport.addRulePackage(tx, { name: 'shared' });
    await passport.addRuleVersion(tx, { rulePackage: 'shared', dsl: `-- ${sku}`, tests: TESTS });
    return passport.createDataSnapshot(tx, { label: sku });
  });
  const [fact] = await passport.listFacts(read);
  const [document] = await passport.listDocuments(read);
  const [exported] = await passport.listExports(read, version.id);
  return {
    ...prepared,
    productId: (await passport.findProduct(read, sku)).id,
    documentId: document!.id,
    factId: fact!.id,
    openSnapshotId,
    packageId: (await passport.findRulePackage(read, 'shared')).id,
    versionId: signed.id,
    exportId: exported!.id,
    ...(await createLife(stage, tenant, prepared)),
  };
}

/** A batch with a battery that fails, a status list, an open offer. */
async function createLife(
  stage: PassportStage,
  tenant: string,
  { passportId, sku, ...model }: Prepared,
): Promise<Pick<Rows, 'batchId' | 'transferId'>> {
  // The second battery states something that is not an attribute.
  const header = 'serial,identification.manufacturing_date,identification.operator.planet';
  const content = Buffer.from(`${header}\n${sku}-A,2027-04-01,\n${sku}-B,2027-04-01,Mars\n`);
  const { batch } = await stage.write(tenant, (tx) =>
    passport.requestBatteries(tx, { ...model, product: sku, content, activate: true, signingKeyId: KEY_ID }),
  );
  const [job] = await stage.stage.engine.jobs({ tenant, type: 'ISSUE_BATTERIES', fields: { batch_id: batch.id } });
  await stage.completed(job!.id);
  const list = { purpose: 'revocation', validDays: 1, signingKeyId: KEY_ID };
  await stage.completed(await stage.write(tenant, (tx) => passport.requestStatusList(tx, list)));
  const own = await passport.findPassport(stage.read(tenant), passportId);
  const { jobId, transferId } = await stage.write(tenant, (tx) =>
    passport.requestOffer(tx, {
      ...{ passport: own, operator: { identifier: sku, name: sku }, operatorKey: SAMPLE_KEY.publicKey },
      ...{ validDays: 9, signingKeyId: KEY_ID },
    }),
  );
  await stage.completed(jobId);
  return { batchId: batch.id, transferId };
}

async function rowsOfForeign({ stage }: PassportStage): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const { name, key } of passport.PASSPORT_TABLES) {
    const order = key.join(', ');
    const sql = `SELECT * FROM ${name} WHERE tenant = '${FOREIGN}' ORDER BY ${order}`;
    // Comparing bytes one by one takes most of the time of these tests.
    rows[name] = (await stage.engine.database.query(sql)).map((row) =>
      Object.entries(row).map(([, value]) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
      ),
    );
  }
  return rows;
}
