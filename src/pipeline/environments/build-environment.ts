import { randomUUID } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatDuration } from '../../platform/index.js';
import type { BuildSite } from './build-site.js';
import { buildNode } from './build-node.js';
import { buildPython } from './build-python.js';
import { copyLockfiles } from './copy-lockfiles.js';
import { type EnvironmentManifest, writeManifest } from './environment-manifest.js';
import type { EnvironmentOptions, WantedEnvironment } from './environment-options.js';
import { type EnvironmentPlace, exists, MANIFEST_NAME } from './environment-place.js';
import { folderSize } from './folder-size.js';
import { findVendored } from './vendor/use-vendor.js';

/**
 * Builds the environment of a lockfile. The caller holds its lock. It is built under a temporary name and renamed, so
 * it is complete or absent. What a killed builder left behind is removed first.
 */
export async function buildEnvironment(
  wanted: WantedEnvironment,
  place: EnvironmentPlace,
  options: EnvironmentOptions,
): Promise<EnvironmentManifest> {
  await sweepDrafts(place);
  const draft = join(dirname(place.folder), `${place.draftPrefix}${randomUUID().slice(0, 8)}`);
  const site = await prepareSite(draft, wanted, options);
  try {
    const manifest = await build(site, wanted, place, options);
    if (await exists(place.folder)) await rename(place.folder, join(draft, 'replaced'));
    await rename(site.environment, place.folder);
    await rm(draft, { recursive: true, force: true });
    return manifest;
  } catch (error) {
    // The folder that the message names is kept until the next attempt, so that users can try the command: two small
    // files.
    for (const name of ['environment', 'tools']) await rm(join(draft, name), { recursive: true, force: true });
    throw error;
  }
}

/** Child processes of a killed builder may still write there; the next sweep removes what this one cannot. */
export async function sweepDrafts({ folder, draftPrefix }: EnvironmentPlace): Promise<void> {
  const names = await readdir(dirname(folder)).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(draftPrefix))) {
    await rm(join(dirname(folder), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function prepareSite(draft: string, wanted: WantedEnvironment, options: EnvironmentOptions): Promise<BuildSite> {
  const site = {
    parser: wanted.parser,
    project: join(draft, 'project'),
    environment: join(draft, 'environment'),
    offline: options.offline || options.vendor !== undefined,
    compile: true,
    env: options.env,
    signal: options.signal,
  };
  await copyLockfiles(wanted, site.project);
  return options.vendor === undefined
    ? site
    : { ...site, ...(await findVendored(options.vendor, wanted, join(draft, 'tools'))) };
}

async function build(
  site: BuildSite,
  { parser, language }: WantedEnvironment,
  place: EnvironmentPlace,
  { onMessage }: EnvironmentOptions,
): Promise<EnvironmentManifest> {
  const startedAt = performance.now();
  onMessage?.(`Building the environment of '${parser}' from its lockfile`);
  const { runtime, packages } = language === 'python' ? await buildPython(site) : await buildNode(site);
  const manifest = {
    lockfile_hash: place.lockfileHash,
    language,
    runtime,
    packages,
    size_bytes: await folderSize(site.environment),
    built_at: new Date().toISOString(),
  };
  await writeManifest(join(site.environment, MANIFEST_NAME), manifest);
  const count = packages.length === 1 ? '1 package' : `${packages.length} packages`;
  onMessage?.(`Built it in ${formatDuration(performance.now() - startedAt)}: ${count}`);
  return manifest;
}
