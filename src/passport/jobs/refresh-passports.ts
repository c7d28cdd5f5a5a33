import { tenantDatabase, tenantTransaction, type TenantExecutor } from '../../database/index.js';
import { complete, type JobContext, type Outcome } from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError } from '../../platform/index.js';
import { nameOf } from '../batteries/battery-facts.js';
import { conditionFacts } from '../history/apply-readings.js';
import { historyFact } from '../history/history-fact.js';
import type { RefreshPassportsPayload } from '../job-types.js';
import { hasIdOf } from '../records/id-rows.js';
import { passportName, passportRows } from '../records/passport.js';
import { requireUsable } from '../records/passport-life.js';
import { findProduct } from '../records/product.js';
import { notFound, requireId } from '../records/references.js';
import { notPublished } from '../records/request-compile.js';
import { findRuleVersion } from '../records/rule-version.js';
import { loadSealedSnapshot } from '../records/seal-snapshot.js';
import { everyStatement, type StatementRecord } from '../records/statement.js';
import { type NewestVersion, type StoredBattery, withNewest } from '../records/stored-batteries.js';
import type { FactJson } from '../rules/values/value.js';
import type { Signer } from '../signing/signer.js';
import { factIds } from './load-batch.js';
import { rulesOf } from './load-compile.js';
import { compileFacts, signAndDraw } from './make-version.js';
import type { PassportRuntime } from './runtime.js';
import { signerNamed } from './signer-named.js';
import { type StoredMade, storeMade } from './store-made.js';

/**
 * Makes new versions of passports: the facts of their newest versions, with what was measured since. What does not change during use is the same
 * fact as before. A passport whose payload would be the same gets no new version.
 */
export async function refreshPassports(
  runtime: PassportRuntime,
  payload: RefreshPassportsPayload,
  { job, signal, progress }: JobContext,
): Promise<Outcome> {
  const database = tenantDatabase(runtime.database, job.tenant);
  const signer = await signerNamed(runtime, payload.signing_key_id);
  const passports = await namedPassports(database, payload.passport_ids);
  const made: StoredMade[] = [];
  for (const [index, one] of passports.entries()) {
    signal.throwIfAborted();
    requireUsable(one.passport, signer.publicKey);
    const version = await refreshed({ runtime, database, payload, signer }, one);
    if (version !== undefined) made.push(version);
    progress((index + 1) / passports.length, passportName(one.passport));
  }
  const result = {
    refreshed: made.length,
    unchanged: passports.length - made.length,
    versions: made.map((one) => one.made.id),
  };
  return complete(result, {
    write: async (scope) => {
      const tx = tenantTransaction(scope, job.tenant);
      const events = await storeMade(tx, made, { label: 'readings', activate: payload.activate });
      await recordEvent(tx, ...events);
    },
  });
}

async function namedPassports(database: TenantExecutor, given: readonly string[]): Promise<StoredBattery[]> {
  const ids = given.map((id) => requireId('passport', id));
  const rows = await passportRows(database, (query) => query.where(hasIdOf(database.dialect, 'cf_passports.id', ids)));
  const missing = ids.find((id) => !rows.some((row) => row.id === id));
  if (missing !== undefined) throw notFound('passport', missing);
  return withNewest(database, rows);
}

interface Refreshing {
  readonly runtime: PassportRuntime;
  readonly database: TenantExecutor;
  readonly payload: RefreshPassportsPayload;
  readonly signer: Signer;
}

async function refreshed(
  { runtime, database, payload, signer }: Refreshing,
  { passport, newest }: StoredBattery,
): Promise<StoredMade | undefined> {
  if (newest === undefined) {
    throw new CasparianError('PASSPORT_STATE_CONFLICT', `The passport of ${passportName(passport)} has no version yet`);
  }
  const { statementCount, statementHead } = passport;
  const statements = await everyStatement(database, passport.id, 'READING');
  const last = statements.at(-1);
  if (last === undefined || statementHead === null) return undefined;
  const facts = await factsAfter(database, newest, statements, historyFact(statementCount, statementHead));
  const rules = await findRuleVersion(database, newest.ruleVersionId);
  if (rules.status !== 'PUBLISHED') throw notPublished(rules.id, rules.status);
  const { id, sku, name } = await findProduct(database, passport.productId);
  const compiled = compileFacts(
    {
      ...{ tenantId: database.tenant, passportId: passport.id, product: { id, sku, name } },
      ...{ rulePackageVersionId: rules.id, dslSha256: rules.dslSha256, testsSha256: rules.testsSha256 },
      ...{ issuedAt: payload.issued_at, compilerBuildId: runtime.buildId, signingKeyId: signer.keyId },
      limits: runtime.limits,
    },
    await rulesOf(runtime, database, rules.id, rules.dslSha256),
    facts,
  );
  const isSame = compiled.compiled.payloadHash === newest.payloadHash && newest.signingKeyId === signer.keyId;
  if (isSame) return undefined;
  return {
    made: await signAndDraw(compiled, signer),
    documentVersionId: last.documentVersionId ?? '',
    sharedIds: await factIds(database, newest.snapshotId),
  };
}

async function factsAfter(
  database: TenantExecutor,
  { snapshotId }: NewestVersion,
  statements: readonly StatementRecord[],
  history: ReturnType<typeof historyFact>,
) {
  const { facts } = await loadSealedSnapshot(database, snapshotId);
  const readings = statements.map(({ sequence, body }) => ({
    sequence,
    observedAt: String(body['observed_at']),
    values: body['values'] as Readonly<Record<string, FactJson>>,
  }));
  const own = [...conditionFacts(facts, readings), history];
  const names = new Set(own.map(nameOf));
  return { shared: facts.filter((fact) => !names.has(nameOf(fact))), own };
}
