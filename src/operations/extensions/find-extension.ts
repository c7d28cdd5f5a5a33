import { createWriteStream } from 'node:fs';
import { copyFile, open, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Entry, ZipFile } from 'yauzl';
import { DUCKDB_VERSION, duckDbPlatform, type ExtensionName } from '../../datasets/index.js';
import { CasparianError } from '../../platform/index.js';

/** The end of the names of wheels, by DuckDB's name of the platform. */
const WHEELS: Readonly<Record<string, RegExp>> = {
  linux_amd64: /manylinux.*_x86_64\.whl$/,
  linux_arm64: /manylinux.*_aarch64\.whl$/,
  osx_amd64: /macosx.*_x86_64\.whl$/,
  osx_arm64: /macosx.*_arm64\.whl$/,
  windows_amd64: /win_amd64\.whl$/,
};

/** Copies an extension out of a folder, which has it as a file, in an unpacked package, or in a wheel of this platform. */
export async function extractExtension(folder: string, name: ExtensionName, target: string): Promise<void> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const plain = files.find((file) => basename(file) === `${name}.duckdb_extension`);
  if (plain !== undefined) return copyFile(join(folder, plain), target);
  const prefix = `duckdb_extension_${name}-${DUCKDB_VERSION}-`;
  const wheel = files.find(
    (file) => basename(file).startsWith(prefix) && WHEELS[duckDbPlatform()]?.test(basename(file)) === true,
  );
  if (wheel === undefined) throw nothingThere(folder, name);
  await unpack(join(folder, wheel), `${name}.duckdb_extension`, target);
}

function nothingThere(folder: string, name: ExtensionName): CasparianError {
  return new CasparianError(
    'EXTENSION_UNAVAILABLE',
    `There is no extension '${name}' for this machine in '${folder}'`,
    {
      why: `It has neither ${name}.duckdb_extension nor a wheel duckdb_extension_${name}-${DUCKDB_VERSION}-….whl for ${duckDbPlatform()}.`,
      next: [`Get it with: pip download duckdb-extension-${name}==${DUCKDB_VERSION}`],
    },
  );
}

/** A wheel is a ZIP archive. */
async function unpack(wheel: string, name: string, target: string): Promise<void> {
  const { default: yauzl } = await import('yauzl');
  const file = await open(wheel, 'r');
  try {
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      yauzl.fromFd(file.fd, { lazyEntries: true, autoClose: false }, (error, opened) =>
        error === null ? resolve(opened) : reject(error),
      );
    });
    const entry = await entryNamed(zip, name);
    const content = await new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, stream) => (error === null ? resolve(stream) : reject(error)));
    });
    await pipeline(content, createWriteStream(target));
  } catch (error) {
    throw new CasparianError('EXTENSION_INVALID', `'${wheel}' cannot be unpacked`, {
      why: (error as Error).message,
      cause: error,
    });
  } finally {
    await file.close();
  }
}

function entryNamed(zip: ZipFile, name: string): Promise<Entry> {
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => (basename(entry.fileName) === name ? resolve(entry) : zip.readEntry()));
    zip.on('end', () => reject(new Error(`It has no ${name}.`)));
    zip.on('error', reject);
    zip.readEntry();
  });
}
