import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { cjsonBytes, parseExactJson } from '../../platform/index.js';
import type { StatementKind } from '../history/statement.js';
import { signedStatementJson } from '../history/statement.js';
import type { PassportSchema, StatementsTable } from '../schema/tables.js';
import { findPassport, type PassportRecord } from './passport.js';
import { bufferOf } from './references.js';

/** One statement of the history of a battery. */
export interface StatementRecord {
  readonly id: string;
  readonly passportId: string;
  readonly sequence: number;
  readonly kind: StatementKind;
  readonly statedAt: string;
  readonly hash: string;
  readonly canonical: Buffer;
  readonly body: Readonly<Record<string, unknown>>;
  readonly signature: Buffer;
  readonly signingKeyId: string;
  readonly signingKeyPublic: Buffer;
  readonly documentVersionId: string | null;
}

export interface StatementPage {
  readonly kind?: StatementKind | undefined;
  /** The last number of the page before. */
  readonly afterSequence?: number | undefined;
  readonly limit?: number | undefined;
}

/** The history of a battery, oldest first. */
export async function listStatements(
  database: TenantExecutor,
  passportId: string,
  { kind, afterSequence = 0, limit = 100 }: StatementPage = {},
): Promise<StatementRecord[]> {
  const { id } = await findPassport(database, passportId);
  const rows = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_passport_statements')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('passport_id', '=', id)
    .where('sequence', '>', afterSequence)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map(statementOf);
}

const PAGE = 1_000;

/** All statements of a battery. */
export async function everyStatement(
  database: TenantExecutor,
  passportId: string,
  kind?: StatementKind,
): Promise<StatementRecord[]> {
  const all: StatementRecord[] = [];
  for (;;) {
    const page = await listStatements(database, passportId, { kind, afterSequence: all.at(-1)?.sequence, limit: PAGE });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

/** The whole history as one file that can be verified alone (BPC-HISTORY-1). */
export async function historyFile(database: TenantExecutor, { id }: Pick<PassportRecord, 'id'>): Promise<Buffer> {
  const statements = await everyStatement(database, id);
  return cjsonBytes({
    history_version: 'BPC-HISTORY-1',
    passport_id: id,
    statements: statements.map(statementFile),
  });
}

/** One statement as a file, such as an offer for the other operator. */
export function statementFile({ canonical, signingKeyPublic, signature }: StatementRecord): Record<string, unknown> {
  return signedStatementJson(canonical, signingKeyPublic, signature);
}

function statementOf(row: StatementsTable): StatementRecord {
  const canonical = bufferOf(row.canonical);
  const { body } = parseExactJson(canonical.toString('utf8')) as { body: StatementRecord['body'] };
  return {
    ...{ id: row.id, passportId: row.passport_id, sequence: row.sequence, kind: row.kind as StatementKind },
    ...{ statedAt: row.stated_at, hash: row.hash, canonical, body, signature: bufferOf(row.signature) },
    ...{ signingKeyId: row.signing_key_id, signingKeyPublic: bufferOf(row.signing_key_public) },
    documentVersionId: row.document_version_id,
  };
}
