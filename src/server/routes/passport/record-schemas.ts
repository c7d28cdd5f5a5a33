import * as z from 'zod';
import { TIME_OR_NULL } from '../../schemas/values.js';

/** The records of battery passports, as src/passport/records/records-json.ts writes them. */

const ID = z.string();

export const PRODUCT = z
  .object({ battery_product_id: ID, sku: z.string(), name: z.string(), created_at: TIME_OR_NULL })
  .meta({ id: 'BatteryProduct' });

const LINKED_PASSPORT = z
  .object({ passport_id: ID.nullable(), url: z.string().nullable(), statement: z.string().nullable() })
  .nullable();

export const PASSPORT = z
  .object({
    passport_id: ID,
    battery_product_id: ID,
    sku: z.string(),
    serial: z.string().nullable(),
    current_passport_version_id: ID.nullable(),
    life: z.enum(['IN_USE', 'ENDED']),
    end_reason: z.string().nullable(),
    ended_at: TIME_OR_NULL,
    successor: LINKED_PASSPORT,
    predecessor: LINKED_PASSPORT,
    operator: z
      .object({ identifier: z.string(), name: z.string(), public_key: z.string(), since: z.string() })
      .nullable(),
    statements: z.int(),
    created_at: TIME_OR_NULL,
  })
  .meta({ id: 'Passport' });

export const STATEMENT = z
  .object({
    statement_id: ID,
    passport_id: ID,
    sequence: z.int(),
    kind: z.string(),
    stated_at: z.string(),
    body: z.record(z.string(), z.unknown()),
    hash: z.string(),
    signing_key_id: z.string(),
  })
  .meta({ id: 'Statement' });

export const TRANSFER = z
  .object({
    transfer_id: ID,
    passport_id: ID,
    status: z.enum(['OFFERED', 'ACCEPTED', 'REFUSED', 'WITHDRAWN', 'EXPIRED']),
    operator: z.object({ identifier: z.string(), name: z.string() }),
    operator_key: z.string(),
    offer_hash: z.string(),
    expires_at: z.string(),
    created_at: TIME_OR_NULL,
    decided_at: TIME_OR_NULL,
  })
  .meta({ id: 'Transfer' });

export const BATTERY_BATCH = z
  .object({
    batch_id: ID,
    battery_product_id: ID,
    snapshot_id: ID,
    rule_package_version_id: ID,
    document_version_id: ID,
    signing_key_id: z.string(),
    issued_at: z.string(),
    activate: z.boolean(),
    batteries: z.int(),
    issued: z.int(),
    unchanged: z.int(),
    failed: z.int(),
    remaining: z.int(),
    created_at: TIME_OR_NULL,
  })
  .meta({ id: 'BatteryBatch' });

export const DOCUMENT = z
  .object({
    document_id: ID,
    kind: z.string(),
    external_ref: z.string().nullable(),
    versions: z.int(),
    created_at: TIME_OR_NULL,
  })
  .meta({ id: 'Document' });

const DOCUMENT_VERSION_MEMBERS = {
  document_version_id: ID,
  document_id: ID,
  kind: z.string(),
  version: z.int(),
  status: z.enum(['UPLOADED', 'PARSED', 'VALIDATED', 'REJECTED']),
  mime_type: z.string(),
  sha256: z.string(),
  size_bytes: z.int(),
  source: z.record(z.string(), z.unknown()).nullable(),
  fact_count: z.int().nullable(),
  problems: z.array(z.looseObject({ message: z.string() })),
  uploaded_at: TIME_OR_NULL,
  parsed_at: TIME_OR_NULL,
};
export const DOCUMENT_VERSION = z.object(DOCUMENT_VERSION_MEMBERS).meta({ id: 'DocumentVersion' });
export const UPLOADED_VERSION = z.object({ ...DOCUMENT_VERSION_MEMBERS, job_id: ID, is_new: z.boolean() });

export const FACT = z
  .object({
    fact_id: ID,
    fact_type: z.string(),
    fact_key: z.string(),
    schema_version: z.int(),
    payload: z.unknown(),
    payload_hash: z.string(),
    created_at: TIME_OR_NULL,
  })
  .meta({ id: 'Fact' });

const SNAPSHOT_MEMBERS = {
  snapshot_id: ID,
  status: z.enum(['BUILDING', 'READY', 'SEALED']),
  label: z.string().nullable(),
  fact_count: z.int().nullable(),
  snapshot_hash: z.string().nullable(),
  created_at: TIME_OR_NULL,
  sealed_at: TIME_OR_NULL,
};
export const SNAPSHOT = z.object(SNAPSHOT_MEMBERS).meta({ id: 'Snapshot' });
export const BUILDING_SNAPSHOT = z.object({ ...SNAPSHOT_MEMBERS, job_id: ID });

export const RULE_PACKAGE = z
  .object({ rule_package_id: ID, name: z.string(), versions: z.int(), created_at: TIME_OR_NULL })
  .meta({ id: 'RulePackage' });

export const RULE_VERSION = z
  .object({
    rule_package_version_id: ID,
    rule_package_id: ID,
    name: z.string(),
    version: z.int(),
    status: z.enum(['DRAFT', 'VALIDATED', 'PUBLISHED', 'DEPRECATED', 'RETIRED']),
    dsl_sha256: z.string(),
    tests_sha256: z.string(),
    created_at: TIME_OR_NULL,
    published_at: TIME_OR_NULL,
  })
  .meta({ id: 'RulePackageVersion' });

export const TEST_RUN = z
  .object({
    run_id: ID,
    rule_package_version_id: ID,
    seed: z.int(),
    total_cases: z.int(),
    passed_count: z.int(),
    failed_count: z.int(),
    status: z.string(),
    first_failure: z.unknown(),
    created_at: TIME_OR_NULL,
  })
  .meta({ id: 'RuleTestRun' });

export const PASSPORT_VERSION = z
  .object({
    passport_version_id: ID,
    passport_id: ID,
    serial: z.string().nullable(),
    sku: z.string(),
    status: z.enum(['COMPILING', 'SIGNED', 'ACTIVE', 'SUPERSEDED', 'REVOKED']),
    snapshot_id: ID,
    rule_package_version_id: ID,
    compiler_build_id: z.string(),
    issued_at: z.string(),
    payload_hash: z.string(),
    proof_root_hash: z.string(),
    receipt_hash: z.string(),
    signing_key_id: z.string().nullable(),
    signing_key_public: z.string().nullable(),
    qr_payload: z.string().nullable(),
    created_at: TIME_OR_NULL,
    signed_at: TIME_OR_NULL,
    activated_at: TIME_OR_NULL,
    superseded_at: TIME_OR_NULL,
    revoked_at: TIME_OR_NULL,
    revoke_reason: z.string().nullable(),
  })
  .meta({ id: 'PassportVersion' });

export const STARTED_JOB = z.object({ job_id: ID });
