import { sql } from 'kysely';
import { queryBuilder, type TenantTransaction, jsonRows, textsIn } from '../../database/index.js';
import type { Engine } from '../../engine/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import { enqueueParses } from './enqueue-parses.js';
import type { RoutedParser } from '../builtin/builtin-parser.js';
import { handOver } from '../outputs/hand-over.js';
import type { PlannedFile } from './wanted-parses.js';

/** A file and its previous job. */
export interface EarlierParse extends PlannedFile {
  readonly job_id: string;
}

/** Replaces each earlier job with one for the parser's current version, for all its files. Returns how many. */
export async function renewParses(
  engine: Engine,
  tx: TenantTransaction,
  parser: RoutedParser,
  earlier: readonly EarlierParse[],
): Promise<number> {
  if (earlier.length === 0) return 0;
  const readers = await readersOf(tx, earlier);
  const jobs = await enqueueParses(
    engine,
    tx,
    [...readers.values()].map((file) => ({ file, parser })),
  );
  const replacements = [...readers.keys()].map((before, index) => [before, jobs[index]?.job_id]);
  await sql`
    UPDATE cf_file_parses SET version = ${parser.version}, source_hash = ${parser.sourceHash}, job_id = renewed.job_id
    FROM (SELECT value ->> 0 AS before_id, value ->> 1 AS job_id FROM ${jsonRows(tx.dialect, replacements)}) AS renewed
    WHERE cf_file_parses.tenant = ${tx.tenant} AND cf_file_parses.job_id = renewed.before_id
      AND cf_file_parses.parser = ${parser.name}`.execute(queryBuilder<PipelineSchema>(tx));
  return jobs.length;
}

/**
 * Selects which file of a shared job is read again: the one that the rows were read from, because the new rows must
 * supersede those. If it is missing, a copy becomes the owner of the rows first.
 */
async function readersOf(tx: TenantTransaction, earlier: readonly EarlierParse[]): Promise<Map<string, EarlierParse>> {
  const owners = await ownersOf(tx, earlier);
  const readers = new Map<string, EarlierParse>();
  for (const file of earlier) {
    if (!readers.has(file.job_id) || owners.get(file.job_id) === file.id) readers.set(file.job_id, file);
  }
  for (const [jobId, file] of readers) {
    const owner = owners.get(jobId);
    if (owner !== undefined && owner !== file.id) await handOver(tx, jobId, file);
  }
  return readers;
}

/** The source files of the jobs' current outputs. */
async function ownersOf(tx: TenantTransaction, earlier: readonly EarlierParse[]): Promise<Map<string, string>> {
  const rows = await queryBuilder<PipelineSchema>(tx)
    .selectFrom('cf_outputs')
    .select(['job_id', 'file_id'])
    .where('tenant', '=', tx.tenant)
    .where('job_id', 'in', textsIn(tx.dialect, [...new Set(earlier.map(({ job_id }) => job_id))]))
    .where('superseded_at', 'is', null)
    .execute();
  return new Map(rows.map(({ job_id, file_id }) => [job_id, file_id]));
}
