import { sql } from 'kysely';
import { queryBuilder, tenantDatabase, type TenantTransaction } from '../../database/index.js';
import { complete, followUp, type JobContext, type Outcome } from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import type { CompiledPassport, PassportInput } from '../compile/assemble-passport.js';
import { compilePassport } from '../compile/compile-passport.js';
import { type CompilePassportPayload, SIGN_PASSPORT_JOB } from '../job-types.js';
import { issuedAt } from '../records/request-compile.js';
import type { PassportSchema } from '../schema/tables.js';
import { loadCompileInputs } from './load-compile.js';
import type { PassportRuntime } from './runtime.js';
import { tenantShare } from './tenant-share.js';

/** Compiles a passport version from a sealed snapshot and published rules; SIGN_PASSPORT follows. */
export async function compileVersion(
  runtime: PassportRuntime,
  payload: CompilePassportPayload,
  { job, log }: JobContext,
): Promise<Outcome> {
  const { tenant } = job;
  const inputs = await loadCompileInputs(runtime, tenantDatabase(runtime.database, tenant), payload);
  const passportVersionId = (payload.passport_version_id ?? job.id).toLowerCase();
  const input: PassportInput = {
    tenantId: tenant,
    passportId: inputs.passportId,
    passportVersionId,
    product: inputs.product,
    snapshot: inputs.snapshot,
    rulePackageVersionId: inputs.ruleVersionId,
    dslSha256: inputs.dslSha256,
    testsSha256: inputs.testsSha256,
    issuedAt: payload.issued_at ?? issuedAt(timeOfId(job.id)),
    compilerBuildId: runtime.buildId,
    signingKeyId: payload.signing_key_id ?? (await runtime.currentKeyId()),
    limits: runtime.limits,
  };
  const compiled = compilePassport(input, inputs.rules);
  const isUnchanged = compiled.payloadHash === inputs.currentPayloadHash;
  if (isUnchanged) log.info('The payload is the same as that of the active version');
  const { payloadHash, payloadCanonical, proofCanonical, receiptCanonical } = compiled;
  return complete(
    {
      passport_version_id: passportVersionId,
      payload_hash: payloadHash,
      unchanged: isUnchanged,
      payload_bytes: payloadCanonical.length,
      proof_bytes: proofCanonical.length,
      receipt_bytes: receiptCanonical.length,
    },
    {
      ...shareOfVersion(
        tenant,
        { id: passportVersionId, input, compiled },
        { isLarge: bytesOf(compiled) > MAX_SHARED_BYTES },
      ),
      enqueue: [
        followUp(
          SIGN_PASSPORT_JOB,
          { passport_version_id: passportVersionId },
          { idempotencyKey: `sign-${passportVersionId}` },
        ),
      ],
    },
  );
}

interface NewVersion {
  readonly id: string;
  readonly input: PassportInput;
  readonly compiled: CompiledPassport;
}

/** A passport with more bytes has a commit for itself. */
const MAX_SHARED_BYTES = 200_000;

function bytesOf({ payloadCanonical, proofCanonical, receiptCanonical }: CompiledPassport): number {
  return payloadCanonical.length + proofCanonical.length + receiptCanonical.length;
}

const shareOfVersion = tenantShare<NewVersion>(insertVersions);

/** Rows of one statement: SQLite allows 32,766 parameters, and the bytes of all rows are in memory. */
const BATCH = 100;

async function insertVersions(tx: TenantTransaction, versions: readonly NewVersion[]): Promise<void> {
  for (let start = 0; start < versions.length; start += BATCH) {
    const rows = versions.slice(start, start + BATCH).map((version) => rowOf(tx.tenant, version));
    await queryBuilder<PassportSchema>(tx).insertInto('cf_passport_versions').values(rows).execute();
  }
  await recordEvent(
    tx,
    ...versions.map(({ id, input }) => ({
      ...{ eventType: 'PASSPORT_COMPILED', aggregateType: 'PassportVersion', aggregateId: id },
      payload: {
        snapshot_id: input.snapshot.snapshotId,
        rules_id: input.rulePackageVersionId,
        build_id: input.compilerBuildId,
      },
    })),
  );
}

function rowOf(tenant: string, { id, input, compiled }: NewVersion) {
  return {
    ...{ id, tenant, passport_id: input.passportId, status: 'COMPILING' as const },
    ...{ snapshot_id: input.snapshot.snapshotId, rule_package_version_id: input.rulePackageVersionId },
    ...{ compiler_build_id: input.compilerBuildId, issued_at: input.issuedAt },
    ...{ payload_canonical: compiled.payloadCanonical, payload_hash: compiled.payloadHash },
    ...{ proof_canonical: compiled.proofCanonical, proof_root_hash: compiled.proofRootHash },
    ...{ receipt_canonical: compiled.receiptCanonical, receipt_hash: compiled.receiptHash },
    ...{ signature_alg: 'ED25519' as const, signing_key_id: input.signingKeyId, created_at: sql<number>`cf_now()` },
  };
}

/** The milliseconds in a UUIDv7. */
function timeOfId(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16);
}
