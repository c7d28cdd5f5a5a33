import type { TenantExecutor } from '../../database/index.js';
import type { BatteryProduct } from '../compile/payload.js';
import type { CompilePassportPayload } from '../job-types.js';
import { checkedRules } from '../records/checked-rules.js';
import { notPublished } from '../records/request-compile.js';
import { ruleSources } from '../records/rule-version.js';
import { loadSealedSnapshot, notSealed, verifiedSnapshot } from '../records/seal-snapshot.js';
import type { TypedRules } from '../rules/check/typed.js';
import type { SealedSnapshot } from '../snapshot/snapshot.js';
import type { PassportRuntime } from './runtime.js';
import { missingInput, type StoredInputs } from '../records/stored-inputs.js';

/** Everything that a passport is compiled from. */
export interface CompileInputs {
  readonly passportId: string;
  readonly product: BatteryProduct;
  readonly snapshot: SealedSnapshot;
  readonly ruleVersionId: string;
  readonly dslSha256: string;
  readonly testsSha256: string;
  readonly rules: TypedRules;
  /** The payload hash of the active version. */
  readonly currentPayloadHash: string | null;
}

/** Loads the inputs of a compilation and checks their states. One query if rules and snapshot were used before. */
export async function loadCompileInputs(
  runtime: PassportRuntime,
  database: TenantExecutor,
  payload: CompilePassportPayload,
): Promise<CompileInputs> {
  const wanted = {
    tenant: database.tenant,
    passportId: payload.passport_id.toLowerCase(),
    snapshotId: payload.snapshot_id.toLowerCase(),
    ruleVersionId: payload.rule_package_version_id.toLowerCase(),
  };
  const stored = await runtime.loadCompile(wanted);
  if (stored === undefined) throw await missingInput(database, wanted);
  const { passportId, productId, sku, name, snapshotId, ruleVersionId, dslSha256, testsSha256 } = stored;
  if (stored.snapshotStatus !== 'SEALED') throw notSealed(snapshotId, stored.snapshotStatus);
  if (stored.ruleStatus !== 'PUBLISHED') throw notPublished(ruleVersionId, stored.ruleStatus);
  return {
    ...{ passportId, ruleVersionId, dslSha256, testsSha256 },
    product: { id: productId, sku, name },
    snapshot: await sealedSnapshot(runtime, database, stored),
    rules: await rulesOf(runtime, database, ruleVersionId, dslSha256),
    currentPayloadHash: stored.currentPayloadHash,
  };
}

export async function rulesOf(
  { rules }: PassportRuntime,
  database: TenantExecutor,
  id: string,
  dslSha256: string,
): Promise<TypedRules> {
  const known = rules.get(dslSha256);
  if (known !== undefined) return known;
  const { dsl } = await ruleSources(database, id);
  // Of the jobs that start at the same time, the first checks the rules for all.
  const checkedMeanwhile = rules.get(dslSha256);
  if (checkedMeanwhile !== undefined) return checkedMeanwhile;
  // Tests are not needed to compile.
  const checked = checkedRules({ dsl, tests: '' });
  rules.set(dslSha256, checked, dsl.length);
  return checked;
}

/** A snapshot with more facts is loaded alone, so that others need not wait for it. */
const MAX_SHARED_FACTS = 1_000;

async function sealedSnapshot(
  { snapshots, loadSnapshot }: PassportRuntime,
  database: TenantExecutor,
  { snapshotId: id, snapshotHash, factCount }: StoredInputs,
): Promise<SealedSnapshot> {
  const key = JSON.stringify([database.tenant, id, snapshotHash]);
  const known = snapshots.get(key);
  if (known !== undefined) return known;
  const stored = (factCount ?? 0) > MAX_SHARED_FACTS ? undefined : await loadSnapshot({ tenant: database.tenant, id });
  const loaded =
    stored === undefined ? await loadSealedSnapshot(database, id) : verifiedSnapshot(stored.record, stored.facts);
  snapshots.set(
    key,
    loaded,
    loaded.facts.reduce((bytes, { payloadCanonical }) => bytes + payloadCanonical.length, loaded.canonical.length),
  );
  return loaded;
}
