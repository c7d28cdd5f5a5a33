import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ParserLanguage } from '../../../bridge/index.js';
import { CasparianError, errorMessage, type Hint, hint } from '../../../platform/index.js';

/** The manifest of a folder made by `casparian vendor`. */
export interface VendorManifest {
  readonly format: typeof FORMAT;
  /** Packages and `uv` are compiled for this platform. */
  readonly platform: string;
  readonly made_at: string;
  readonly uv: { readonly version: string; readonly sha256: string } | null;
  /** By the hashes of their lockfiles. */
  readonly environments: Readonly<Record<string, VendoredEnvironment>>;
  /** By their names. */
  readonly parsers: Readonly<Record<string, VendoredParser>>;
}

export interface VendoredEnvironment {
  readonly language: ParserLanguage;
  /** The version of Python or Node that it was fetched for. */
  readonly runtime: string;
  readonly packages: number;
  readonly size_bytes: number;
  /** Of all its files and their names. */
  readonly sha256: string;
}

export interface VendoredParser {
  readonly source_hash: string;
  readonly lockfile_hash: string | null;
}

const NAME = 'casparian-vendor.json';
export const FORMAT = 1;

export function thisPlatform(): string {
  return `${process.platform}-${process.arch}`;
}

/** The paths inside the folder. */
export function vendorPaths(folder: string) {
  return {
    manifest: join(folder, NAME),
    /** Held while the folder is filled. */
    lock: join(folder, '.lock'),
    uv: join(folder, 'bin', process.platform === 'win32' ? 'uv.exe' : 'uv'),
    cacheOf: (lockfileHash: string) => join(folder, 'environments', lockfileHash),
    bundleOf: (parser: string) => join(folder, 'bundles', `${parser}.zip`),
  };
}

/** Returns undefined if the folder has no manifest. */
export async function readVendorManifest(folder: string): Promise<VendorManifest | undefined> {
  const text = await readFile(vendorPaths(folder).manifest, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const manifest = parsed(folder, text);
  if (manifest.platform === thisPlatform()) return manifest;
  throw vendorInvalid(
    `The vendor folder ${folder} is for another platform`,
    `It was made on ${manifest.platform}; this machine is ${thisPlatform()}, and packages are compiled for one of them.`,
    'Make it on a machine with the same platform.',
  );
}

export async function writeVendorManifest(folder: string, manifest: VendorManifest): Promise<void> {
  const { manifest: path } = vendorPaths(folder);
  await writeFile(`${path}.draft`, `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(`${path}.draft`, path);
}

export function vendorInvalid(message: string, why: string, ...next: Hint[]): CasparianError {
  return new CasparianError('VENDOR_INVALID', message, { why, next });
}

function parsed(folder: string, text: string): VendorManifest {
  try {
    const manifest = JSON.parse(text) as VendorManifest | { format: unknown };
    if (manifest.format === FORMAT) return manifest as VendorManifest;
    throw new Error(`its format is ${String(manifest.format)}, and this version supports ${FORMAT}`);
  } catch (error) {
    throw vendorInvalid(
      `The vendor folder ${folder} cannot be used`,
      `${NAME}: ${errorMessage(error)}`,
      hint('Make it again', { action: 'vendor', arguments: ['PARSER'], options: { output: 'DIR' } }),
    );
  }
}
