import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildSite, BuiltEnvironment } from './build-site.js';
import type { InstalledPackage } from './environment-manifest.js';
import { startingPoint } from './environment-place.js';
import { findNpm } from './find-tools.js';
import { runTool } from './run-tool.js';

/** Runs `npm ci` without install scripts of packages: installing a parser must not run third-party code. */
export async function buildNode(site: BuildSite): Promise<BuiltEnvironment> {
  const npm = await findNpm(site);
  const offline = site.offline ? ['--offline'] : [];
  const env = site.cache === undefined ? {} : { npm_config_cache: site.cache };
  const quiet = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' };
  await runTool({
    site,
    env: { NO_COLOR: '1', ...quiet, ...env },
    argv: [npm, 'ci', '--ignore-scripts', '--omit=dev', ...offline],
  });
  const made = join(site.project, 'node_modules');
  for (const folder of [made, site.environment]) await mkdir(folder, { recursive: true });
  await rename(made, startingPoint(site.environment, 'node'));
  return { runtime: process.versions.node, packages: await installedPackages(site.environment) };
}

/** npm writes a list of the packages it installed. */
async function installedPackages(environment: string): Promise<InstalledPackage[]> {
  const list = join(startingPoint(environment, 'node'), '.package-lock.json');
  const text = await readFile(list, 'utf8').catch(() => '{}');
  const { packages = {} } = JSON.parse(text) as { packages?: Record<string, { version?: string }> };
  return Object.entries(packages)
    .map(([path, { version = '' }]) => ({ name: path.split('node_modules/').at(-1) ?? path, version }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
