import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { findEntrypoint, findParser, type ParserLanguage, parserLanguage } from '../../bridge/index.js';
import { CasparianError, errorMessage } from '../../platform/index.js';
import { isAllowedEntry } from './allowed-files.js';
import type { BundleEntry } from './bundle-entry.js';
import { bundleInvalid } from './bundle-invalid.js';
import { collectFiles, collectFolder } from './collect-files.js';
import { byName, requireDistinctNames } from './entry-names.js';
import { readBundle } from './read-bundle.js';
import { sha256 } from './source-hash.js';
import { writeArchive } from './write-archive.js';

export interface PackedBundle {
  /** The canonical ZIP. */
  readonly archive: Buffer;
  /** SHA-256 of the archive. The same tree has the same hash on every machine. */
  readonly sourceHash: string;
  readonly entrypoint: string;
  readonly language: ParserLanguage;
  readonly lockfile: LockfileName | null;
  /** SHA-256 of the lockfile. Parsers with the same hash share an environment. */
  readonly lockfileHash: string | null;
  readonly files: readonly { readonly name: string; readonly size: number }[];
  /** Files of the folder that do not belong in a bundle. */
  readonly skipped: readonly string[];
  readonly entries: readonly BundleEntry[];
}

export type LockfileName = 'uv.lock' | 'package-lock.json';

const LOCKFILES = { python: 'uv.lock', node: 'package-lock.json' } as const satisfies Record<ParserLanguage, string>;

/** Files that declare the packages of a parser and how its own files are loaded. */
const MANIFESTS = { python: ['pyproject.toml', 'uv.lock'], node: ['package.json', 'package-lock.json'] } as const;

/** Bundles a parser: its folder, its single file with the lockfile beside it, or an existing bundle. */
export async function packBundle(path: string): Promise<PackedBundle> {
  if (path.toLowerCase().endsWith('.zip')) return packedBefore(path);
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() === true;
  const parser = await findParser(path);
  const directory = isFolder ? resolve(path) : dirname(parser.path);
  const { entries, skipped } = isFolder
    ? await collectFolder(directory)
    : await collectFiles(directory, [basename(parser.path), ...MANIFESTS[parser.language]]);
  const entrypoint = relative(directory, parser.path).split(sep).join('/').normalize('NFC');
  if (!entries.some(({ name }) => name === entrypoint)) {
    throw bundleInvalid(
      `'${entrypoint}' cannot be bundled`,
      'It is not a regular file, or its name begins with a dot.',
    );
  }
  requireDistinctNames(entries.map(({ name }) => name));
  return packed(await writeArchive(entries), entries, entrypoint, skipped);
}

async function packedBefore(path: string): Promise<PackedBundle> {
  const archive = await readArchive(path);
  const entries = await readBundle(archive, sha256(archive));
  const names = entries.map(({ name }) => name);
  const foreign = names.find((name) => !isAllowedEntry(name));
  if (foreign !== undefined) throw bundleInvalid(`'${foreign}' does not belong in a bundle`);
  const entrypoint = findEntrypoint(names);
  if (entrypoint === undefined) throw bundleInvalid(`The bundle '${path}' contains no parser`);
  return packed(archive, entries, entrypoint, []);
}

async function readArchive(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new CasparianError(missing ? 'PARSER_NOT_FOUND' : 'INPUT_UNREADABLE', `'${path}' cannot be read`, {
      why: errorMessage(error),
      cause: error,
    });
  }
}

function packed(
  archive: Buffer,
  entries: readonly BundleEntry[],
  entrypoint: string,
  skipped: readonly string[],
): PackedBundle {
  const language = parserLanguage(entrypoint) ?? 'python';
  const lock = entries.find(({ name }) => name === LOCKFILES[language]);
  const sorted = [...entries].sort(byName);
  return {
    archive,
    sourceHash: sha256(archive),
    entrypoint,
    language,
    lockfile: lock === undefined ? null : LOCKFILES[language],
    lockfileHash: lock === undefined ? null : sha256(lock.content),
    files: sorted.map(({ name, content }) => ({ name, size: content.length })),
    skipped,
    entries: sorted,
  };
}
