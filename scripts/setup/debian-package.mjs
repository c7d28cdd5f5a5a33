import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, tail } from './run.mjs';

const apt = ['-q', '-y', '-o', 'DPkg::Lock::Timeout=60', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20'];
const quiet = { DEBIAN_FRONTEND: 'noninteractive', DEBCONF_NOWARNINGS: 'yes' };

/** The packages of one set-up share one list: to update it takes 5 s. */
let updating;

/** Installs a Debian package without starting its service. Returns why it could not be installed, or undefined. */
export async function installDebianPackage(name, label) {
  if (!onPath('apt-get')) return 'this machine has no apt-get, so it was not installed automatically.';
  if (process.getuid?.() !== 0) return 'installing it automatically needs root.';

  // Download and installation are separate steps, so that a timeout on a slow network happens before dpkg starts:
  // interrupting dpkg would damage the system's package database.
  const download = ['install', '--no-install-recommends', '--download-only', ...apt, name];
  const install = ['install', '--no-install-recommends', ...apt, name];
  updating ??= runApt(['update', ...apt], 'updating the list of Debian packages', 120_000);
  const updated = await updating;
  const downloaded = await runApt(download, `downloading ${label} (for tests)`, 300_000);
  if (!downloaded.ok)
    return `apt-get could not download it:\n${tail((updated.ok ? '' : updated.output) + downloaded.output, 6)}`;
  const installed = await withoutServiceStart(() => runApt(install, `installing ${label}`, 900_000));
  return installed.ok ? undefined : `apt-get could not install it:\n${tail(installed.output, 6)}`;
}

function runApt(args, label, timeoutMs) {
  return run('apt-get', args, { label, timeoutMs, env: quiet });
}

/** Debian starts a service on installation unless this file forbids it. The tests start their own server. */
async function withoutServiceStart(work) {
  const policy = '/usr/sbin/policy-rc.d';
  if (existsSync(policy)) return work();
  const remove = () => rmSync(policy, { force: true });
  process.once('exit', remove);
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return await work();
  } finally {
    remove();
    process.off('exit', remove);
  }
}

export function onPath(command) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, command)));
}
