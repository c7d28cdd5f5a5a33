// node chain.mjs PASSPORTS EXISTING DATABASE: makes passports from documents to QR codes with one worker in this process, with so many
// other passports in the database, and prints what it took.
import { tenantTransaction } from '../../../dist/database/index.js';
import { createWorker, openEngine } from '../../../dist/engine/index.js';
import { EVENTS_MIGRATIONS } from '../../../dist/events/index.js';
import * as passport from '../../../dist/passport/index.js';
import { ruleSource, bomOf, TESTS } from './battery.mjs';
import { insertPassports } from './insert-passports.mjs';

const [passports, existing] = process.argv.slice(2, 4).map(Number);
const database = process.argv[4];
const TENANT = 'default';
const KEY_ID = 'bench-key';
/** Passports on their way at the same time. */
const IN_FLIGHT = 48;

const engine = await openEngine({
  ...{ database, migrate: true, poolSize: 20 },
  schemaLines: [EVENTS_MIGRATIONS, passport.PASSPORT_MIGRATIONS],
});
const signer = passport.localSigner(KEY_ID, passport.readEd25519Key(Buffer.alloc(32, 7)));
const runtime = passport.openPassportRuntime({
  ...{ database: engine.database, buildId: 'bench', allowPrivate: false },
  currentKeyId: () => Promise.resolve(KEY_ID),
  signerFor: () => Promise.resolve(signer),
});

/** What waits for the end of a job: by job id, or by type and passport version. */
const waiting = new Map();
const compileSeconds = [];
const worker = createWorker(engine, {
  jobs: await passport.passportJobs(runtime),
  concurrency: IN_FLIGHT,
  observer: {
    ended(job, ending, { durationMs }) {
      if (ending.status !== 'completed') throw new Error(`${job.type} is ${ending.status}: ${ending.errors}`);
      if (job.type === 'COMPILE_PASSPORT') compileSeconds.push(durationMs / 1_000);
      const { passport_version_id: version } = JSON.parse(job.payload);
      settle(job.type === 'GENERATE_QR' ? `qr ${version}` : job.id);
    },
  },
});

function settle(key) {
  const resolve = waiting.get(key);
  waiting.delete(key);
  if (resolve) resolve();
  else waiting.set(key, undefined);
}

function ended(key) {
  if (waiting.has(key)) return waiting.delete(key);
  return new Promise((resolve) => waiting.set(key, resolve));
}

const write = (work) => engine.transaction((tx) => work(tenantTransaction(tx, TENANT, 'bench')));

await worker.start();
const ruleVersionId = await publishRules();
await insertPassports(engine.database, existing);
if (engine.database.dialect === 'postgres') await engine.database.query('VACUUM ANALYZE');
const begun = performance.now();
const cpuBefore = process.cpuUsage();
let next = 0;
await Promise.all(
  Array.from({ length: IN_FLIGHT }, async () => {
    while (next < passports) await makePassport(`BENCH-${next++}`);
  }),
);
const seconds = (performance.now() - begun) / 1_000;
const { user, system } = process.cpuUsage(cpuBefore);
await worker.stop();
await engine.close();
compileSeconds.sort((a, b) => a - b);
process.stdout.write(
  JSON.stringify({
    ...{ seconds, cpuSeconds: (user + system) / 1e6, passports },
    medianCompileSeconds: compileSeconds[compileSeconds.length >> 1],
  }),
);

async function publishRules() {
  const { id, jobId } = await write(async (tx) => {
    await passport.addRulePackage(tx, { name: 'bench' });
    const { version } = await passport.addRuleVersion(tx, { rulePackage: 'bench', dsl: ruleSource(), tests: TESTS });
    return { id: version.id, jobId: await passport.requestRuleTests(tx, { ruleVersionId: version.id, seed: 1n }) };
  });
  await ended(jobId);
  await write((tx) => passport.publishRules(tx, id));
  return id;
}

/** As a client of the interface would: it waits for each step before the next. */
async function makePassport(sku) {
  const { passportId, upload } = await write(async (tx) => {
    await passport.addProduct(tx, { sku, name: sku });
    const { id } = await passport.createPassport(tx, sku);
    const document = await passport.addDocument(tx, { kind: 'BOM', externalRef: sku });
    const content = Buffer.from(bomOf(sku));
    const options = { documentId: document.id, mimeType: 'application/json', content };
    return { passportId: id, upload: await passport.uploadDocument(tx, options) };
  });
  await ended(upload.jobId);
  const { snapshotId, jobId } = await write(async (tx) => {
    const snapshot = await passport.createDataSnapshot(tx);
    await passport.addFactsToSnapshot(tx, snapshot.id, { documentVersionIds: [upload.version.id] });
    return { snapshotId: snapshot.id, jobId: await passport.requestSnapshotBuild(tx, snapshot.id) };
  });
  await ended(jobId);
  const { passportVersionId } = await write(async (tx) => {
    await passport.sealDataSnapshot(tx, snapshotId);
    return passport.requestCompile(tx, { passportId, snapshotId, ruleVersionId, signingKeyId: KEY_ID });
  });
  await ended(`qr ${passportVersionId}`);
}
