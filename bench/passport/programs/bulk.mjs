// node bulk.mjs BATTERIES DATABASE: makes the passports of so many batteries of one model with one worker in this process, from the file with
// the batteries to versions in force with QR codes; then counts them, verifies up to 1,000 from their bundles, and prints what it took.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tenantDatabase, tenantTransaction } from '../../../dist/database/index.js';
import { createWorker, openEngine } from '../../../dist/engine/index.js';
import { EVENTS_MIGRATIONS } from '../../../dist/events/index.js';
import * as passport from '../../../dist/passport/index.js';

const EXAMPLE = fileURLToPath(new URL('../../../examples/passport/ev/battery.json', import.meta.url));
const batteries = Number(process.argv[2]);
const KEY_ID = 'bench-key';
const TENANT = 'default';
const MAX_VERIFIED = 1_000;
/** The default of a worker. */
const CONCURRENCY = 10;

const engine = await openEngine({
  ...{ database: process.argv[3], migrate: true, poolSize: 10 },
  schemaLines: [EVENTS_MIGRATIONS, passport.PASSPORT_MIGRATIONS],
});
const database = tenantDatabase(engine.database, TENANT);
const signer = passport.localSigner(KEY_ID, passport.readEd25519Key(Buffer.alloc(32, 7)));
const runtime = passport.openPassportRuntime({
  ...{ database: engine.database, buildId: 'bench', allowPrivate: false },
  currentKeyId: () => Promise.resolve(KEY_ID),
  signerFor: () => Promise.resolve(signer),
});
const waiting = new Map();
const worker = createWorker(engine, {
  jobs: passport.passportJobs(runtime),
  concurrency: CONCURRENCY,
  observer: {
    ended(job, ending) {
      if (ending.status !== 'completed') throw new Error(`${job.type} is ${ending.status}: ${ending.errors}`);
      waiting.get(job.type)?.();
    },
  },
});
await worker.start();
const write = (work) => engine.transaction((tx) => work(tenantTransaction(tx, TENANT, 'bench')));
const ended = (type) => new Promise((resolve) => waiting.set(type, resolve));

const model = await prepareModel();
const content = batteriesFile();
const cpuBefore = process.cpuUsage();
const begun = performance.now();
const { batch } = await write((tx) => passport.requestBatteries(tx, { ...model, content, activate: true }));
for (;;) {
  const done = ended('ISSUE_BATTERIES');
  const { issued, failed } = await passport.findBatteryBatch(database, batch.id);
  if (failed > 0) throw new Error(`${failed} batteries failed`);
  if (issued === batteries) break;
  await done;
}
const seconds = (performance.now() - begun) / 1_000;
const { user, system } = process.cpuUsage(cpuBefore);
const peakMb = process.resourceUsage().maxRSS / 1_024;
await worker.stop();
const verifyBegun = performance.now();
const verified = await verifyAll();
process.stdout.write(
  JSON.stringify({
    ...{ seconds, cpuSeconds: (user + system) / 1e6, batteries, peakMb, verified },
    verifySeconds: (performance.now() - verifyBegun) / 1_000,
  }),
);
await engine.close();

async function prepareModel() {
  const parsed = ended('PARSE_FACTS');
  const { documentVersionId, productId } = await write(async (tx) => {
    const { id } = await passport.addProduct(tx, { sku: 'EV-75', name: 'EV battery' });
    const { id: documentId } = await passport.addDocument(tx, { kind: 'BATTERY_DATA' });
    const upload = { documentId, mimeType: 'application/json', content: readFileSync(EXAMPLE) };
    return { documentVersionId: (await passport.uploadDocument(tx, upload)).version.id, productId: id };
  });
  await parsed;
  const built = ended('BUILD_SNAPSHOT');
  const tested = ended('RUN_RULE_TESTS');
  const { dsl, tests } = passport.defaultRuleSources('ev');
  const { snapshotId, ruleVersionId } = await write(async (tx) => {
    const snapshot = await passport.createDataSnapshot(tx, { label: 'model' });
    await passport.addFactsToSnapshot(tx, snapshot.id, { documentVersionIds: [documentVersionId] });
    await passport.requestSnapshotBuild(tx, snapshot.id);
    await passport.addRulePackage(tx, { name: 'bench' });
    const { version } = await passport.addRuleVersion(tx, { rulePackage: 'bench', dsl, tests });
    await passport.requestRuleTests(tx, { ruleVersionId: version.id, seed: 1n });
    return { snapshotId: snapshot.id, ruleVersionId: version.id };
  });
  await Promise.all([built, tested]);
  await write(async (tx) => {
    await passport.sealDataSnapshot(tx, snapshotId);
    await passport.publishRules(tx, ruleVersionId);
  });
  return { product: productId, snapshotId, ruleVersionId, signingKeyId: KEY_ID };
}

function batteriesFile() {
  const rows = Array.from({ length: batteries }, (_, index) => {
    const serial = String(index + 1).padStart(6, '0');
    const day = String((index % 28) + 1).padStart(2, '0');
    return `${serial},urn:bpc:ev75${serial},(01)04012345000009(21)${serial},2027-04-${day},2027-05-01T08:00:00Z,${80 + (index % 20)}`;
  });
  const header = [
    ...['serial', 'identification.passport_identifier', 'identification.battery_identifier'],
    ...['identification.manufacturing_date', 'at', 'performance.state_of_charge'],
  ];
  return Buffer.from([header.join(','), ...rows, ''].join('\n'));
}

/** Verifies passports from their bundles alone, evenly spread. Every battery must have exactly one version, which is in force. */
async function verifyAll() {
  const serials = new Set();
  const every = Math.ceil(batteries / MAX_VERIFIED);
  let verified = 0;
  for (let after; ;) {
    const page = await passport.listPassportVersions(database, { limit: 200, after });
    for (const { id, serial, status } of page) {
      if (status !== 'ACTIVE' || serials.has(serial)) throw new Error(`${serial}: ${status}`);
      serials.add(serial);
      if (serials.size % every !== 0) continue;
      verified += 1;
      const { ok, checks } = passport.verifyBundle(await passport.passportBundle(database, id));
      if (!ok) throw new Error(JSON.stringify(checks));
    }
    after = page.at(-1)?.id;
    if (page.length < 200) break;
  }
  if (serials.size !== batteries) throw new Error(`${serials.size} of ${batteries} batteries have a passport`);
  return verified;
}
