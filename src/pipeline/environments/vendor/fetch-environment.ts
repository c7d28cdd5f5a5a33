import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildNode } from '../build-node.js';
import { buildPython } from '../build-python.js';
import type { BuildSite, BuiltEnvironment } from '../build-site.js';
import { copyLockfiles } from '../copy-lockfiles.js';
import { folderSize } from '../folder-size.js';
import type { VendorRequest } from './make-vendor.js';
import { treeHash } from './tree-hash.js';
import { vendoredTools } from './use-vendor.js';
import { type VendoredEnvironment, type VendorManifest, vendorPaths } from './vendor-manifest.js';

/** Files that tools write about this machine, and their logs: useless on another machine. */
const OF_THIS_MACHINE = /^(interpreter-v\d+|\.lock|_logs|_update-notifier.*)$/;

/**
 * Fills a tool's cache by building from it. Then builds once more from a copy and without the network, as the other
 * machine will, so that a missing package is found here. Existing packages are kept.
 */
export async function fetchEnvironment(
  request: VendorRequest,
  lockfileHash: string,
  { uv, known }: { uv: VendorManifest['uv']; known: VendoredEnvironment | undefined },
): Promise<VendoredEnvironment> {
  const { language, output, parser, onMessage } = request;
  const place = vendorPaths(output).cacheOf(lockfileHash);
  if (known !== undefined && (await treeHash(place).catch(() => undefined)) === known.sha256) return known;
  const draft = join(output, `.draft-${randomUUID().slice(0, 8)}`);
  const cache = join(draft, 'cache');
  try {
    onMessage?.(`Downloading the packages in the lockfile of '${parser}'`);
    const built = await build(request, join(draft, 'first'), { cache, uv: vendorPaths(output).uv, offline: false });
    for (const name of await readdir(cache)) {
      if (OF_THIS_MACHINE.test(name)) await rm(join(cache, name), { recursive: true });
    }
    const environment = {
      language,
      runtime: built.runtime,
      packages: built.packages.length,
      size_bytes: await folderSize(cache),
      sha256: await treeHash(cache),
    };
    await mkdir(dirname(place), { recursive: true });
    await rm(place, { recursive: true, force: true });
    await rename(cache, place);
    onMessage?.('Building without the network, to verify the download');
    const tools = await vendoredTools(output, { uv, environment }, request, join(draft, 'tools'));
    await build(request, join(draft, 'second'), { ...tools, offline: true });
    return environment;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function build(
  request: VendorRequest,
  folder: string,
  tools: Pick<BuildSite, 'cache' | 'uv' | 'offline' | 'pythonVersion'>,
): Promise<BuiltEnvironment> {
  const { parser, language, env, signal } = request;
  const [project, environment] = [join(folder, 'project'), join(folder, 'environment')];
  await copyLockfiles(request, project);
  const site = { parser, project, environment, env, signal, compile: false, ...tools };
  return language === 'python' ? buildPython(site) : buildNode(site);
}
