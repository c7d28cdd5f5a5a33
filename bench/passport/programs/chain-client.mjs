// node chain-client.mjs PASSPORTS DATABASE KEY: publishes rules, then makes passports as a maker with many batteries would: each passport
// waits for each of its steps, and the passports that are at the same step share a transaction. A child of chain.mjs, which tells it the
// ends of jobs.
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
const IN_FLIGHT = 384;

const engine = await openEngine({
  ...{ database, poolSize: 10 },
  schemaLines: [EVENTS_MIGRATIONS, passport.PASSPORT_MIGRATIONS],
});
const write = (work) => engine.transaction((tx) => work(tenantTransaction(tx, TENANT, 'bench')));
const addBattery = together(addBatteries);
const takeSnapshot = together(takeSnapshots);
const compile = together(compileAll);
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
  const { passportId, upload } = await addBattery(sku);
  await ended(upload.jobId);
  const { snapshotId, jobId } = await takeSnapshot(upload.version.id);
  await ended(jobId);
  const { passportVersionId } = await compile({ passportId, snapshotId });
  await ended(`qr ${passportVersionId}`);
}

async function addBatteries(tx, skus) {
  await passport.addProducts(
    tx,
    skus.map((sku) => ({ sku, name: sku })),
  );
  const passportsOfSkus = await passport.createPassports(tx, skus);
  const documents = await passport.addDocuments(
    tx,
    skus.map((sku) => ({ kind: 'BOM', externalRef: sku })),
  );
  const uploads = await passport.uploadDocuments(
    tx,
    skus.map((sku, index) => ({
      ...{ documentId: documents[index].id, mimeType: 'application/json', content: Buffer.from(bomOf(sku)) },
    })),
  );
  return skus.map((_, index) => ({ passportId: passportsOfSkus[index].id, upload: uploads[index] }));
}

async function takeSnapshots(tx, documentVersionIds) {
  const snapshots = await passport.createDataSnapshots(
    tx,
    documentVersionIds.map(() => ({})),
  );
  const ids = snapshots.map(({ id }) => id);
  const additions = ids.map((snapshotId, index) => ({ snapshotId, documentVersionIds: [documentVersionIds[index]] }));
  await passport.addFactsToSnapshots(tx, additions);
  const jobIds = await passport.requestSnapshotBuilds(tx, ids);
  return ids.map((snapshotId, index) => ({ snapshotId, jobId: jobIds[index] }));
}

async function compileAll(tx, wanted) {
  await passport.sealDataSnapshots(
    tx,
    wanted.map(({ snapshotId }) => snapshotId),
  );
  return passport.requestCompiles(
    tx,
    wanted.map((one) => ({ ...one, ruleVersionId, signingKeyId: KEY_ID })),
  );
}

/** What is wanted while an earlier transaction of this step runs shares the next one. */
function together(work) {
  let waiting = [];
  let isBusy = false;
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isBusy) return;
      isBusy = true;
      setImmediate(run);
    });
  async function run() {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const items = batch.map(({ item }) => item);
      try {
        const results = await write((tx) => work(tx, items));
        for (const [index, { resolve }] of batch.entries()) resolve(results[index]);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isBusy = false;
  }
}
