import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { countByStatus } from '../../../src/engine/index.js';
import { findEvents } from '../../../src/events/index.js';
import * as passport from '../../../src/passport/index.js';
import { SAMPLE_KEY } from '../golden/passport.js';
import { bomOf } from './documents.js';
import { BUILD_ID, KEY_ID, type PassportStage, publishedRules } from './stage.js';

const FIXTURE = fileURLToPath(new URL('../jobs/fixtures/worker-that-dies.mjs', import.meta.url));

/** Rules for any battery: they read the only one of a snapshot. */
const RULES = `
field battery.count : Int = fold(getFactsByPrefix("Battery", "battery:"), 0, \\count battery -> count + 1);
field battery.mass : Qty(kg) = sumQty("kg", map(getFactsByPrefix("BOM", "bom:"), \\part -> toQty("kg", toDec(6, requireSome(recordGet(part, "mass_kg"), "E3", "no mass")))));
`;

export interface KilledChains {
  readonly chains: number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** A worker dies before one of so many statements, or of more after many kills. */
  readonly maxStatements: number;
}

/**
 * Runs chains from document to QR code with workers that die again and again, and compares every passport with one that is made
 * from the same input without a database. Returns how often a worker died.
 */
export async function surviveKills(place: PassportStage, tenant: string, options: KilledChains): Promise<number> {
  const { chains } = options;
  const worker = await place.startWorker();
  const ruleVersionId = await publishedRules(place, tenant, RULES);
  await worker.stop({ graceMs: 0 });
  const skus = Array.from({ length: chains }, (_, index) => `SKU-${index + 1}`);
  const started = await place.write(tenant, async (tx) => {
    const all = [];
    for (const sku of skus) {
      await passport.addProduct(tx, { sku, name: sku });
      const { id: passportId } = await passport.createPassport(tx, sku);
      const { id: documentId } = await passport.addDocument(tx, { kind: 'BOM', externalRef: sku });
      const content = Buffer.from(bomOf(sku));
      const { version } = await passport.uploadDocument(tx, { documentId, mimeType: 'application/json', content });
      all.push({ passportId, documentVersionIds: [version.id] });
    }
    return all;
  });
  let kills = await workUntilDone(place, options);
  const snapshots = await place.write(tenant, async (tx) => {
    const all = [];
    for (const { documentVersionIds } of started) {
      const { id } = await passport.createDataSnapshot(tx);
      await passport.addFactsToSnapshot(tx, id, { documentVersionIds });
      await passport.requestSnapshotBuild(tx, id);
      all.push(id);
    }
    return all;
  });
  kills += await workUntilDone(place, options);
  const versionIds = await place.write(tenant, async (tx) => {
    const all = [];
    for (const [index, { passportId }] of started.entries()) {
      const snapshotId = snapshots[index] as string;
      await passport.sealDataSnapshot(tx, snapshotId);
      const request = { passportId, snapshotId, ruleVersionId, signingKeyId: KEY_ID };
      all.push((await passport.requestCompile(tx, request)).passportVersionId);
    }
    return all;
  });
  kills += await workUntilDone(place, options);
  await expectAsIfNothingHappened(place, tenant, versionIds);
  return kills;
}

/** Runs workers that die until no job is left. Returns how often one died. */
export async function workUntilDone(
  { stage }: PassportStage,
  { random, maxStatements }: Omit<KilledChains, 'chains'>,
): Promise<number> {
  for (let kills = 0; ; kills++) {
    // Looking for jobs counts, too, and is done by the clock: on a busy machine no job might come to its end within a fixed number.
    const statements = maxStatements * (1 + Math.max(0, kills - 20) / 10);
    if (await runToEnd(stage.url, 1 + Math.floor(random() * statements))) return kills;
    // The leases of the dead worker would expire soon. A job that crashes four times would be taken for a poisonous one.
    await stage.engine.database.script(
      `UPDATE cf_jobs SET lease_expires_at = 1, crashes = 0, attempts = 0 WHERE status = 'running'`,
    );
  }
}

/** Whether the worker finished all jobs before it came to the statement. */
async function runToEnd(url: string, diesAt: number): Promise<boolean> {
  const seed = Buffer.alloc(32, 7).toString('base64');
  const env = { ...process.env, DATABASE_URL: url, DIES_AT: String(diesAt), KEY_ID, BUILD_ID, SEED: seed };
  const child = spawn(process.execPath, [FIXTURE], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal === 'SIGKILL') return false;
  expect(code).toBe(0);
  return true;
}

async function expectAsIfNothingHappened(
  place: PassportStage,
  tenant: string,
  versionIds: readonly string[],
): Promise<void> {
  const database = place.read(tenant);
  const { completed, ...others } = await countByStatus(place.stage.engine.database);
  // Tests of rules, and for each chain: parse, build, compile, sign, draw.
  expect({ completed, ...others }).toEqual({ completed: 1 + versionIds.length * 5 });
  for (const id of versionIds) {
    const version = await passport.findPassportVersion(database, id);
    expect(version).toMatchObject({ status: 'SIGNED', compilerBuildId: BUILD_ID });
    // Compiles it again from its facts and rules: every byte must be the same.
    await passport.replayPassportVersion(database, id);
    const { receiptCanonical, signature, qrPng } = await passport.passportArtefacts(database, id);
    const signed = await passport.signReceipt(receiptCanonical, passport.localSigner(KEY_ID, SAMPLE_KEY));
    expect(signature).toEqual(signed.signature);
    expect(qrPng).toEqual(passport.qrPng(passport.qrCode(passport.qrPayload({ ...version, passportVersionId: id }))));
    expect(await passport.loadSealedSnapshot(database, version.snapshotId)).toMatchObject({ facts: { length: 4 } });
    expect(await passport.listPassportVersions(database, { passportId: version.passportId })).toHaveLength(1);
    const events = await findEvents(database, tenant, { aggregateType: 'PassportVersion', aggregateId: id, limit: 10 });
    expect(events.map(({ eventType }) => eventType)).toEqual(['QR_GENERATED', 'PASSPORT_SIGNED', 'PASSPORT_COMPILED']);
  }
}
