import { sql } from 'kysely';
import {
  queryBuilder,
  tenantDatabase,
  tenantTransaction,
  type TenantExecutor,
  type TenantTransaction,
} from '../../database/index.js';
import { complete, completeWithWarnings, type JobContext, type Outcome } from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError } from '../../platform/index.js';
import { type Document, parseFacts } from '../documents/parse-facts.js';
import type { DocumentProblem } from '../documents/problem.js';
import type { ParseFactsPayload } from '../job-types.js';
import { type NewFact, insertFacts } from '../records/insert-facts.js';
import { bufferOf, found } from '../records/references.js';
import type { DocumentStatus, PassportSchema } from '../schema/tables.js';
import type { PassportRuntime } from './runtime.js';

/** Reads the facts of an uploaded version. It becomes VALIDATED, or REJECTED with all reasons. */
export async function parseDocument(
  runtime: PassportRuntime,
  { document_version_id: given }: ParseFactsPayload,
  { job, log }: JobContext,
): Promise<Outcome> {
  const id = given.toLowerCase();
  const { status, ...document } = await loadDocument(tenantDatabase(runtime.database, job.tenant), id);
  if (status !== 'UPLOADED') throw parsedAlready(id, status);
  const parsing = parseFacts(document);
  if (parsing.ok) {
    const { facts } = parsing;
    return complete(
      { status: 'VALIDATED', fact_count: facts.length },
      { write: (scope) => validate(tenantTransaction(scope, job.tenant), id, facts) },
    );
  }
  const { problems } = parsing;
  for (const { message, pointer, line, column } of problems.slice(0, MAX_LOGGED)) {
    log.warn(`line ${line}, column ${column}${pointer === undefined ? '' : ` (${pointer})`}: ${message}`);
  }
  const [first] = problems;
  const warning = `The document was rejected for ${problems.length} reasons; the first is on line ${first?.line}: ${first?.message}`;
  return completeWithWarnings({ status: 'REJECTED', problem_count: problems.length }, [warning], {
    write: (scope) => reject(tenantTransaction(scope, job.tenant), id, problems),
  });
}

const MAX_LOGGED = 20;

async function loadDocument(
  database: TenantExecutor,
  id: string,
): Promise<Document & { readonly status: DocumentStatus }> {
  const row = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_document_versions')
    .innerJoin('cf_documents', 'cf_documents.id', 'cf_document_versions.document_id')
    .select(['status', 'kind', 'mime_type', 'content'])
    .where('cf_document_versions.tenant', '=', database.tenant)
    .where('cf_documents.tenant', '=', database.tenant)
    .where('cf_document_versions.id', '=', id)
    .executeTakeFirst();
  const { status, kind, mime_type: mimeType, content } = found(row, 'document version', id);
  return { status, kind, mimeType, content: bufferOf(content) };
}

async function validate(tx: TenantTransaction, id: string, facts: readonly NewFact[]): Promise<void> {
  await leaveUploaded(tx, id, { status: 'VALIDATED', fact_count: facts.length });
  await insertFacts(tx, id, facts);
  await recordEvent(tx, {
    ...{ eventType: 'FACTS_PARSED', aggregateType: 'DocumentVersion', aggregateId: id },
    payload: { fact_count: facts.length },
  });
}

async function reject(tx: TenantTransaction, id: string, problems: readonly DocumentProblem[]): Promise<void> {
  await leaveUploaded(tx, id, { status: 'REJECTED', problems: JSON.stringify(problems) });
  await recordEvent(tx, {
    ...{ eventType: 'DOCUMENT_REJECTED', aggregateType: 'DocumentVersion', aggregateId: id },
    payload: { problem_count: problems.length },
  });
}

async function leaveUploaded(
  tx: TenantTransaction,
  id: string,
  change:
    | { readonly status: 'VALIDATED'; readonly fact_count: number }
    | { readonly status: 'REJECTED'; readonly problems: string },
): Promise<void> {
  const left = await queryBuilder<PassportSchema>(tx)
    .updateTable('cf_document_versions')
    .set({ ...change, parsed_at: sql<number>`cf_now()` })
    .where('tenant', '=', tx.tenant)
    .where('id', '=', id)
    .where('status', '=', 'UPLOADED')
    .returning('id')
    .execute();
  if (left.length === 0) throw parsedAlready(id, 'PARSED');
}

function parsedAlready(id: string, status: DocumentStatus): CasparianError {
  return new CasparianError('PASSPORT_STATE_CONFLICT', `The document version ${id} is ${status}, not UPLOADED`, {
    why: 'Its facts were read already.',
  });
}
