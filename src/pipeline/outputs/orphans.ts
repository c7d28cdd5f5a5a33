import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { queryBuilder, type TenantDatabase } from '../../database/index.js';
import { type EngineSchema, FINISHED_STATUSES } from '../../engine/index.js';
import type { PipelineHome } from '../home.js';
import type { PipelineSchema } from '../schema/tables.js';
import { isTenantFolder, parseOutputFileName, tenantPrefix } from './output-path.js';

export interface Orphan {
  /** Relative to the `output` folder. */
  readonly path: string;
  readonly bytes: number;
}

/** A worker may finish a job while another worker, which lost the lease, is about to move its files. */
const YOUNG_MS = 3_600_000;
const BATCH = 1_000;

interface FoundFile {
  readonly path: string;
  readonly jobId: string;
}

/**
 * Unregistered files of jobs that have ended. The job must be in this database: a file of an unknown job belongs to
 * another database that shares the home.
 */
export async function findOrphans(database: TenantDatabase, home: PipelineHome, now = Date.now()): Promise<Orphan[]> {
  const orphans: Orphan[] = [];
  let batch: FoundFile[] = [];
  const flush = async (): Promise<void> => {
    for (const { path } of await unlisted(database, batch)) {
      const found = await stat(join(home.output, path)).catch(() => undefined);
      if (found !== undefined && now - found.ctimeMs > YOUNG_MS) orphans.push({ path, bytes: found.size });
    }
    batch = [];
  };
  for await (const file of filesUnder(home.output, tenantPrefix(database.tenant))) {
    if (batch.push(file) === BATCH) await flush();
  }
  await flush();
  return orphans;
}

async function* filesUnder(output: string, prefix: string): AsyncGenerator<FoundFile> {
  const folder = join(output, prefix);
  for (const parser of (await namesIn(folder)).filter((name) => !isTenantFolder(name))) {
    for (const dataset of await namesIn(join(folder, parser))) {
      for (const name of await namesIn(join(folder, parser, dataset))) {
        const jobId = parseOutputFileName(name)?.jobId;
        if (jobId !== undefined) yield { path: `${prefix}${parser}/${dataset}/${name}`, jobId };
      }
    }
  }
}

/** Returns no names if the folder does not exist. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** Returns the files whose jobs have finished and that no output names. */
async function unlisted(database: TenantDatabase, files: readonly FoundFile[]): Promise<FoundFile[]> {
  if (files.length === 0) return [];
  const jobIds = [...new Set(files.map(({ jobId }) => jobId))];
  const listed = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_outputs')
    .select('path')
    .where('tenant', '=', database.tenant)
    .where('job_id', 'in', jobIds)
    .execute();
  const paths = new Set(listed.map(({ path }) => path));
  const suspects = files.filter(({ path }) => !paths.has(path));
  if (suspects.length === 0) return [];
  const ended = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .select('id')
    .where('tenant', '=', database.tenant)
    .where('id', 'in', [...new Set(suspects.map(({ jobId }) => jobId))])
    .where('status', 'in', FINISHED_STATUSES)
    .execute();
  const over = new Set(ended.map(({ id }) => id));
  return suspects.filter(({ jobId }) => over.has(jobId));
}
