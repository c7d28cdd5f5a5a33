import type { Database } from '../../database/index.js';
import { type AddressPolicy, createHttpClient, type HttpClient, type Resolver } from '../../http/index.js';
import { inBatches } from '../../platform/index.js';
import { type ArtefactLimits, artefactLimits } from '../compile/limits.js';
import type { TypedRules } from '../rules/check/typed.js';
import type { Signer } from '../signing/signer.js';
import type { SealedSnapshot } from '../snapshot/snapshot.js';
import { type BoundedCache, createBoundedCache } from './bounded-cache.js';
import { inTenantBatches, type Load } from './in-batches.js';
import type { LoadedBatch } from './load-batch.js';
import type { StoredBuild } from './stored-builds.js';
import type { StoredDocument } from './stored-documents.js';
import type { StoredInputs, WantedInputs } from '../records/stored-inputs.js';
import type { StoredSnapshot } from './stored-snapshots.js';
import type { StoredVersion } from './stored-versions.js';

export interface PassportRuntimeOptions extends AddressPolicy {
  readonly database: Database;
  /** Names the program that compiles, in every receipt. */
  readonly buildId: string;
  /** May lower the limits of the specification. */
  readonly limits?: Partial<ArtefactLimits> | undefined;
  /** The key for passports whose request names none. */
  readonly currentKeyId: () => Promise<string>;
  /** Undefined if this machine does not have the key. */
  readonly signerFor: (keyId: string) => Promise<Signer | undefined>;
  readonly resolve?: Resolver | undefined;
  /** The address of the server with the public pages; credentials name their status list with it. */
  readonly publicUrl?: string | undefined;
  /** Local files are ingested from these folders only; from anywhere if absent. */
  readonly ingestFolders?: readonly string[] | undefined;
  /** For the whole request of an ingested URL. */
  readonly ingestTimeoutMs?: number | undefined;
}

/** What the passport jobs of one process share. */
export interface PassportRuntime extends PassportRuntimeOptions {
  readonly limits: ArtefactLimits;
  readonly ingestTimeoutMs: number;
  readonly client: HttpClient;
  /** By hash: the same source gives the same rules. */
  readonly rules: BoundedCache<TypedRules>;
  /** By tenant, id and hash. */
  readonly snapshots: BoundedCache<SealedSnapshot>;
  /** By tenant and id: what all jobs of a batch need. */
  readonly batches: BoundedCache<LoadedBatch>;
  /** Each loads what jobs that run at the same time need with the same queries. */
  readonly loadDocument: Load<StoredDocument>;
  readonly loadBuild: Load<StoredBuild>;
  readonly loadVersion: Load<StoredVersion>;
  readonly loadCompile: (wanted: WantedInputs) => Promise<StoredInputs | undefined>;
  readonly loadSnapshot: Load<StoredSnapshot>;
  close(): void;
}

const INGEST_TIMEOUT_MS = 60_000;
/** Bytes of source. Checked rules take about 50 times as much. */
const MAX_RULE_BYTES = 2_000_000;
const MAX_SNAPSHOT_BYTES = 32_000_000;
/** Bytes of the files with batteries. Rows that were read take about ten times as much. */
const MAX_BATCH_BYTES = 16_000_000;

/** Opened once per worker process. Loads the code of the jobs with the first job: a worker without any needs 2 MB less. */
export function openPassportRuntime(options: PassportRuntimeOptions): PassportRuntime {
  const { database, allowPrivate, resolve, ingestTimeoutMs = INGEST_TIMEOUT_MS } = options;
  const client = createHttpClient({ allowPrivate, resolve });
  return {
    ...options,
    limits: artefactLimits(options.limits),
    ingestTimeoutMs,
    client,
    rules: createBoundedCache(MAX_RULE_BYTES),
    snapshots: createBoundedCache(MAX_SNAPSHOT_BYTES),
    batches: createBoundedCache(MAX_BATCH_BYTES),
    loadDocument: inTenantBatches(database, async (...rows) =>
      (await import('./stored-documents.js')).storedDocuments(...rows),
    ),
    loadBuild: inTenantBatches(database, async (...rows) => (await import('./stored-builds.js')).storedBuilds(...rows)),
    loadVersion: inTenantBatches(database, async (...rows) =>
      (await import('./stored-versions.js')).storedVersions(...rows),
    ),
    loadCompile: inBatches(async (wanted) =>
      (await import('../records/stored-inputs.js')).storedInputs(database, wanted),
    ),
    loadSnapshot: inTenantBatches(database, async (...rows) =>
      (await import('./stored-snapshots.js')).storedSnapshots(...rows),
    ),
    close: () => client.close(),
  };
}
