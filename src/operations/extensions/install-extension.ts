import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DUCKDB_VERSION,
  duckDbPlatform,
  expectedHash,
  EXTENSION_NAMES,
  type ExtensionName,
  extensionPath,
  sha256OfFile,
} from '../../datasets/index.js';
import { CasparianError, makeFolder } from '../../platform/index.js';
import { createStorages } from '../../storage/index.js';
import { downloadPackage } from './download-package.js';
import { extractExtension } from './find-extension.js';

export interface InstallRequest {
  readonly name: string;
  /** The folder of extensions of the home. */
  readonly extensions: string;
  /** A folder with the extension or its package; without it, the package is downloaded. */
  readonly from: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

export interface InstalledExtension {
  readonly name: ExtensionName;
  readonly duckdbVersion: string;
  readonly path: string;
  readonly sha256: string;
  /** False if it was there before. */
  readonly installed: boolean;
}

/** Installs an extension of DuckDB whose hash is known. Nothing else is ever loaded. */
export async function installExtension({
  name: given,
  extensions,
  from,
  env,
  signal,
}: InstallRequest): Promise<InstalledExtension> {
  const name = knownName(given);
  const sha256 = requireHash(name);
  const path = extensionPath(extensions, name);
  const facts = { name, duckdbVersion: DUCKDB_VERSION, path, sha256 };
  if ((await sha256OfFile(path).catch(() => undefined)) === sha256) return { ...facts, installed: false };
  makeFolder(extensions);
  const workplace = await mkdtemp(join(extensions, '.installing-'));
  try {
    const source = from ?? (await downloadPackage({ name, folder: workplace, env, signal }));
    const draft = join(workplace, `${name}.duckdb_extension`);
    await extractExtension(source, name, draft);
    const found = await sha256OfFile(draft);
    if (found !== sha256) throw wrongHash(name, { found, sha256, source: from ?? 'the package index' });
    const storage = createStorages().at(extensions);
    await storage.adopt(draft, `v${DUCKDB_VERSION}/${duckDbPlatform()}/${name}.duckdb_extension`);
    return { ...facts, installed: true };
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
}

function knownName(given: string): ExtensionName {
  const name = EXTENSION_NAMES.find((known) => known === given);
  if (name !== undefined) return name;
  throw new CasparianError('EXTENSION_UNKNOWN', `There is no extension '${given}' to install`, {
    why: `The hash of an extension must be known. These are: ${EXTENSION_NAMES.join(', ')}.`,
  });
}

function requireHash(name: ExtensionName): string {
  const hash = expectedHash(name, duckDbPlatform());
  if (hash !== undefined) return hash;
  throw new CasparianError('EXTENSION_UNKNOWN', `There is no extension '${name}' for ${duckDbPlatform()}`, {
    why: `DuckDB ${DUCKDB_VERSION} has none for this system, or its hash is not known.`,
  });
}

function wrongHash(
  name: string,
  { found, sha256, source }: { found: string; sha256: string; source: string },
): CasparianError {
  return new CasparianError(
    'EXTENSION_INVALID',
    `The extension '${name}' from ${source} is not the one that is expected`,
    {
      why: `Its SHA-256 is ${found} instead of ${sha256}. It belongs to another version or platform, or was changed.`,
      next: [`Use the package duckdb-extension-${name} ${DUCKDB_VERSION} for ${duckDbPlatform()}.`],
    },
  );
}
