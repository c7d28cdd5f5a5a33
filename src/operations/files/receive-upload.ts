import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { allowAuto, requireDatasetName, requireTopic, tenantPrefix } from '../../pipeline/index.js';
import { syncFolder } from '../../storage/index.js';
import { CasparianError, newId } from '../../platform/index.js';
import type { TenantScope } from '../tenant-scope.js';
import { scanFiles, type ScanFilesReport } from './scan-files.js';

export interface UploadRequest {
  /** The name of the file, without folders. */
  readonly name: string;
  readonly tags: readonly string[];
  readonly home: string;
  /** Read it with the built-in readers if no parser is subscribed to it. */
  readonly auto?: { readonly dataset: string | undefined } | undefined;
  /** Writes the content to a new file. Returns its size. */
  readonly saveTo: (path: string) => Promise<number>;
}

export interface ReceivedUpload extends ScanFilesReport {
  readonly path: string;
  readonly bytes: number;
}

const MAX_NAME_BYTES = 200;

/**
 * Stores an uploaded file in the home and creates its jobs. The file has its name only when it is complete and on disk. A file with
 * the same name replaces the earlier one, whose rows are superseded when it was read.
 */
export async function receiveUpload(scope: TenantScope, request: UploadRequest): Promise<ReceivedUpload> {
  const { name, tags, home, auto } = request;
  requireFileName(name);
  tags.forEach(requireTopic);
  if (auto?.dataset !== undefined) requireDatasetName(auto.dataset);
  const own = join(home, 'uploads', tenantPrefix(scope.tenant) || 'default');
  const folder = auto?.dataset === undefined ? own : join(own, auto.dataset);
  const staging = join(home, 'staging');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(staging, { recursive: true, mode: 0o700 });
  const [draft, path] = [join(staging, `upload-${newId()}`), join(folder, name)];
  try {
    const bytes = await request.saveTo(draft);
    await rename(draft, path);
    await syncFolder(folder);
    if (auto) await allowAuto(scope.database, { folder, dataset: auto.dataset });
    const report = await scanFiles(scope, { roots: [path], tags, patterns: [], ignore: [], rehash: true, home });
    return { ...report, path, bytes };
  } finally {
    await rm(draft, { force: true });
  }
}

/** A name that leads nowhere else and that a scan does not skip. */
export function requireFileName(name: string): void {
  const isPlain = !/[/\\\p{Cc}\p{Cs}]/u.test(name) && !name.startsWith('.') && name.trim() === name && name !== '';
  if (isPlain && Buffer.byteLength(name) <= MAX_NAME_BYTES) return;
  throw new CasparianError('VALIDATION_ERROR', 'The name of the file cannot be used', {
    why: `It has 1 to ${MAX_NAME_BYTES} bytes, no slashes, no control characters and no dot at its beginning.`,
  });
}
