import type { Database } from '../../database/index.js';
import { sha256Hex, verifyEd25519 } from '../../platform/index.js';
import { sourceOf } from '../bundle/canonical-text.js';
import { readProof } from '../bundle/recompute-proof.js';
import { qrPayload } from '../qr/qr-payload.js';
import type { BadRows } from './bad-rows.js';

interface Row {
  readonly id: string;
}

/** A table with bytes and what their hashes must be. */
interface Hashed<R extends Row> {
  readonly table: string;
  readonly columns: string;
  /** Rows with more bytes are read with `full` only. */
  readonly bytes: string;
  /** What is wrong with a row, as the rest of a sentence. */
  readonly problemOf: (row: R) => string | undefined;
}

interface VersionRow extends Row {
  readonly payload_canonical: Uint8Array;
  readonly payload_hash: string;
  readonly proof_canonical: Uint8Array;
  readonly proof_root_hash: string;
  readonly receipt_canonical: Uint8Array;
  readonly receipt_hash: string;
  readonly signature: Uint8Array | null;
  readonly signing_key_public: Uint8Array | null;
  readonly qr_payload: string | null;
}

const VERSIONS: Hashed<VersionRow> = {
  table: 'cf_passport_versions',
  columns: `payload_canonical, payload_hash, proof_canonical, proof_root_hash, receipt_canonical, receipt_hash, signature,
    signing_key_public, qr_payload`,
  bytes: 'proof_canonical',
  problemOf: (row) => {
    if (row.payload_canonical.length === 0) return 'passport versions have no payload';
    if (sha256Hex(row.payload_canonical) !== row.payload_hash) return 'passport versions have another payload hash';
    if (sha256Hex(row.receipt_canonical) !== row.receipt_hash) return 'passport versions have another receipt hash';
    const proof = readProof(sourceOf(row.proof_canonical), 0);
    if (!('proof' in proof) || proof.proof.rootHash !== row.proof_root_hash)
      return 'passport versions have another proof than their root hash says';
    if (!isSigned(row)) return 'passport versions have a signature that does not belong to their receipt';
    if (!hasItsCode(row)) return 'passport versions have another QR code than their hashes say';
    return undefined;
  },
};

function isSigned({ signature, signing_key_public: key, receipt_hash: hash }: VersionRow): boolean {
  if (signature === null || key === null) return true;
  return verifyEd25519(key, Buffer.from(hash, 'hex'), signature);
}

/** The picture is not compared: another version of this program may draw the same text differently. */
function hasItsCode(row: VersionRow): boolean {
  if (row.qr_payload === null) return true;
  const { id: passportVersionId, payload_hash: payloadHash, proof_root_hash: proofRootHash } = row;
  return row.qr_payload === qrPayload({ passportVersionId, payloadHash, proofRootHash, receiptHash: row.receipt_hash });
}

const DOCUMENTS: Hashed<Row & { readonly content: Uint8Array; readonly sha256: string }> = {
  table: 'cf_document_versions',
  columns: 'content, sha256',
  bytes: 'content',
  problemOf: ({ content, sha256 }) =>
    sha256Hex(content) === sha256 ? undefined : 'document versions have another content than their hash says',
};

const FACTS: Hashed<Row & { readonly payload: string; readonly payload_hash: string }> = {
  table: 'cf_facts',
  columns: 'payload, payload_hash',
  bytes: 'payload',
  problemOf: ({ payload, payload_hash: hash }) =>
    sha256Hex(payload) === hash ? undefined : 'facts have another payload than their hash says',
};

const SNAPSHOTS: Hashed<Row & { readonly canonical: Uint8Array | null; readonly hash: string | null }> = {
  table: 'cf_snapshots',
  columns: 'canonical, hash',
  bytes: 'canonical',
  problemOf: ({ canonical, hash }) =>
    canonical === null || sha256Hex(canonical) === hash
      ? undefined
      : 'snapshots have another form than their hash says',
};

interface RulesRow extends Row {
  readonly dsl_source: Uint8Array;
  readonly dsl_sha256: string;
  readonly tests_source: Uint8Array;
  readonly tests_sha256: string;
}

const RULES: Hashed<RulesRow> = {
  table: 'cf_rule_package_versions',
  columns: 'dsl_source, dsl_sha256, tests_source, tests_sha256',
  bytes: 'dsl_source',
  problemOf: (row) =>
    sha256Hex(row.dsl_source) === row.dsl_sha256 && sha256Hex(row.tests_source) === row.tests_sha256
      ? undefined
      : 'rule versions have other sources than their hashes say',
};

const EXPORTS: Hashed<Row & { readonly content: Uint8Array; readonly sha256: string }> = {
  table: 'cf_passport_exports',
  columns: 'content, sha256',
  bytes: 'content',
  problemOf: ({ content, sha256 }) =>
    sha256Hex(content) === sha256 ? undefined : 'exports have another content than their hash says',
};

interface StatementRow extends Row {
  readonly canonical: Uint8Array;
  readonly hash: string;
  readonly sequence: number;
  readonly signature: Uint8Array;
  readonly signing_key_public: Uint8Array;
  /** The hash that is stored for the statement before. */
  readonly before_hash: string | null;
}

const STATEMENTS: Hashed<StatementRow> = {
  table: 'cf_passport_statements',
  columns: `canonical, hash, sequence, signature, signing_key_public, (SELECT earlier.hash FROM cf_passport_statements AS earlier
    WHERE earlier.tenant = cf_passport_statements.tenant AND earlier.passport_id = cf_passport_statements.passport_id
      AND earlier.sequence = cf_passport_statements.sequence - 1) AS before_hash`,
  bytes: 'canonical',
  problemOf: ({ canonical, hash, sequence, signature, signing_key_public: key, before_hash: before }) => {
    if (sha256Hex(canonical) !== hash) return 'statements about batteries have another content than their hash says';
    const stated = JSON.parse(Buffer.from(canonical).toString('utf8')) as {
      sequence: number;
      previous_hash: string | null;
    };
    if (stated.sequence !== sequence || stated.previous_hash !== before)
      return 'statements about batteries do not follow the statement before them';
    if (verifyEd25519(key, Buffer.from(hash, 'hex'), signature)) return undefined;
    return 'statements about batteries have a signature that does not belong to them';
  },
};

const STATUS_LISTS: Hashed<Row & { readonly content: Uint8Array; readonly sha256: string }> = {
  table: 'cf_status_lists',
  columns: 'content, sha256',
  bytes: 'content',
  problemOf: ({ content, sha256 }) =>
    sha256Hex(content) === sha256 ? undefined : 'status lists have another content than their hash says',
};

const MAX_EXAMPLES = 5;
const PAGE = 100;
/** Without `full`: pages of each table, the newest first, and the bytes of a row. */
const MAX_PAGES = 3;
const MAX_BYTES = 300_000;

/** Rows whose bytes do not have the hash that is stored with them. */
export async function changedRows(database: Database, { full }: { readonly full: boolean }): Promise<BadRows[]> {
  return [
    ...(await changedIn(database, VERSIONS, full)),
    ...(await changedIn(database, DOCUMENTS, full)),
    ...(await changedIn(database, FACTS, full)),
    ...(await changedIn(database, SNAPSHOTS, full)),
    ...(await changedIn(database, RULES, full)),
    ...(await changedIn(database, EXPORTS, full)),
    ...(await changedIn(database, STATEMENTS, full)),
    ...(await changedIn(database, STATUS_LISTS, full)),
  ];
}

async function changedIn<R extends Row>(database: Database, hashed: Hashed<R>, full: boolean): Promise<BadRows[]> {
  const problems = new Map<string, string[]>();
  let last: string | undefined;
  for (let page = 1; full || page <= MAX_PAGES; page += 1) {
    const rows = await pageBefore(database, hashed, last, full);
    for (const row of rows) {
      const problem = hashed.problemOf(row);
      if (problem !== undefined) problems.set(problem, [...(problems.get(problem) ?? []), row.id]);
    }
    last = rows.at(-1)?.id;
    if (rows.length < PAGE) break;
  }
  return [...problems].map(([problem, ids]) => ({ problem, count: ids.length, examples: ids.slice(0, MAX_EXAMPLES) }));
}

/** The next rows, newest first. */
function pageBefore<R extends Row>(
  database: Database,
  { table, columns, bytes }: Hashed<R>,
  last: string | undefined,
  full: boolean,
): Promise<R[]> {
  const [parameter, size] = database.dialect === 'sqlite' ? ['?', 'length'] : ['$1', 'octet_length'];
  const conditions = [
    ...(last === undefined ? [] : [`id < ${parameter}`]),
    ...(full ? [] : [`(${bytes} IS NULL OR ${size}(${bytes}) <= ${MAX_BYTES})`]),
  ];
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const sql = `SELECT id, ${columns} FROM ${table} ${where} ORDER BY id DESC LIMIT ${PAGE}`;
  return database.query<R>(sql, last === undefined ? [] : [last]);
}
