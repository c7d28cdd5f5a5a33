import type { DocumentKind } from '../documents/parse-facts.js';

/**
 * The tables of battery passports as Kysely sees them, the same in both databases. Times are milliseconds. Every row belongs to one
 * tenant, and every query names it.
 */
export interface PassportSchema {
  cf_battery_products: BatteryProductsTable;
  cf_passports: PassportsTable;
  cf_documents: DocumentsTable;
  cf_document_versions: DocumentVersionsTable;
  cf_facts: FactsTable;
  cf_fact_sources: FactSourcesTable;
  cf_snapshots: SnapshotsTable;
  cf_snapshot_items: SnapshotItemsTable;
  cf_rule_packages: RulePackagesTable;
  cf_rule_package_versions: RulePackageVersionsTable;
  cf_rule_test_runs: RuleTestRunsTable;
  cf_passport_versions: PassportVersionsTable;
  cf_passport_exports: PassportExportsTable;
  cf_status_counters: StatusCountersTable;
  cf_status_lists: StatusListsTable;
  cf_battery_batches: BatteryBatchesTable;
  cf_battery_problems: BatteryProblemsTable;
  cf_passport_statements: StatementsTable;
  cf_passport_transfers: TransfersTable;
}

export interface BatteryProductsTable {
  id: string;
  tenant: string;
  sku: string;
  name: string;
  created_by: string | null;
  created_at: number;
}

export interface PassportsTable {
  id: string;
  tenant: string;
  battery_product_id: string;
  /** The active version. */
  current_passport_version_id: string | null;
  created_by: string | null;
  created_at: number;
  /** Of one battery; empty of the passport of a product. */
  serial: string;
  /** The number of statements in its history. Its row is the lock under which they are numbered. */
  statement_count: number;
  /** The hash of the last one. */
  statement_head: string | null;
  life: PassportLife;
  end_reason: string | null;
  ended_at: number | null;
  /** JSON: where the battery's next and earlier passport are. */
  successor: string | null;
  predecessor: string | null;
  /** JSON: who is responsible, once the responsibility has moved. */
  operator: string | null;
}

export type PassportLife = 'IN_USE' | 'ENDED';

export interface DocumentsTable {
  id: string;
  tenant: string;
  kind: DocumentKind;
  /** How the maker calls it. */
  external_ref: string | null;
  /** The number of its newest version; 0 before the first. Its row is the lock under which versions are numbered. */
  versions: number;
  created_by: string | null;
  created_at: number;
}

export type DocumentStatus = 'UPLOADED' | 'PARSED' | 'VALIDATED' | 'REJECTED';

export interface DocumentVersionsTable {
  id: string;
  tenant: string;
  document_id: string;
  version: number;
  status: DocumentStatus;
  mime_type: string;
  sha256: string;
  size_bytes: number;
  content: Uint8Array;
  /** JSON: where the content comes from, such as a URL or a dataset. */
  source: string | null;
  /** JSON: all reasons for a rejection. */
  problems: string | null;
  fact_count: number | null;
  uploaded_by: string | null;
  uploaded_at: number;
  parsed_at: number | null;
}

export interface FactsTable {
  id: string;
  tenant: string;
  fact_type: string;
  fact_key: string;
  schema_version: number;
  /** The canonical text (BPC-CJSON-1). */
  payload: string;
  payload_hash: string;
  created_at: number;
}

/** That a document version states a fact, and where. */
export interface FactSourcesTable {
  tenant: string;
  document_version_id: string;
  fact_id: string;
  /** JSON pointer. */
  pointer: string | null;
  line: number | null;
  column_number: number | null;
  /** JSON: the file and row of a dataset. */
  source: string | null;
}

export type SnapshotStatus = 'BUILDING' | 'READY' | 'SEALED';

export interface SnapshotsTable {
  id: string;
  tenant: string;
  status: SnapshotStatus;
  label: string | null;
  /** The bytes of BPC-SNAPSHOT-1, once it is sealed. */
  canonical: Uint8Array | null;
  hash: string | null;
  fact_count: number | null;
  created_by: string | null;
  created_at: number;
  sealed_by: string | null;
  sealed_at: number | null;
}

export interface SnapshotItemsTable {
  tenant: string;
  snapshot_id: string;
  fact_id: string;
}

export interface RulePackagesTable {
  id: string;
  tenant: string;
  name: string;
  /** As for documents. */
  versions: number;
  created_by: string | null;
  created_at: number;
}

export type RuleStatus = 'DRAFT' | 'VALIDATED' | 'PUBLISHED' | 'DEPRECATED' | 'RETIRED';

export interface RulePackageVersionsTable {
  id: string;
  tenant: string;
  rule_package_id: string;
  version: number;
  status: RuleStatus;
  dsl_source: Uint8Array;
  dsl_sha256: string;
  tests_source: Uint8Array;
  tests_sha256: string;
  created_by: string | null;
  created_at: number;
  validated_at: number | null;
  published_at: number | null;
  deprecated_at: number | null;
  retired_at: number | null;
}

export interface RuleTestRunsTable {
  id: string;
  tenant: string;
  rule_package_version_id: string;
  /** Text, because it has 64 bits. */
  seed: string;
  total_cases: number;
  passed_count: number;
  failed_count: number;
  status: 'PASSED' | 'FAILED';
  /** JSON. */
  first_failure: string | null;
  created_at: number;
}

export type PassportStatus = 'COMPILING' | 'SIGNED' | 'ACTIVE' | 'SUPERSEDED' | 'REVOKED';

export interface PassportVersionsTable {
  id: string;
  tenant: string;
  passport_id: string;
  status: PassportStatus;
  snapshot_id: string;
  rule_package_version_id: string;
  compiler_build_id: string;
  /** As it is in the receipt. */
  issued_at: string;
  payload_canonical: Uint8Array;
  payload_hash: string;
  proof_canonical: Uint8Array;
  proof_root_hash: string;
  /** Without the signature. */
  receipt_canonical: Uint8Array;
  receipt_hash: string;
  signature_alg: 'ED25519';
  signing_key_id: string;
  /** 32 bytes. */
  signing_key_public: Uint8Array | null;
  /** 64 bytes. */
  signature: Uint8Array | null;
  qr_payload: string | null;
  qr_png: Uint8Array | null;
  created_at: number;
  signed_at: number | null;
  activated_at: number | null;
  superseded_at: number | null;
  revoked_at: number | null;
  revoke_reason: string | null;
  /** Its place in status lists, once it was in force or revoked. */
  status_index: number | null;
}

export interface PassportExportsTable {
  id: string;
  tenant: string;
  passport_version_id: string;
  format: string;
  /** Null of an export with everything. */
  audience: string | null;
  mime_type: string;
  sha256: string;
  size_bytes: number;
  content: Uint8Array;
  created_at: number;
}

export interface StatusCountersTable {
  tenant: string;
  next_index: number;
}

export type StatusPurpose = 'revocation' | 'refresh';

export interface StatusListsTable {
  id: string;
  tenant: string;
  purpose: StatusPurpose;
  sequence: number;
  entries: number;
  content: Uint8Array;
  sha256: string;
  valid_until: number;
  created_at: number;
}

export interface BatteryBatchesTable {
  id: string;
  tenant: string;
  battery_product_id: string;
  /** The facts that all batteries share. */
  snapshot_id: string;
  rule_package_version_id: string;
  /** The file with the batteries. */
  document_version_id: string;
  signing_key_id: string;
  issued_at: string;
  activate: number;
  salt: string;
  /** Of everything that the batch is made from, so that the same batch is recognized. */
  input_hash: string;
  batteries: number;
  issued: number;
  unchanged: number;
  failed: number;
  created_by: string | null;
  created_at: number;
}

export interface BatteryProblemsTable {
  tenant: string;
  batch_id: string;
  line: number;
  serial: string;
  code: string;
  message: string;
}

export interface StatementsTable {
  id: string;
  tenant: string;
  passport_id: string;
  sequence: number;
  kind: string;
  stated_at: string;
  content_hash: string;
  canonical: Uint8Array;
  hash: string;
  signature: Uint8Array;
  signing_key_id: string;
  signing_key_public: Uint8Array;
  document_version_id: string | null;
  created_at: number;
}

export type TransferStatus = 'OFFERED' | 'ACCEPTED' | 'REFUSED' | 'WITHDRAWN' | 'EXPIRED';

export interface TransfersTable {
  id: string;
  tenant: string;
  passport_id: string;
  status: TransferStatus;
  offer_hash: string;
  /** JSON: identifier and name of the new operator. */
  operator: string;
  operator_key: Uint8Array;
  expires_at: string;
  decision_hash: string | null;
  created_at: number;
  decided_at: number | null;
}
