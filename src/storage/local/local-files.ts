import { randomBytes } from 'node:crypto';
import { type BigIntStats, closeSync, createReadStream, createWriteStream, fsync, openSync, renameSync } from 'node:fs';
import { link, mkdir, open, rm, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { syncFolder } from './sync-folder.js';

/** A file that is being written. The name tells readers to skip it. */
const UNFINISHED = /^\..+\.[0-9a-f]{12}\.writing$/;

export function isUnfinished(name: string): boolean {
  return UNFINISHED.test(name);
}

/** The name that an unfinished file will get. */
export function finalName(unfinished: string): string {
  return unfinished.replace(/^\./, '').replace(/\.[0-9a-f]{12}\.writing$/, '');
}

/** Writes beside the final name, syncs, and calls `place` with the complete file. */
export async function writeComplete(
  path: string,
  content: Uint8Array | Readable,
  { signal, place }: { signal: AbortSignal | undefined; place: (draft: string) => Promise<void> },
): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.writing`);
  await makeFolder(dirname(path));
  try {
    const source = content instanceof Readable ? content : Readable.from([content]);
    await pipeline(source, createWriteStream(draft), { signal });
    await syncFile(draft);
    await place(draft);
    await syncFolder(dirname(path));
  } finally {
    await rm(draft, { force: true });
  }
}

/** Returns false if there is a file: unlike a rename, a link replaces nothing. */
export async function linkIfAbsent(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Makes the folder only if it is missing: mostly it exists. A rename here is faster than a round trip to another thread. */
export async function moveFile(from: string, to: string): Promise<void> {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!isAbsent(error)) throw error;
    await makeFolder(dirname(to));
    renameSync(from, to);
  }
}

const syncDescriptor = promisify(fsync);

/** Only the sync waits for the disk: round trips to another thread take longer than the other calls. */
export async function syncMoved(path: string): Promise<void> {
  const descriptor = openSync(path, 'r');
  try {
    await syncDescriptor(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The names of new folders must be synced too. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  for (let made = folder; first !== undefined && made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Undefined if there is no regular file. */
export async function statFile(path: string): Promise<BigIntStats | undefined> {
  try {
    const stats = await stat(path, { bigint: true });
    return stats.isFile() ? stats : undefined;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** The stream reads the file that was open when this returned, also if another one replaces it meanwhile. */
export async function openStream(
  path: string,
  { start, end, signal }: { start?: number | undefined; end?: number | undefined; signal?: AbortSignal | undefined },
): Promise<{ stream: Readable; stats: BigIntStats }> {
  const file = await open(path, 'r');
  const stats = await file.stat({ bigint: true });
  const range = { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) };
  const stream = createReadStream(path, { fd: file, ...range, ...(signal === undefined ? {} : { signal }) });
  return { stream, stats };
}

export async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
}

export function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
