import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CasparianError, errorMessage } from '../../platform/index.js';
import { isAllowedFile, isAllowedFolder, isHidden } from './allowed-files.js';
import { type BundleEntry, MAX_BUNDLE_BYTES, MAX_BUNDLE_FILES } from './bundle-entry.js';
import { bundleInvalid, tooManyBytes, tooManyFiles } from './bundle-invalid.js';
import { problemOfName } from './entry-names.js';

export interface CollectedFiles {
  readonly entries: readonly BundleEntry[];
  /** Files of the folder that were left out because their type does not belong in a bundle. */
  readonly skipped: readonly string[];
}

interface Listing {
  readonly files: string[];
  readonly skipped: string[];
}

/** All files of a folder that belong in its bundle. Links are refused: their targets are not part of the folder. */
export async function collectFolder(directory: string): Promise<CollectedFiles> {
  const listing: Listing = { files: [], skipped: [] };
  await list(directory, '', listing);
  return { entries: await readEntries(directory, listing.files), skipped: listing.skipped.sort() };
}

/** Some files of a folder. Files that do not exist are left out. */
export async function collectFiles(directory: string, names: readonly string[]): Promise<CollectedFiles> {
  const here = await entriesOf(directory);
  const found = here.filter(({ name }) => names.includes(name));
  for (const entry of found) refuseLink(entry, entry.name);
  const files = found.filter((entry) => entry.isFile()).map(({ name }) => name);
  return { entries: await readEntries(directory, files), skipped: [] };
}

async function list(directory: string, folder: string, listing: Listing): Promise<void> {
  const here = await entriesOf(join(directory, folder));
  // A virtual environment can have any name.
  if (folder !== '' && here.some(({ name }) => name === 'pyvenv.cfg')) return;
  for (const entry of here) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (isAllowedFolder(entry.name)) await list(directory, name, listing);
    } else if (isAllowedFile(entry.name)) {
      refuseLink(entry, name);
      if (entry.isFile()) listing.files.push(name);
      else listing.skipped.push(name);
      if (listing.files.length > MAX_BUNDLE_FILES) throw tooManyFiles();
    } else if (entry.isSymbolicLink() && isAllowedFolder(entry.name)) {
      if (await leadsToFolder(join(directory, name))) refuseLink(entry, name);
      listing.skipped.push(name);
    } else if (!isHidden(entry.name)) listing.skipped.push(name);
  }
}

async function entriesOf(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    throw unreadable(path, error);
  }
}

function refuseLink(entry: Dirent, name: string): void {
  if (!entry.isSymbolicLink()) return;
  throw bundleInvalid(`'${name}' is a symbolic link`, 'Its target is not part of the folder, and may change.', [
    'Replace it with a copy of the file.',
    'Or begin its name with a dot, if the parser does not need it.',
  ]);
}

async function leadsToFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (target) => target.isDirectory(),
    () => false,
  );
}

async function readEntries(directory: string, files: readonly string[]): Promise<BundleEntry[]> {
  const entries: BundleEntry[] = [];
  let bytes = 0;
  for (const file of files) {
    // macOS used to decompose names (NFD); Python and Node compose them (NFC) when they import.
    const name = file.normalize('NFC');
    const problem = problemOfName(name);
    if (problem !== undefined) throw bundleInvalid(`'${name}' cannot be bundled: ${problem}`);
    const path = join(directory, file);
    const { size } = await stat(path).catch((error: unknown) => Promise.reject(unreadable(path, error)));
    bytes += size;
    if (bytes > MAX_BUNDLE_BYTES) throw tooManyBytes(await largestOf(directory, files));
    entries.push({ name, content: await readContent(path) });
  }
  return entries;
}

async function largestOf(directory: string, files: readonly string[]): Promise<string | undefined> {
  const sizes = await Promise.all(
    files.map(async (name) => ({ name, size: (await stat(join(directory, name))).size })),
  );
  return sizes.sort((one, other) => other.size - one.size)[0]?.name;
}

async function readContent(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): CasparianError {
  return new CasparianError('INPUT_UNREADABLE', `'${path}' cannot be read`, { why: errorMessage(error), cause: error });
}
