import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { tenantPrefix } from '../../pipeline/index.js';
import { CasparianError, newId } from '../../platform/index.js';

/** A file that was uploaded to be looked at. It is not part of the pipeline. */
export interface HeldFile {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** Its folder, in which rows can be written. */
  readonly folder: string;
  readonly bytes: number;
  readonly expiresAt: number;
}

const KEPT_MS = 3_600_000;
const MOST_HELD = 20;

export interface HoldRequest {
  readonly home: string;
  readonly tenant: string;
  readonly name: string;
  readonly saveTo: (path: string) => Promise<number>;
}

/** Keeps an uploaded file for an hour. Older ones of the tenant are removed, so that inspections cannot fill the disk. */
export async function holdFile({ home, tenant, name, saveTo }: HoldRequest): Promise<HeldFile> {
  const place = placeOf(home, tenant);
  await mkdir(place, { recursive: true, mode: 0o700 });
  await removeOld(place);
  const id = newId();
  await mkdir(join(place, id), { mode: 0o700 });
  try {
    await saveTo(join(place, id, name));
  } catch (error) {
    await rm(join(place, id), { recursive: true, force: true });
    throw error;
  }
  return heldFile({ home, tenant, id });
}

export async function heldFile({ home, tenant, id }: { home: string; tenant: string; id: string }): Promise<HeldFile> {
  const folder = join(placeOf(home, tenant), id);
  const [name] = await readdir(folder).catch(() => []);
  const found = name === undefined ? undefined : await stat(join(folder, name)).catch(() => undefined);
  if (name === undefined || found === undefined) throw unknownInspection(id);
  return {
    id,
    name,
    folder,
    path: join(folder, name),
    bytes: found.size,
    expiresAt: Math.round(found.mtimeMs) + KEPT_MS,
  };
}

export async function dropFile({ folder }: HeldFile): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

function placeOf(home: string, tenant: string): string {
  return join(home, 'staging', 'inspections', tenantPrefix(tenant) || 'default');
}

/** Ids are in the order of time, so the first ones are the oldest. */
async function removeOld(place: string): Promise<void> {
  const ids = (await readdir(place)).sort();
  for (const [at, id] of ids.entries()) {
    const { mtimeMs } = await stat(join(place, id)).catch(() => ({ mtimeMs: 0 }));
    const isOld = Date.now() - mtimeMs > KEPT_MS || at <= ids.length - MOST_HELD;
    if (isOld) await rm(join(place, id), { recursive: true, force: true });
  }
}

function unknownInspection(id: string): CasparianError {
  return new CasparianError('INSPECTION_NOT_FOUND', `No uploaded file has the id ${id}`, {
    why: 'Files are kept for an hour after they were dropped.',
    next: ['Drop the file again.'],
  });
}
