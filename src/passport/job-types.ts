import { declareJob, type JobDeclaration } from '../engine/index.js';
import { aFlag, aList, anId, anInt64, anObject, aText, members, optional } from './payload-fields.js';

// The job types of seed 3, with its names, payloads and priorities: 1 for compiling and signing, 3 for exports, 2 for the others.

export interface IngestDocumentPayload {
  readonly document_id: string;
  /** An http(s) URL, a file URL, or an absolute path on the worker's machine. */
  readonly file_url: string;
  readonly mime_type: string;
  readonly options?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Reads a file or URL and uploads it as the next version of the document. */
export const INGEST_DOCUMENT_JOB = declareJob({
  type: 'INGEST_DOCUMENT',
  payload: members<IngestDocumentPayload>({
    document_id: anId,
    file_url: aText,
    mime_type: aText,
    options: optional(anObject),
  }),
  label: ({ file_url: url }) => url,
  filterFields: ['document_id'],
  priority: 2,
});

export interface ParseFactsPayload {
  readonly document_version_id: string;
}

/** Reads the facts of a document version. */
export const PARSE_FACTS_JOB = declareJob({
  type: 'PARSE_FACTS',
  payload: members<ParseFactsPayload>({ document_version_id: anId }),
  label: ({ document_version_id: id }) => id,
  filterFields: ['document_version_id'],
  priority: 2,
});

export interface BuildSnapshotPayload {
  readonly snapshot_id: string;
}

/** Checks the facts of a snapshot, which is then ready to be sealed. */
export const BUILD_SNAPSHOT_JOB = declareJob({
  type: 'BUILD_SNAPSHOT',
  payload: members<BuildSnapshotPayload>({ snapshot_id: anId }),
  label: ({ snapshot_id: id }) => id,
  filterFields: ['snapshot_id'],
  priority: 2,
});

export interface RunRuleTestsPayload {
  readonly rule_package_version_id: string;
  readonly seed: number | bigint;
}

/** Runs the tests of rules; 500 passed cases and no failed one validate them. */
export const RUN_RULE_TESTS_JOB = declareJob({
  type: 'RUN_RULE_TESTS',
  payload: members<RunRuleTestsPayload>({ rule_package_version_id: anId, seed: anInt64 }),
  label: ({ rule_package_version_id: id }) => id,
  filterFields: ['rule_package_version_id'],
  priority: 2,
});

export interface CompilePassportPayload {
  readonly passport_id: string;
  readonly snapshot_id: string;
  readonly rule_package_version_id: string;
  /** Fixed at enqueue, so that a retry gives the same bytes. Without them, they follow from the job's id. */
  readonly passport_version_id?: string | null | undefined;
  readonly issued_at?: string | null | undefined;
  readonly signing_key_id?: string | null | undefined;
}

/** Compiles a sealed snapshot and published rules to a passport version. */
export const COMPILE_PASSPORT_JOB = declareJob({
  type: 'COMPILE_PASSPORT',
  payload: members<CompilePassportPayload>({
    passport_id: anId,
    snapshot_id: anId,
    rule_package_version_id: anId,
    passport_version_id: optional(anId),
    issued_at: optional(aText),
    signing_key_id: optional(aText),
  }),
  label: ({ passport_id: id }) => id,
  filterFields: ['passport_id', 'snapshot_id', 'rule_package_version_id', 'passport_version_id'],
  priority: 1,
});

export interface PassportVersionPayload {
  readonly passport_version_id: string;
}

/** Signs the receipt of a compiled version. */
export const SIGN_PASSPORT_JOB = declareJob({
  type: 'SIGN_PASSPORT',
  payload: members<PassportVersionPayload>({ passport_version_id: anId }),
  label: ({ passport_version_id: id }) => id,
  filterFields: ['passport_version_id'],
  priority: 1,
});

/** Draws the QR code of a signed version. */
export const GENERATE_QR_JOB = declareJob({
  type: 'GENERATE_QR',
  payload: members<PassportVersionPayload>({ passport_version_id: anId }),
  label: ({ passport_version_id: id }) => id,
  filterFields: ['passport_version_id'],
  priority: 2,
});

export interface ExportPassportPayload {
  readonly passport_version_id: string;
  readonly format: string;
  /** Of formats that show what an audience may see; default `public`. */
  readonly audience?: string | null | undefined;
  readonly template?: string | null | undefined;
  readonly destination?: string | null | undefined;
}

/** Exports an active version. */
export const EXPORT_PASSPORT_JOB = declareJob({
  type: 'EXPORT_PASSPORT',
  payload: members<ExportPassportPayload>({
    passport_version_id: anId,
    format: aText,
    audience: optional(aText),
    template: optional(aText),
    destination: optional(aText),
  }),
  label: ({ passport_version_id: id, format }) => `${format} ← ${id}`,
  filterFields: ['passport_version_id', 'format'],
  priority: 3,
});

export interface IssueBatteriesPayload {
  readonly batch_id: string;
  /** The first battery, counted from 0, and the one after the last. */
  readonly from: number;
  readonly to: number;
}

/** Makes the passports of some batteries of a batch: compiled, signed, with QR codes. */
export const ISSUE_BATTERIES_JOB = declareJob({
  type: 'ISSUE_BATTERIES',
  payload: members<IssueBatteriesPayload>({ batch_id: anId, from: anInt64, to: anInt64 }),
  label: ({ batch_id: id, from, to }) => `${id} ${from + 1}–${to}`,
  filterFields: ['batch_id'],
  priority: 2,
});

export interface RecordStatementsPayload {
  /** Fixed at enqueue, so that a retry gives the same bytes. */
  readonly stated_at: string;
  readonly signing_key_id: string;
  /** A file of readings; or `statements`. */
  readonly document_version_id?: string | null | undefined;
  /** The SKU of batteries that the file names by serial numbers. */
  readonly product?: string | null | undefined;
  readonly statements?: readonly GivenStatement[] | null | undefined;
}

export interface GivenStatement {
  readonly passport_id: string;
  readonly kind: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Signs statements about batteries and appends them to their histories. */
export const RECORD_STATEMENTS_JOB = declareJob({
  type: 'RECORD_STATEMENTS',
  payload: members<RecordStatementsPayload>({
    stated_at: aText,
    signing_key_id: aText,
    document_version_id: optional(anId),
    product: optional(aText),
    statements: optional(aList),
  }),
  label: ({ document_version_id: id, statements }) => id ?? statements?.map(({ kind }) => kind).join(', ') ?? '',
  filterFields: ['document_version_id'],
  priority: 1,
});

export interface RefreshPassportsPayload {
  readonly passport_ids: readonly string[];
  readonly issued_at: string;
  readonly signing_key_id: string;
  readonly activate: boolean;
}

/** Makes new versions of passports from their newest versions and the readings since. */
export const REFRESH_PASSPORTS_JOB = declareJob({
  type: 'REFRESH_PASSPORTS',
  payload: members<RefreshPassportsPayload>({
    passport_ids: aList,
    issued_at: aText,
    signing_key_id: aText,
    activate: aFlag,
  }),
  label: ({ passport_ids: ids }) => `${ids.length} passports`,
  filterFields: [],
  priority: 1,
});

export interface PublishStatusListPayload {
  readonly purpose: string;
  readonly signing_key_id: string;
  readonly valid_days: number;
}

/** Signs a status list of all versions of the tenant that were ever in force. */
export const PUBLISH_STATUS_LIST_JOB = declareJob({
  type: 'PUBLISH_STATUS_LIST',
  payload: members<PublishStatusListPayload>({ purpose: aText, signing_key_id: aText, valid_days: anInt64 }),
  label: ({ purpose }) => purpose,
  filterFields: ['purpose'],
  priority: 1,
});

/** All job types of this module. DELIVER_WEBHOOK, the ninth of the seed, belongs to the events. */
export const PASSPORT_JOBS: readonly JobDeclaration[] = [
  INGEST_DOCUMENT_JOB,
  PARSE_FACTS_JOB,
  BUILD_SNAPSHOT_JOB,
  RUN_RULE_TESTS_JOB,
  COMPILE_PASSPORT_JOB,
  SIGN_PASSPORT_JOB,
  GENERATE_QR_JOB,
  EXPORT_PASSPORT_JOB,
  ISSUE_BATTERIES_JOB,
  RECORD_STATEMENTS_JOB,
  REFRESH_PASSPORTS_JOB,
  PUBLISH_STATUS_LIST_JOB,
];
