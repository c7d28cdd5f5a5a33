import { sql } from 'kysely';
import { queryBuilder, tenantDatabase, tenantTransaction, type TenantTransaction } from '../../database/index.js';
import { complete, completeWithWarnings, type JobContext, type Outcome } from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError } from '../../platform/index.js';
import type { DocumentProblem } from '../documents/problem.js';
import { readDocumentFacts } from '../documents/read-document.js';
import type { ParseFactsPayload } from '../job-types.js';
import { documentContent } from '../records/document-version.js';
import { type FactsOfVersion, insertFacts } from '../records/insert-facts.js';
import { bufferOf, found } from '../records/references.js';
import { columnRows } from '../records/value-rows.js';
import type { DocumentStatus, PassportSchema } from '../schema/tables.js';
import type { PassportRuntime } from './runtime.js';
import { tenantShare } from './tenant-share.js';

/** Reads the facts of an uploaded version. It becomes VALIDATED, or REJECTED with all reasons. */
export async function parseDocument(
  runtime: PassportRuntime,
  { document_version_id: given }: ParseFactsPayload,
  { job, log }: JobContext,
): Promise<Outcome> {
  const id = given.toLowerCase();
  const { status, content, ...document } = found(
    await runtime.loadDocument({ tenant: job.tenant, id }),
    'document version',
    id,
  );
  if (status !== 'UPLOADED') throw parsedAlready(id, status);
  const bytes = content ?? (await documentContent(tenantDatabase(runtime.database, job.tenant), id));
  const parsing = await readDocumentFacts({ ...document, content: bufferOf(bytes) });
  if (parsing.ok) {
    const { facts } = parsing;
    return complete(
      { status: 'VALIDATED', fact_count: facts.length },
      shareOfFacts(job.tenant, { id, facts }, { isLarge: facts.length > MAX_SHARED_FACTS }),
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

/** A document with more facts has a commit for itself. */
const MAX_SHARED_FACTS = 200;

const shareOfFacts = tenantShare<FactsOfVersion>(validate);

async function validate(tx: TenantTransaction, versions: readonly FactsOfVersion[]): Promise<void> {
  const rows = versions.map(({ id, facts }) => [id, facts.length]);
  const { rows: left } = await sql<{ id: string }>`
    UPDATE cf_document_versions SET status = 'VALIDATED', fact_count = new.column2, parsed_at = cf_now()
    FROM ${columnRows(tx.dialect, ['UUID', 'INTEGER'], rows)} AS new
    WHERE cf_document_versions.tenant = ${tx.tenant} AND cf_document_versions.id = new.column1 AND status = 'UPLOADED'
    RETURNING id`.execute(queryBuilder<PassportSchema>(tx));
  if (left.length < versions.length) {
    const known = new Set(left.map(({ id }) => id));
    const other = versions.find(({ id }) => !known.has(id)) ?? versions[0];
    throw parsedAlready(other?.id ?? '', 'PARSED');
  }
  await insertFacts(tx, ...versions);
  await recordEvent(
    tx,
    ...versions.map(({ id, facts }) => ({
      ...{ eventType: 'FACTS_PARSED', aggregateType: 'DocumentVersion', aggregateId: id },
      payload: { fact_count: facts.length },
    })),
  );
}

async function reject(tx: TenantTransaction, id: string, problems: readonly DocumentProblem[]): Promise<void> {
  const left = await queryBuilder<PassportSchema>(tx)
    .updateTable('cf_document_versions')
    .set({ status: 'REJECTED', problems: JSON.stringify(problems), parsed_at: sql<number>`cf_now()` })
    .where('tenant', '=', tx.tenant)
    .where('id', '=', id)
    .where('status', '=', 'UPLOADED')
    .returning('id')
    .execute();
  if (left.length === 0) throw parsedAlready(id, 'PARSED');
  await recordEvent(tx, {
    ...{ eventType: 'DOCUMENT_REJECTED', aggregateType: 'DocumentVersion', aggregateId: id },
    payload: { problem_count: problems.length },
  });
}

function parsedAlready(id: string, status: DocumentStatus): CasparianError {
  return new CasparianError('PASSPORT_STATE_CONFLICT', `The document version ${id} is ${status}, not UPLOADED`, {
    why: 'Its facts were read already.',
  });
}
