import { readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { holdFileLock } from '../../../database/index.js';
import type { ParserLanguage } from '../../../bridge/index.js';
import { makeFolder } from '../../../platform/index.js';
import { fetchEnvironment } from './fetch-environment.js';
import { isIntact, takeUv } from './take-uv.js';
import {
  FORMAT,
  readVendorManifest,
  thisPlatform,
  vendorInvalid,
  type VendorManifest,
  vendorPaths,
  writeVendorManifest,
} from './vendor-manifest.js';

/** A parser whose packages are collected. */
export interface VendorRequest {
  readonly parser: string;
  readonly language: ParserLanguage;
  readonly lockfileHash: string | null;
  readonly sourceHash: string;
  readonly archive: Buffer;
  /** The bundle, unpacked. */
  readonly directory: string;
  /** The folder to fill. Parsers that were vendored into it before are kept. */
  readonly output: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  readonly onMessage?: ((line: string) => void) | undefined;
}

/** Names that an interrupted attempt may have left. */
const LEFTOVER = /^(bin|bundles|environments|\.lock|\.draft-.*)$/;

type Contents = Pick<VendorManifest, 'uv' | 'environments' | 'parsers'>;

/** Collects everything a machine of the same platform needs to register and run a parser without a network. */
export async function makeVendor(request: VendorRequest): Promise<VendorManifest> {
  const { output, onMessage } = request;
  const earlier = await openOutput(output);
  const onWait = (): void => onMessage?.(`Waiting for another process that fills ${output}`);
  // Read again under the lock: its previous holder has added to it.
  const work = async (): Promise<VendorManifest> => fill(request, (await readVendorManifest(output)) ?? earlier);
  return holdFileLock(vendorPaths(output).lock, work, { signal: request.signal, onWait });
}

async function fill(request: VendorRequest, earlier: Contents): Promise<VendorManifest> {
  const { output, parser, language, lockfileHash, onMessage } = request;
  await sweepDrafts(output);
  let { uv } = earlier;
  const environments = { ...earlier.environments };
  if (lockfileHash === null) onMessage?.(`'${parser}' has no lockfile, so there is nothing to download`);
  else {
    // One uv for all: another version may not understand the downloads of this one.
    if (language === 'python' && !(await isIntact(output, uv))) uv = await takeUv(request);
    environments[lockfileHash] = await fetchEnvironment(request, lockfileHash, {
      uv,
      known: environments[lockfileHash],
    });
  }
  await writeBundle(request);
  const described = { source_hash: request.sourceHash, lockfile_hash: lockfileHash };
  const manifest = vendorManifest({ uv, environments, parsers: { ...earlier.parsers, [parser]: described } });
  await writeVendorManifest(output, manifest);
  return manifest;
}

function vendorManifest(contents: Contents): VendorManifest {
  return { format: FORMAT, platform: thisPlatform(), made_at: new Date().toISOString(), ...contents };
}

/** Refuses a folder that contains other files. */
async function openOutput(output: string): Promise<Contents> {
  makeFolder(output);
  const manifest = await readVendorManifest(output);
  if (manifest !== undefined) return manifest;
  const names = (await readdir(output)).filter((name) => !LEFTOVER.test(name));
  if (names.length === 0) return { uv: null, environments: {}, parsers: {} };
  throw vendorInvalid(
    `The folder ${output} is neither empty nor a vendor folder`,
    `It holds ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' …' : ''}.`,
    'Name a new folder, or an existing vendor folder.',
  );
}

/** Removes what a killed process left behind. The caller holds the lock, so no other process works here. */
async function sweepDrafts(output: string): Promise<void> {
  const drafts = (await readdir(output)).filter((name) => name.startsWith('.draft-'));
  for (const name of drafts) await rm(join(output, name), { recursive: true, force: true });
}

async function writeBundle({ output, parser, archive }: VendorRequest): Promise<void> {
  const path = vendorPaths(output).bundleOf(parser);
  makeFolder(dirname(path));
  await writeFile(path, archive);
}
