import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isS3Address, type Storage } from '../../storage/index.js';
import { queryBuilder, type TenantDatabase } from '../../database/index.js';
import { type EngineSchema, FINISHED_STATUSES } from '../../engine/index.js';
import type { PipelineHome } from '../home.js';
import type { PipelineSchema } from '../schema/tables.js';
import { outputStorages } from './output-address.js';
import { isTenantFolder, parseOutputFileName, tenantPrefix } from './output-path.js';

export interface Orphan {
  /** Relative to the `output` folder, or an address in a bucket. */
  readonly path: string;
  readonly bytes: number;
}

/** A worker may finish a job while another worker, which lost the lease, is about to move its files. */
const YOUNG_MS = 3_600_000;
const BATCH = 1_000;

interface FoundFile {
  readonly path: string;
  readonly jobId: string;
  /** Undefined if it is gone. */
  readonly look: () => Promise<{ readonly bytes: number; readonly changedMs: number } | undefined>;
}

/**
 * Unregistered files of jobs that have ended. The job must be in this database: a file of an unknown job belongs to
 * another database that shares the home.
 */
export async function findOrphans(database: TenantDatabase, home: PipelineHome, now = Date.now()): Promise<Orphan[]> {
  const orphans: Orphan[] = [];
  let batch: FoundFile[] = [];
  const flush = async (): Promise<void> => {
    for (const { path, look } of await unlisted(database, batch)) {
      const found = await look();
      if (found !== undefined && now - found.changedMs > YOUNG_MS) orphans.push({ path, bytes: found.bytes });
    }
    batch = [];
  };
  for (const storage of outputStorages(home)) {
    for await (const file of filesUnder(storage, tenantPrefix(database.tenant))) {
      if (batch.push(file) === BATCH) await flush();
    }
    await flush();
  }
  return orphans;
}

function filesUnder(storage: Storage, prefix: string): AsyncGenerator<FoundFile> {
  return isS3Address(storage.root) ? objectsUnder(storage, prefix) : filesInFolder(storage.root, prefix);
}

/** A listing has size and time. */
async function* objectsUnder(storage: Storage, prefix: string): AsyncGenerator<FoundFile> {
  for await (const page of storage.list(prefix)) {
    for (const { key, sizeBytes: bytes, modifiedMs: changedMs } of page) {
      const parts = key.slice(prefix.length).split('/');
      const jobId = parseOutputFileName(parts.at(-1) ?? '')?.jobId;
      if (parts.length !== 3 || isTenantFolder(parts[0] ?? '') || jobId === undefined) continue;
      yield { path: storage.addressOf(key), jobId, look: () => Promise.resolve({ bytes, changedMs }) };
    }
  }
}

/** Only files without an entry are looked at. */
async function* filesInFolder(output: string, prefix: string): AsyncGenerator<FoundFile> {
  const folder = join(output, prefix);
  for (const parser of (await namesIn(folder)).filter((name) => !isTenantFolder(name))) {
    for (const dataset of await namesIn(join(folder, parser))) {
      for (const name of await namesIn(join(folder, parser, dataset))) {
        const jobId = parseOutputFileName(name)?.jobId;
        const path = `${prefix}${parser}/${dataset}/${name}`;
        if (jobId !== undefined) yield { path, jobId, look: () => lookAt(join(output, path)) };
      }
    }
  }
}

async function lookAt(path: string): ReturnType<FoundFile['look']> {
  const found = await stat(path).catch(() => undefined);
  return found && { bytes: found.size, changedMs: found.ctimeMs };
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
