import { chmod, constants, cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type CasparianError, errorMessage, hint } from '../../../platform/index.js';
import type { BuildSite } from '../build-site.js';
import type { WantedEnvironment } from '../environment-options.js';
import { fileHash, treeHash } from './tree-hash.js';
import {
  readVendorManifest,
  type VendoredEnvironment,
  vendorInvalid,
  type VendorManifest,
  vendorPaths,
} from './vendor-manifest.js';

/** The tools of the vendor folder for a parser's lockfile, copied into `into`. */
export async function findVendored(folder: string, wanted: WantedEnvironment, into: string): Promise<VendoredTools> {
  const manifest = await readVendorManifest(folder);
  if (manifest === undefined) {
    throw vendorInvalid(`${folder} is not a vendor folder`, 'It does not contain casparian-vendor.json.', HOW_TO);
  }
  const environment = manifest.environments[wanted.lockfileHash ?? ''];
  if (environment === undefined) {
    const why = 'It was made for other lockfiles.';
    throw vendorInvalid(`The vendor folder ${folder} has nothing for parser '${wanted.parser}'`, why, HOW_TO);
  }
  return vendoredTools(folder, { uv: manifest.uv, environment }, wanted, into);
}

/**
 * Everything is copied: the folder may be read-only, may be mounted without permission to run programs, and is shared
 * by all builds. The copy is checked, because it was transferred between machines.
 */
export async function vendoredTools(
  folder: string,
  { uv, environment }: { uv: VendorManifest['uv']; environment: VendoredEnvironment },
  { language, lockfileHash }: Pick<WantedEnvironment, 'language' | 'lockfileHash'>,
  into: string,
): Promise<VendoredTools> {
  const paths = vendorPaths(folder);
  await mkdir(into, { recursive: true });
  const cache = join(into, 'cache');
  await copyChecked(paths.cacheOf(lockfileHash ?? ''), cache, () => treeHash(cache), environment.sha256);
  if (language === 'node') return { cache };
  const program = join(into, 'uv');
  await copyChecked(paths.uv, program, () => fileHash(program), uv?.sha256);
  await chmod(program, 0o755);
  return { cache, uv: program, pythonVersion: minorVersion(environment.runtime) };
}

type VendoredTools = Pick<BuildSite, 'uv' | 'cache' | 'pythonVersion'>;

const HOW_TO = hint('On a machine with a network', {
  ...{ action: 'vendor', arguments: ['PARSER'], options: { output: 'DIR' } },
});

async function copyChecked(
  from: string,
  to: string,
  hashOf: () => Promise<string>,
  expected: string | undefined,
): Promise<void> {
  try {
    await cp(from, to, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
    if ((await hashOf()) === expected) return;
  } catch (error) {
    throw damaged(from, errorMessage(error));
  }
  throw damaged(from, 'Its content does not match the manifest.');
}

function damaged(what: string, why: string): CasparianError {
  return vendorInvalid(
    `The vendor folder is damaged: ${what}`,
    why,
    'Copy it again from where it was made, links included.',
  );
}

/** Wheels are built for 3.11, not for 3.11.7. */
function minorVersion(runtime: string): string {
  return runtime.split('.').slice(0, 2).join('.');
}
