import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Engine } from '../../../src/engine/index.js';
import { scanFolder } from '../../../src/pipeline/files/scan-folder.js';
import type { ScanReport, ScanRequest } from '../../../src/pipeline/files/scan-request.js';
import { type Afterwards, temporaryFolder } from '../../cli/store.js';
import { rowsOfTenant } from '../staging/tenant.js';

/** A folder of files to be scanned. */
export interface Folder {
  readonly path: string;
  write(name: string, content?: string): Promise<string>;
}

export async function freshFolder(afterwards?: Afterwards): Promise<Folder> {
  const path = await realpath(await temporaryFolder(afterwards));
  return {
    path,
    write: async (name, content = name) => {
      const file = join(path, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
      return file;
    },
  };
}

export function scan(engine: Engine, root: string, options: Partial<ScanRequest> = {}): Promise<ScanReport> {
  return scanFolder(rowsOfTenant(engine), { root, tags: [], patterns: [], ignore: [], rehash: false, ...options });
}

export interface FileRow {
  readonly id: string;
  readonly path: string;
  readonly hash: string;
  readonly tags: string;
  readonly changed_us: number;
  readonly missing_at: number | null;
  readonly planned_revision: number;
}

/** What is recorded below a folder, by the names in it. */
export async function recorded({ database }: Engine, folder: string): Promise<Record<string, FileRow>> {
  const rows = await database.query<FileRow>('SELECT * FROM cf_files ORDER BY path');
  const below = rows.filter(({ path }) => path.startsWith(`${folder}/`));
  return Object.fromEntries(below.map((row) => [row.path.slice(folder.length + 1), row]));
}

export async function setPlanned({ database }: Engine): Promise<void> {
  await database.query('UPDATE cf_files SET planned_revision = 1');
}
