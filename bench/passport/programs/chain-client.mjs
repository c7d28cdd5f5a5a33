// node chain-client.mjs PASSPORTS DATABASE KEY: publishes rules, then makes passports as a client of the interface would: it waits for
// each step before the next. A child of chain.mjs, which tells it the ends of jobs.
import { once } from 'node:events';
import { tenantTransaction } from '../../../dist/database/index.js';
import { openEngine } from '../../../dist/engine/index.js';
import { EVENTS_MIGRATIONS } from '../../../dist/events/index.js';
import * as passport from '../../../dist/passport/index.js';
import { bomOf, ruleSource, TESTS } from './battery.mjs';

const passports = Number(process.argv[2]);
const [database, KEY_ID] = process.argv.slice(3);
const TENANT = 'default';
/** Passports on their way at the same time. */
const IN_FLIGHT = 96;

const engine = await openEngine({
  ...{ database, poolSize: 10 },
  schemaLines: [EVENTS_MIGRATIONS, passport.PASSPORT_MIGRATIONS],
});
const write = (work) => engine.transaction((tx) => work(tenantTransaction(tx, TENANT, 'bench')));
/** What waits for the end of a job: by job id, or by type and passport version. */
const waiting = new Map();
process.on('message', ({ ended: keys = [] }) => keys.forEach(settle));

const ruleVersionId = await publishRules();
process.send({ published: true });
await new Promise((resolve) => process.on('message', ({ begin }) => begin && resolve()));
const cpuBefore = process.cpuUsage();
let next = 0;
await Promise.all(
  Array.from({ length: IN_FLIGHT }, async () => {
    while (next < passports) await makePassport(`BENCH-${next++}`);
  }),
);
const { user, system } = process.cpuUsage(cpuBefore);
process.send({ cpuSeconds: (user + system) / 1e6 });
await once(process, 'disconnect');
await engine.close();

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
