import {
  type TenantDatabase,
  tenantDatabase,
  type TenantTransaction,
  tenantTransaction,
} from '../../../src/database/index.js';
import type { JobRecord, Worker } from '../../../src/engine/index.js';
import { EVENTS_MIGRATIONS } from '../../../src/events/index.js';
import * as passport from '../../../src/passport/index.js';
import { jobEnds, startWorker } from '../../engine/staging/workers.js';
import { type Stage, type StoreName, useStage } from '../../engine/staging/stage.js';
import { SAMPLE_KEY } from '../golden/passport.js';
import { bomOf, pcfOf, rulesFor, TESTS } from './documents.js';

export { STORES } from '../../engine/staging/stage.js';

export const KEY_ID = 'test-key';
export const BUILD_ID = 'test-build';

export interface PassportStage {
  readonly stage: Stage;
  /** What a tenant sees. */
  readonly read: (tenant: string) => TenantDatabase;
  /** Runs a function that writes, as the actor `tester`. */
  readonly write: <T>(tenant: string, work: (tx: TenantTransaction) => Promise<T>) => Promise<T>;
  readonly startWorker: (options?: Partial<passport.PassportRuntimeOptions>) => Promise<Worker>;
  /** Waits for a job; fails unless it completed, with or without warnings. */
  readonly completed: (jobId: string) => Promise<JobRecord>;
  /** Waits for a job that fails. Returns the last error. */
  readonly failed: (jobId: string) => Promise<{ readonly code: string; readonly message: string }>;
}

/** An engine with the tables of passports. Every test uses tenants of its own, so the tables are not emptied. */
export function usePassportStage(storeName: StoreName): PassportStage {
  const stage = useStage(storeName, { schemaLines: [EVENTS_MIGRATIONS, passport.PASSPORT_MIGRATIONS] });
  return {
    stage,
    read: (tenant) => tenantDatabase(stage.engine.database, tenant),
    write: (tenant, work) => stage.engine.transaction((tx) => work(tenantTransaction(tx, tenant, 'tester'))),
    startWorker: async (options = {}) => {
      const runtime = passport.openPassportRuntime({
        ...{ database: stage.engine.database, buildId: BUILD_ID, allowPrivate: true },
        currentKeyId: () => Promise.resolve(KEY_ID),
        signerFor: (keyId) => Promise.resolve(keyId === KEY_ID ? passport.localSigner(KEY_ID, SAMPLE_KEY) : undefined),
        ...options,
      });
      stage.onCleanup(() => Promise.resolve(runtime.close()));
      return startWorker(stage, passport.passportJobs(runtime));
    },
    completed: async (jobId) => {
      const job = await jobEnds(stage.engine, jobId);
      if (!job.status.startsWith('completed'))
        throw new Error(`${job.type} is ${job.status}: ${JSON.stringify(job.errors)}`);
      return job;
    },
    failed: async (jobId) => {
      const job = await jobEnds(stage.engine, jobId);
      if (job.status !== 'failed') throw new Error(`${job.type} is ${job.status}`);
      return job.errors.at(-1) as { code: string; message: string };
    },
  };
}

export interface Prepared {
  readonly sku: string;
  readonly passportId: string;
  readonly snapshotId: string;
  readonly ruleVersionId: string;
  readonly documentVersionIds: readonly string[];
}

/** Documents, a sealed snapshot, published rules and a passport: all that a compilation needs. A worker must run. */
export async function prepare(place: PassportStage, tenant: string, sku = 'EV-1'): Promise<Prepared> {
  const { write } = place;
  const product = await write(tenant, (tx) => passport.addProduct(tx, { sku, name: `Battery ${sku}` }));
  const { id: passportId } = await write(tenant, (tx) => passport.createPassport(tx, product.id));
  const documentVersionIds = await Promise.all([
    upload(place, tenant, 'BOM', bomOf(sku)),
    upload(place, tenant, 'PCF', pcfOf(sku)),
  ]);
  const snapshotId = await sealedSnapshot(place, tenant, { documentVersionIds });
  const ruleVersionId = await publishedRules(place, tenant, rulesFor(sku));
  return { sku, passportId, snapshotId, ruleVersionId, documentVersionIds };
}

/** Uploads a document and waits until it was read. Returns the id of the version. */
export async function upload(
  { write, completed }: PassportStage,
  tenant: string,
  kind: passport.DocumentKind,
  content: string,
): Promise<string> {
  const { version, jobId } = await write(tenant, async (tx) => {
    const { id: documentId } = await passport.addDocument(tx, { kind });
    return passport.uploadDocument(tx, { documentId, mimeType: 'application/json', content: Buffer.from(content) });
  });
  await completed(jobId);
  return version.id;
}

export async function sealedSnapshot(
  { write, completed }: PassportStage,
  tenant: string,
  facts: passport.AddedFacts,
): Promise<string> {
  const { id, jobId } = await write(tenant, async (tx) => {
    const snapshot = await passport.createDataSnapshot(tx, { label: 'a test' });
    await passport.addFactsToSnapshot(tx, snapshot.id, facts);
    return { id: snapshot.id, jobId: await passport.requestSnapshotBuild(tx, snapshot.id) };
  });
  await completed(jobId);
  await write(tenant, (tx) => passport.sealDataSnapshot(tx, id));
  return id;
}

export async function publishedRules(
  { write, completed }: PassportStage,
  tenant: string,
  dsl: string,
): Promise<string> {
  const { id, jobId } = await write(tenant, async (tx) => {
    const { id: rulePackage } = await passport.addRulePackage(tx, { name: 'ev-rules' });
    const { version } = await passport.addRuleVersion(tx, { rulePackage, dsl, tests: TESTS });
    return { id: version.id, jobId: await passport.requestRuleTests(tx, { ruleVersionId: version.id, seed: 42n }) };
  });
  await completed(jobId);
  await write(tenant, (tx) => passport.publishRules(tx, id));
  return id;
}

/** Compiles, signs and draws. Returns the version once it has its QR code. */
export async function issued(
  place: PassportStage,
  tenant: string,
  { passportId, snapshotId, ruleVersionId }: Prepared,
): Promise<passport.PassportVersionRecord> {
  const request = { passportId, snapshotId, ruleVersionId, signingKeyId: KEY_ID };
  const { jobId, passportVersionId } = await place.write(tenant, (tx) => passport.requestCompile(tx, request));
  await place.completed(jobId);
  for (const type of ['SIGN_PASSPORT', 'GENERATE_QR'])
    await place.completed(await jobFor(place, tenant, type, passportVersionId));
  return passport.findPassportVersion(place.read(tenant), passportVersionId);
}

/** The id of the job of this type for a passport version. */
export async function jobFor({ stage }: PassportStage, tenant: string, type: string, id: string): Promise<string> {
  const jobs = await stage.engine.jobs({ tenant, type, fields: { passport_version_id: id }, limit: 2 });
  const [job, ...others] = jobs;
  if (job === undefined || others.length > 0) throw new Error(`there are ${jobs.length} jobs ${type} for ${id}`);
  return job.id;
}
