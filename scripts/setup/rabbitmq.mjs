import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, tail } from './run.mjs';

const apt = ['-q', '-y', '-o', 'DPkg::Lock::Timeout=60', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20'];
const quiet = { DEBIAN_FRONTEND: 'noninteractive', DEBCONF_NOWARNINGS: 'yes' };

/** RabbitMQ for the tests of its trigger. Doing without is allowed, and said loudly: those tests then skip. */
export async function installRabbitmq() {
  if (onPath('rabbitmq-server') || existsSync('/usr/lib/rabbitmq/bin/rabbitmq-server')) return;
  const obstacle = await tryInstall();
  if (obstacle === undefined) return;
  console.warn(`
  ┌──────────────────────────────────────────────────────────────────────────────┐
  │ RabbitMQ is not installed: the tests of the RabbitMQ trigger will be SKIPPED. │
  └──────────────────────────────────────────────────────────────────────────────┘
  why:  ${obstacle}
  next: install rabbitmq-server (it need not run as a service) and run this again.
`);
}

/** Answers why it could not be installed, or undefined. */
async function tryInstall() {
  if (!onPath('apt-get')) return 'this machine has no apt-get, so it was not installed automatically.';
  if (process.getuid?.() !== 0) return 'installing it automatically needs root.';

  // Download and install are apart so that a slow network is given up on before dpkg starts: stopping dpkg half-way
  // would leave the system's package database in need of repair.
  const download = ['install', '--no-install-recommends', '--download-only', ...apt, 'rabbitmq-server'];
  const install = ['install', '--no-install-recommends', ...apt, 'rabbitmq-server'];
  const updated = await runApt(['update', ...apt], 'updating the list of Debian packages', 120_000);
  const downloaded = await runApt(download, 'downloading RabbitMQ (for tests)', 300_000);
  if (!downloaded.ok)
    return `apt-get could not download it:\n${tail((updated.ok ? '' : updated.output) + downloaded.output, 6)}`;
  const installed = await withoutServiceStart(() => runApt(install, 'installing RabbitMQ (about 20 s)', 900_000));
  return installed.ok ? undefined : `apt-get could not install it:\n${tail(installed.output, 6)}`;
}

function runApt(args, label, timeoutMs) {
  return run('apt-get', args, { label, timeoutMs, env: quiet });
}

/** Debian starts a service as soon as it is installed, unless this file says no. Tests start a server of their own. */
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

function onPath(command) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, command)));
}
