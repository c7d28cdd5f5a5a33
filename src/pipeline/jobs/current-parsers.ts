import { queryBuilder, tenantTransaction, textsIn, type TransactionScope } from '../../database/index.js';
import { type ChangedJob, payloadsOf, replacePayloads } from '../../engine/index.js';
import { BUILTIN } from '../builtin/builtin-parser.js';
import { PARSE_JOB } from '../pipeline-jobs.js';
import { findRegistered } from '../registry/find-parsers.js';
import type { PipelineSchema } from '../schema/tables.js';
import type { ParsePayload } from './parse-job.js';

/** The parser that jobs will run with. */
export interface UsedParser {
  readonly parser: string;
  readonly version: string;
  readonly jobs: number;
}

const JOBS_PER_STATEMENT = 1_000;

/**
 * Lets jobs that are retried read their files with the current version of their parser: after a failure, people correct the parser
 * and expect the retry to use it. Built-in readers always use the dataset's current contract. Returns what will be used.
 */
export async function useCurrentParsers(
  tx: TransactionScope,
  jobs: readonly Pick<ChangedJob, 'id' | 'tenant'>[],
): Promise<UsedParser[]> {
  const used = new Map<string, UsedParser>();
  for (let start = 0; start < jobs.length; start += JOBS_PER_STATEMENT) {
    const batch = jobs.slice(start, start + JOBS_PER_STATEMENT);
    for (const tenant of new Set(batch.map((job) => job.tenant))) {
      const ids = batch.filter((job) => job.tenant === tenant).map(({ id }) => id);
      for (const [parser, payloads] of byParser(await payloadsOf(tx, PARSE_JOB.type, ids))) {
        for (const version of await renew(tx, tenant, parser, payloads)) {
          const key = `${parser} ${version}`;
          const jobsSoFar = used.get(key)?.jobs ?? 0;
          used.set(key, { parser, version, jobs: jobsSoFar + 1 });
        }
      }
    }
  }
  return [...used.values()];
}

type Payloads = Map<string, ParsePayload>;

function byParser(payloads: ReadonlyMap<string, unknown>): Map<string, Payloads> {
  const groups = new Map<string, Payloads>();
  for (const [id, payload] of payloads as ReadonlyMap<string, ParsePayload>) {
    if (payload.parser === BUILTIN) continue;
    groups.set(payload.parser, (groups.get(payload.parser) ?? new Map<string, ParsePayload>()).set(id, payload));
  }
  return groups;
}

/** The version of each job. Without a registered version the jobs stay as they are, and fail with the reason. */
async function renew(tx: TransactionScope, tenant: string, parser: string, payloads: Payloads): Promise<string[]> {
  const scope = tenantTransaction(tx, tenant);
  const current = await findRegistered(scope, parser);
  if (!current) return [...payloads.values()].map(({ version }) => version);
  const { version, sourceHash } = current;
  const outdated = [...payloads].filter(([, payload]) => payload.source_hash !== sourceHash);
  const renewed = outdated.map(([id, payload]) => [id, { ...payload, version, source_hash: sourceHash }] as const);
  await replacePayloads(tx, new Map(renewed));
  if (renewed.length > 0) {
    await queryBuilder<PipelineSchema>(tx)
      .updateTable('cf_file_parses')
      .set({ version, source_hash: sourceHash })
      .where('tenant', '=', tenant)
      .where('parser', '=', parser)
      .where(
        'job_id',
        'in',
        textsIn(
          tx.dialect,
          renewed.map(([id]) => id),
        ),
      )
      .execute();
  }
  return [...payloads.values()].map(() => version);
}
