import { isoTime } from '../../platform/index.js';
import type { BatteryBatchRecord } from './battery-batch.js';
import type { DocumentRecord } from './document.js';
import type { DocumentVersionRecord } from './document-version.js';
import type { ExportRecord } from './export.js';
import type { FactRecord, FactSourceRecord } from './fact.js';
import type { LinkedPassport, Operator, PassportRecord } from './passport.js';
import type { PassportVersionRecord } from './passport-version.js';
import type { ProductRecord } from './product.js';
import type { RulePackageRecord } from './rule-package.js';
import type { RuleVersionRecord, TestRunRecord } from './rule-version.js';
import type { DataSnapshotRecord } from './snapshot.js';
import type { StatementRecord } from './statement.js';
import type { TransferRecord } from './transfer.js';

/** The records as JSON, the same in every interface. Bytes are not included; they have functions of their own. */

export function productJson({ id, sku, name, createdAt }: ProductRecord): object {
  return { battery_product_id: id, sku, name, created_at: isoTime(createdAt) };
}

export function passportJson(passport: PassportRecord): object {
  const { id, productId, sku, serial, currentVersionId, createdAt, successor, predecessor, operator } = passport;
  return {
    passport_id: id,
    battery_product_id: productId,
    sku,
    serial: serial === '' ? null : serial,
    current_passport_version_id: currentVersionId,
    life: passport.life,
    end_reason: passport.endReason,
    ended_at: isoTime(passport.endedAt),
    successor: successor && linkJson(successor),
    predecessor: predecessor && linkJson(predecessor),
    operator: operator && operatorJson(operator),
    statements: passport.statementCount,
    created_at: isoTime(createdAt),
  };
}

function linkJson({ passportId, url, statement }: LinkedPassport): object {
  return { passport_id: passportId ?? null, url: url ?? null, statement: statement ?? null };
}

export function operatorJson({ identifier, name, publicKey, since }: Operator): object {
  return { identifier, name, public_key: publicKey, since };
}

export function statementJson(statement: StatementRecord): object {
  return {
    statement_id: statement.id,
    passport_id: statement.passportId,
    sequence: statement.sequence,
    kind: statement.kind,
    stated_at: statement.statedAt,
    body: statement.body,
    hash: statement.hash,
    signing_key_id: statement.signingKeyId,
  };
}

export function transferJson(transfer: TransferRecord): object {
  return {
    transfer_id: transfer.id,
    passport_id: transfer.passportId,
    status: transfer.status,
    operator: transfer.operator,
    operator_key: transfer.operatorKey.toString('base64'),
    offer_hash: transfer.offerHash,
    expires_at: transfer.expiresAt,
    created_at: isoTime(transfer.createdAt),
    decided_at: isoTime(transfer.decidedAt),
  };
}

export function batteryBatchJson(batch: BatteryBatchRecord): object {
  const { batteries, issued, unchanged, failed } = batch;
  return {
    batch_id: batch.id,
    battery_product_id: batch.productId,
    snapshot_id: batch.snapshotId,
    rule_package_version_id: batch.ruleVersionId,
    document_version_id: batch.documentVersionId,
    signing_key_id: batch.signingKeyId,
    issued_at: batch.issuedAt,
    activate: batch.activate,
    ...{ batteries, issued, unchanged, failed, remaining: batteries - issued - unchanged - failed },
    created_at: isoTime(batch.createdAt),
  };
}

export function documentJson({ id, kind, externalRef, versions, createdAt }: DocumentRecord): object {
  return { document_id: id, kind, external_ref: externalRef, versions, created_at: isoTime(createdAt) };
}

export function documentVersionJson(version: DocumentVersionRecord): object {
  return {
    document_version_id: version.id,
    document_id: version.documentId,
    kind: version.kind,
    version: version.version,
    status: version.status,
    mime_type: version.mimeType,
    sha256: version.sha256,
    size_bytes: version.sizeBytes,
    source: version.source,
    fact_count: version.factCount,
    problems: version.problems.map(({ message, pointer, line, column }) => ({
      message,
      pointer: pointer ?? null,
      line,
      column,
    })),
    uploaded_at: isoTime(version.uploadedAt),
    parsed_at: isoTime(version.parsedAt),
  };
}

export function factJson(fact: FactRecord): object {
  return {
    fact_id: fact.id,
    fact_type: fact.factType,
    fact_key: fact.factKey,
    schema_version: fact.schemaVersion,
    payload: fact.payload,
    payload_hash: fact.payloadHash,
    created_at: isoTime(fact.createdAt),
  };
}

export function factSourceJson(source: FactSourceRecord): object {
  return {
    fact_id: source.factId,
    document_version_id: source.documentVersionId,
    document_id: source.documentId,
    pointer: source.pointer,
    line: source.line,
    column: source.column,
    source: source.source,
  };
}

export function dataSnapshotJson(snapshot: DataSnapshotRecord): object {
  return {
    snapshot_id: snapshot.id,
    status: snapshot.status,
    label: snapshot.label,
    fact_count: snapshot.factCount,
    snapshot_hash: snapshot.hash,
    created_at: isoTime(snapshot.createdAt),
    sealed_at: isoTime(snapshot.sealedAt),
  };
}

export function rulePackageJson({ id, name, versions, createdAt }: RulePackageRecord): object {
  return { rule_package_id: id, name, versions, created_at: isoTime(createdAt) };
}

export function ruleVersionJson(version: RuleVersionRecord): object {
  return {
    rule_package_version_id: version.id,
    rule_package_id: version.packageId,
    name: version.packageName,
    version: version.version,
    status: version.status,
    dsl_sha256: version.dslSha256,
    tests_sha256: version.testsSha256,
    created_at: isoTime(version.createdAt),
    published_at: isoTime(version.publishedAt),
  };
}

export function testRunJson(run: TestRunRecord): object {
  return {
    run_id: run.id,
    rule_package_version_id: run.ruleVersionId,
    seed: run.seed,
    total_cases: run.totalCases,
    passed_count: run.passedCount,
    failed_count: run.failedCount,
    status: run.status,
    first_failure: run.firstFailure,
    created_at: isoTime(run.createdAt),
  };
}

export function passportVersionJson(version: PassportVersionRecord): object {
  return {
    passport_version_id: version.id,
    passport_id: version.passportId,
    serial: version.serial === '' ? null : version.serial,
    sku: version.sku,
    status: version.status,
    snapshot_id: version.snapshotId,
    rule_package_version_id: version.ruleVersionId,
    compiler_build_id: version.compilerBuildId,
    issued_at: version.issuedAt,
    payload_hash: version.payloadHash,
    proof_root_hash: version.proofRootHash,
    receipt_hash: version.receiptHash,
    signing_key_id: version.signingKeyId,
    signing_key_public: version.signingKeyPublic?.toString('base64') ?? null,
    qr_payload: version.qrPayload,
    created_at: isoTime(version.createdAt),
    signed_at: isoTime(version.signedAt),
    activated_at: isoTime(version.activatedAt),
    superseded_at: isoTime(version.supersededAt),
    revoked_at: isoTime(version.revokedAt),
    revoke_reason: version.revokeReason,
  };
}

export function exportJson(record: ExportRecord): object {
  return {
    export_id: record.id,
    passport_version_id: record.passportVersionId,
    format: record.format,
    audience: record.audience,
    mime_type: record.mimeType,
    sha256: record.sha256,
    size_bytes: record.sizeBytes,
    created_at: isoTime(record.createdAt),
  };
}
