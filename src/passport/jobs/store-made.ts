import { sql } from 'kysely';
import { queryBuilder, tenantText, type TenantTransaction } from '../../database/index.js';
import type { TenantEvent } from '../../events/index.js';
import { nameOf } from '../batteries/battery-facts.js';
import { activateVersions } from '../records/activate-versions.js';
import { factName, insertFacts } from '../records/insert-facts.js';
import { stateConflict } from '../records/passport-version.js';
import { columnRows } from '../records/value-rows.js';
import type { PassportSchema } from '../schema/tables.js';
import type { MadeVersion } from './make-version.js';

/** A version with what its facts come from. */
export interface StoredMade {
  readonly made: MadeVersion;
  /** Where its own facts come from. */
  readonly documentVersionId: string;
  readonly line?: number | undefined;
  /** The ids of facts that it shares with others, by type and key. */
  readonly sharedIds: ReadonlyMap<string, string>;
}

/** Versions of one statement: their bytes are in memory twice while it is sent. */
const BATCH = 25;

/**
 * Stores versions with their snapshots and facts, with the same statements for all. Returns the events, which the caller records last. The
 * result is what the jobs from BUILD_SNAPSHOT to GENERATE_QR leave behind.
 */
export async function storeMade(
  tx: TenantTransaction,
  versions: readonly StoredMade[],
  { label, activate }: { readonly label: string; readonly activate: boolean },
): Promise<readonly TenantEvent[]> {
  if (versions.length === 0) return [];
  const ids = await insertFacts(
    tx,
    ...versions.map(({ documentVersionId, line, made }) => ({
      id: documentVersionId,
      facts: made.facts.own.map((fact) => ({
        ...fact,
        schemaVersion: 1,
        line,
        column: line === undefined ? undefined : 1,
      })),
    })),
  );
  await insertSnapshots(tx, versions, label);
  await insertItems(tx, versions, ids);
  for (let start = 0; start < versions.length; start += BATCH) {
    const rows = versions.slice(start, start + BATCH).map(({ made }) => versionRow(tx.tenant, made));
    await queryBuilder<PassportSchema>(tx).insertInto('cf_passport_versions').values(rows).execute();
  }
  const events = versions.flatMap(({ made }) => eventsOf(made));
  if (!activate) return events;
  const wanted = versions.map(({ made }) => ({ passportId: made.input.passportId, versionId: made.id }));
  const { activated, events: more } = await activateVersions(tx, wanted);
  const other = wanted.find(({ versionId }) => !activated.has(versionId));
  if (other !== undefined)
    throw stateConflict(other.versionId, 'SIGNED', 'another process activated a version meanwhile');
  return [...events, ...more];
}

async function insertSnapshots(tx: TenantTransaction, versions: readonly StoredMade[], label: string): Promise<void> {
  const now = sql<number>`cf_now()`;
  const rows = versions.map(({ made: { input } }) => ({
    ...{ id: input.snapshot.snapshotId, tenant: tx.tenant, status: 'SEALED' as const, label },
    ...{ canonical: input.snapshot.canonical, hash: input.snapshot.hash, fact_count: input.snapshot.facts.length },
    ...{ created_by: tx.actor, created_at: now, sealed_by: tx.actor, sealed_at: now },
  }));
  await queryBuilder<PassportSchema>(tx).insertInto('cf_snapshots').values(rows).execute();
}

async function insertItems(
  tx: TenantTransaction,
  versions: readonly StoredMade[],
  ownIds: ReadonlyMap<string, string>,
): Promise<void> {
  const pairs = versions.flatMap(({ made: { input, facts }, sharedIds }) => [
    ...facts.shared.map((fact) => [input.snapshot.snapshotId, idOf(sharedIds.get(nameOf(fact)))]),
    ...facts.own.map((fact) => [input.snapshot.snapshotId, idOf(ownIds.get(factName(fact)))]),
  ]);
  await sql`
    INSERT INTO cf_snapshot_items (tenant, snapshot_id, fact_id)
    SELECT ${tenantText(tx)}, column1, column2 FROM ${columnRows(tx.dialect, ['UUID', 'UUID'], pairs)} AS new`.execute(
    queryBuilder<PassportSchema>(tx),
  );
}

function idOf(id: string | undefined): string {
  if (id === undefined) throw new Error('every fact of a snapshot is stored');
  return id;
}

function versionRow(tenant: string, { id, input, compiled, signed, qrText, png }: MadeVersion) {
  const now = sql<number>`cf_now()`;
  return {
    ...{ id, tenant, passport_id: input.passportId, status: 'SIGNED' as const },
    ...{ snapshot_id: input.snapshot.snapshotId, rule_package_version_id: input.rulePackageVersionId },
    ...{ compiler_build_id: input.compilerBuildId, issued_at: input.issuedAt },
    ...{ payload_canonical: compiled.payloadCanonical, payload_hash: compiled.payloadHash },
    ...{ proof_canonical: compiled.proofCanonical, proof_root_hash: compiled.proofRootHash },
    ...{ receipt_canonical: compiled.receiptCanonical, receipt_hash: compiled.receiptHash },
    ...{ signature_alg: 'ED25519' as const, signing_key_id: input.signingKeyId, created_at: now, signed_at: now },
    ...{ signature: signed.signature, signing_key_public: signed.signingKeyPublic, qr_payload: qrText, qr_png: png },
  };
}

function eventsOf({ id, input, signed, qrText }: MadeVersion): TenantEvent[] {
  const { snapshot } = input;
  const ofVersion = { aggregateType: 'PassportVersion', aggregateId: id };
  return [
    {
      ...{ eventType: 'SNAPSHOT_SEALED', aggregateType: 'DataSnapshot', aggregateId: snapshot.snapshotId },
      payload: { snapshot_hash: snapshot.hash, fact_count: snapshot.facts.length },
    },
    {
      ...{ ...ofVersion, eventType: 'PASSPORT_COMPILED' },
      payload: {
        snapshot_id: snapshot.snapshotId,
        rules_id: input.rulePackageVersionId,
        build_id: input.compilerBuildId,
      },
    },
    {
      ...{ ...ofVersion, eventType: 'PASSPORT_SIGNED' },
      payload: { passport_version_id: id, key_id: signed.signingKeyId },
    },
    { ...{ ...ofVersion, eventType: 'QR_GENERATED' }, payload: { qr_payload: qrText } },
  ];
}
