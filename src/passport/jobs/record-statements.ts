import { sql } from 'kysely';
import {
  queryBuilder,
  tenantDatabase,
  tenantTransaction,
  type TenantExecutor,
  type TenantTransaction,
} from '../../database/index.js';
import { complete, type JobContext, type Outcome } from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, groupedBy, newId, sha256Hex, verifyEd25519 } from '../../platform/index.js';
import { readReadings } from '../history/readings.js';
import {
  contentHash,
  type StatementBody,
  statementBytes,
  STATEMENT_KINDS,
  type StatementKind,
} from '../history/statement.js';
import type { RecordStatementsPayload } from '../job-types.js';
import { documentContent } from '../records/document-version.js';
import { hasIdOf } from '../records/id-rows.js';
import { type PassportRecord, passportRows } from '../records/passport.js';
import { requireUsable } from '../records/passport-life.js';
import { found, notFound, requireId } from '../records/references.js';
import { batteriesOf, type StatementDraft } from '../records/request-statements.js';
import { columnRows } from '../records/value-rows.js';
import type { PassportSchema } from '../schema/tables.js';
import type { Signer } from '../signing/signer.js';
import { applyStatement, eventOf } from './apply-statement.js';
import type { PassportRuntime } from './runtime.js';
import { signerNamed } from './signer-named.js';

/** A signed statement with its place in the history. */
export interface NewStatement extends StatementDraft {
  readonly id: string;
  readonly sequence: number;
  readonly canonical: Buffer;
  readonly contentHash: string;
  readonly hash: string;
  readonly signature: Uint8Array;
}

/**
 * Signs statements and appends them to the histories of their batteries. If a history grew meanwhile, the job runs again: each statement names
 * the one before. Statements that a history has already are left out.
 */
export async function recordStatements(
  runtime: PassportRuntime,
  payload: RecordStatementsPayload,
  { job }: JobContext,
): Promise<Outcome> {
  const database = tenantDatabase(runtime.database, job.tenant);
  const signer = await signerNamed(runtime, payload.signing_key_id);
  const drafts = await draftsOf(database, payload);
  const passports = await passportsOf(database, drafts);
  for (const passport of passports.values()) requireUsable(passport, signer.publicKey);
  const missing = await withoutKnown(database, drafts);
  const made = await signed({ tenant: job.tenant, payload, signer, passports }, missing);
  const counts = { statements: made.length, known: drafts.length - made.length };
  return complete(
    { ...counts, hashes: made.slice(0, MAX_NAMED).map(({ hash }) => hash) },
    { write: (scope) => store(tenantTransaction(scope, job.tenant), { payload, signer, passports, made }) },
  );
}

const MAX_NAMED = 10;

async function draftsOf(database: TenantExecutor, payload: RecordStatementsPayload): Promise<StatementDraft[]> {
  const { document_version_id: documentId, product, statements } = payload;
  if (documentId == null) {
    return (statements ?? []).map(({ passport_id: id, kind, body }) => ({
      ...{ passportId: requireId('passport', id), kind: requireKind(kind), body },
    }));
  }
  const readings = readReadings(await documentContent(database, documentId));
  const passports = await batteriesOf(database, readings, product ?? undefined);
  return readings.map(({ battery, observedAt, values }) => {
    const { id } = found(passports.get(battery), 'passport of the battery', battery);
    return { passportId: id, kind: 'READING', body: { observed_at: observedAt, values } };
  });
}

function requireKind(kind: string): StatementKind {
  const known = STATEMENT_KINDS.find((one) => one === kind);
  if (known !== undefined) return known;
  throw new CasparianError('VALIDATION_ERROR', `'${kind}' is not a kind of statement`);
}

async function passportsOf(
  database: TenantExecutor,
  drafts: readonly StatementDraft[],
): Promise<Map<string, PassportRecord>> {
  const ids = [...new Set(drafts.map(({ passportId }) => passportId))];
  const rows = await passportRows(database, (query) => query.where(hasIdOf(database.dialect, 'cf_passports.id', ids)));
  const known = new Map(rows.map((row) => [row.id, row]));
  const other = ids.find((id) => !known.has(id));
  if (other !== undefined) throw notFound('passport', other);
  return known;
}

/** Drafts that the histories do not have, each once. */
async function withoutKnown(database: TenantExecutor, drafts: readonly StatementDraft[]): Promise<StatementDraft[]> {
  const ids = [...new Set(drafts.map(({ passportId }) => passportId))];
  const rows = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_passport_statements')
    .select(['passport_id', 'content_hash'])
    .where('tenant', '=', database.tenant)
    .where(hasIdOf(database.dialect, 'passport_id', ids))
    .execute();
  const known = new Set(rows.map((row) => `${row.passport_id} ${row.content_hash}`));
  return drafts.filter(({ passportId, kind, body }) => {
    const name = `${passportId} ${contentHash(kind, body)}`;
    return !known.has(name) && known.add(name);
  });
}

interface Signing {
  readonly tenant: string;
  readonly payload: RecordStatementsPayload;
  readonly signer: Signer;
  readonly passports: ReadonlyMap<string, PassportRecord>;
}

async function signed(
  { tenant, payload, signer, passports }: Signing,
  drafts: readonly StatementDraft[],
): Promise<NewStatement[]> {
  const heads = new Map(
    [...passports].map(([id, one]) => [id, { count: one.statementCount, hash: one.statementHead }]),
  );
  const made: NewStatement[] = [];
  for (const { passportId, kind, body: given } of drafts) {
    const body = kind === 'SUCCEEDS' ? withStatement(given, made) : given;
    const head = heads.get(passportId) ?? { count: 0, hash: null };
    const sequence = head.count + 1;
    const canonical = statementBytes({
      ...{ tenantId: tenant, passportId, kind, body, sequence, previousHash: head.hash },
      ...{ statedAt: payload.stated_at, signingKeyId: signer.keyId },
    });
    const hash = sha256Hex(canonical);
    const signature = await signer.sign(Buffer.from(hash, 'hex'));
    if (!verifyEd25519(signer.publicKey, Buffer.from(hash, 'hex'), signature)) {
      throw new CasparianError(
        'SIGNATURE_INVALID',
        `the signature does not belong to the public key of '${signer.keyId}'`,
      );
    }
    heads.set(passportId, { count: sequence, hash });
    made.push({
      ...{ id: newId(), passportId, kind, body, sequence, canonical, hash, signature },
      contentHash: contentHash(kind, given),
    });
  }
  return made;
}

/** The link back names the signed statement that links forward. */
function withStatement(body: StatementBody, made: readonly NewStatement[]): StatementBody {
  const predecessor = body['predecessor'] as { readonly passport_id?: string };
  const end = made.find(({ kind, passportId }) => kind === 'ENDED' && passportId === predecessor.passport_id);
  return end === undefined ? body : { ...body, predecessor: { ...predecessor, statement: end.hash } };
}

interface Recording extends Omit<Signing, 'tenant'> {
  readonly made: readonly NewStatement[];
}

const BATCH = 500;

async function store(tx: TenantTransaction, { payload, signer, passports, made }: Recording): Promise<void> {
  if (made.length === 0) return;
  await growHistories(tx, passports, made);
  const columns = {
    ...{ tenant: tx.tenant, stated_at: payload.stated_at, signing_key_id: signer.keyId },
    ...{ signing_key_public: signer.publicKey, document_version_id: payload.document_version_id ?? null },
  };
  for (let start = 0; start < made.length; start += BATCH) {
    const rows = made.slice(start, start + BATCH).map((one) => ({
      ...{ ...columns, id: one.id, passport_id: one.passportId, sequence: one.sequence, kind: one.kind },
      ...{ content_hash: one.contentHash, canonical: one.canonical, hash: one.hash, signature: one.signature },
      created_at: sql<number>`cf_now()`,
    }));
    await queryBuilder<PassportSchema>(tx).insertInto('cf_passport_statements').values(rows).execute();
  }
  for (const statement of made) await applyStatement(tx, statement, payload.stated_at);
  await recordEvent(tx, ...made.map(eventOf));
}

/** Moves the ends of the histories. Fails if one of them grew or ended meanwhile. */
async function growHistories(
  tx: TenantTransaction,
  passports: ReadonlyMap<string, PassportRecord>,
  made: readonly NewStatement[],
): Promise<void> {
  const byPassport = groupedBy(made, ({ passportId }) => passportId);
  const rows = [...byPassport]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, statements]) => {
      const last = statements.at(-1) as NewStatement;
      return [id, passports.get(id)?.statementCount ?? 0, last.sequence, last.hash];
    });
  const { rows: grown } = await sql<{ id: string }>`
    UPDATE cf_passports SET statement_count = new.column3, statement_head = new.column4
    FROM ${columnRows(tx.dialect, ['UUID', 'INTEGER', 'INTEGER', 'TEXT'], rows)} AS new
    WHERE cf_passports.tenant = ${tx.tenant} AND cf_passports.id = new.column1
      AND statement_count = new.column2 AND life = 'IN_USE'
    RETURNING id`.execute(queryBuilder<PassportSchema>(tx));
  if (grown.length === rows.length) return;
  throw new CasparianError(
    'PASSPORT_STATE_CONFLICT',
    'Another process added to the history of a battery at the same time',
    {
      retryable: true,
    },
  );
}
