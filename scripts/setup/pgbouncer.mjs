import { existsSync } from 'node:fs';
import { installDebianPackage, onPath } from './debian-package.mjs';

/** Installs PgBouncer, which long tests and the benchmark of many workers put before PostgreSQL. If this fails, they are skipped with a warning. */
export async function installPgbouncer() {
  if (onPath('pgbouncer') || existsSync('/usr/sbin/pgbouncer')) return;
  const obstacle = await installDebianPackage('pgbouncer', 'PgBouncer');
  if (obstacle !== undefined)
    console.warn(`set-up: PgBouncer is not installed, so workers behind a pooler are not tested: ${obstacle}`);
}
