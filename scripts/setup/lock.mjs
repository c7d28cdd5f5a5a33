import { createHash } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from './root.mjs';
import { SetupError } from './error.mjs';

const waitLimitMs = 15 * 60_000;

/**
 * Allows one set-up of this clone at a time. The lock is outside node_modules, because `npm ci` deletes that folder first.
 */
export async function withSetupLock(work) {
  const path = join(tmpdir(), `casparian-setup-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.lock`);
  await acquire(path);
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  try {
    return await work();
  } finally {
    release();
  }
}

async function acquire(path) {
  const deadline = Date.now() + waitLimitMs;
  for (let announced = false; !tryAcquire(path); announced = true) {
    const owner = Number(readOwner(path));
    if (!announced) console.log(`set-up: waiting for another set-up of this clone (process ${owner})`);
    if (Date.now() > deadline) {
      throw new SetupError({
        what: 'Another set-up of this clone did not finish.',
        why: `process ${owner} has held ${path} for more than ${waitLimitMs / 60_000} minutes.`,
        next: 'stop that process, or delete the file if the process is gone, and run this again.',
      });
    }
    await delay(250);
  }
}

function tryAcquire(path) {
  // Written to a temporary file and linked into place, so that the lock always contains its owner.
  const claim = `${path}.${process.pid}`;
  writeFileSync(claim, String(process.pid));
  try {
    linkSync(claim, path);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(claim, { force: true });
  }
  if (!isAlive(Number(readOwner(path)))) rmSync(path, { force: true });
  return false;
}

function readOwner(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function isAlive(pid) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
