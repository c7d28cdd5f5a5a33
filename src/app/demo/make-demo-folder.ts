import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CasparianError, errorMessage, hint, makeFolder } from '../../platform/index.js';

const MATERIAL = fileURLToPath(new URL('material/', import.meta.url));

/** Makes a folder with the files and parsers of the demo: the named one, if it is empty, or a temporary one. */
export async function makeDemoFolder(named: string | undefined): Promise<string> {
  try {
    const folder = named === undefined ? await mkdtemp(join(tmpdir(), 'casparian-demo-')) : await freeFolder(named);
    await fill(folder);
    return folder;
  } catch (error) {
    if (error instanceof CasparianError) throw error;
    throw new CasparianError('OUTPUT_UNWRITABLE', `${named ?? tmpdir()} cannot be used for the demo`, {
      why: errorMessage(error),
      next: [hint('Name another folder', { action: 'demo', arguments: ['FOLDER'] })],
      cause: error,
    });
  }
}

async function freeFolder(named: string): Promise<string> {
  const folder = resolve(named);
  makeFolder(folder);
  if ((await readdir(folder)).length === 0) return folder;
  throw new CasparianError('FOLDER_NOT_EMPTY', `${named} is not empty`, {
    why: 'The demo writes files, and must not overwrite yours.',
    next: [
      hint('Name a new folder', { action: 'demo', arguments: ['FOLDER'] }),
      'Or leave it out, for a temporary folder.',
    ],
  });
}

/** Copies file by file, without the permissions of the installation, which may be read-only. */
async function fill(folder: string): Promise<void> {
  const entries = await readdir(MATERIAL, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const source = join(entry.parentPath, entry.name);
    const target = join(folder, source.slice(MATERIAL.length));
    makeFolder(dirname(target));
    await writeFile(target, await readFile(source));
  }
}
