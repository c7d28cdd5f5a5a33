import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CasparianError, errorMessage } from '../../platform/index.js';
import { MAX_DOCUMENT_BYTES } from '../documents/parse-facts.js';
import { documentTooLarge } from '../records/store-versions.js';

/** Reads a file on the worker's machine: an absolute path or a file URL, inside the folders if any are given. */
export async function readLocalFile(given: string, folders: readonly string[] | undefined): Promise<Buffer> {
  const path = await resolved(given);
  if (folders !== undefined && !(await isInside(path, folders))) throw outside(given);
  // A pipe or device would block or never end; without O_NONBLOCK, opening a pipe waits for a writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw unreadable(given, error);
  });
  try {
    return await readAll(file, given);
  } finally {
    await file.close();
  }
}

async function readAll(file: FileHandle, given: string): Promise<Buffer> {
  const { size, isFile } = await file.stat().then((stats) => ({ size: stats.size, isFile: stats.isFile() }));
  if (!isFile) throw unreadable(given, new Error('it is not a regular file'));
  if (size > MAX_DOCUMENT_BYTES) throw documentTooLarge(size);
  const content = await file.readFile();
  // It may have grown since it was measured.
  if (content.length > MAX_DOCUMENT_BYTES) throw documentTooLarge(content.length);
  return content;
}

/** Without links, so that one cannot lead out of the allowed folders. */
async function resolved(given: string): Promise<string> {
  try {
    const path = given.startsWith('file:') ? fileURLToPath(given) : given;
    if (!isAbsolute(path)) throw new Error('it is not an absolute path, a file URL or an http(s) URL');
    return await realpath(path);
  } catch (error) {
    throw unreadable(given, error);
  }
}

async function isInside(path: string, folders: readonly string[]): Promise<boolean> {
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)));
  return real.some((folder) => {
    if (folder === undefined) return false;
    const inside = relative(folder, path);
    return inside !== '' && !inside.startsWith('..') && !isAbsolute(inside);
  });
}

function outside(given: string): CasparianError {
  return new CasparianError('NOT_PERMITTED', `The file ${given} may not be read`, {
    why: 'It is outside of the folders that documents are read from.',
  });
}

function unreadable(given: string, cause: unknown): CasparianError {
  const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
  return new CasparianError(isMissing ? 'INPUT_NOT_FOUND' : 'INPUT_UNREADABLE', `The file ${given} cannot be read`, {
    why: errorMessage(cause),
    cause,
  });
}
