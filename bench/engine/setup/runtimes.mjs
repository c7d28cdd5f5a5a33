import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const NEWER_FROM = [22, 18]; // graphile-worker 0.18 needs it; pg-boss 12 needs less

/**
 * The Node binaries to measure with: the one of the harness, and for peers that refuse it a newer one from npm (a
 * dependency of bench/). `newer` is undefined if npm has no binary for this platform.
 */
export function findRuntimes() {
  const current = { path: process.execPath, version: process.version };
  return { current, newer: isNewEnough(process.versions.node) ? current : fromNpm() };
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > NEWER_FROM[0] || (major === NEWER_FROM[0] && minor >= NEWER_FROM[1]);
}

function fromNpm() {
  const require = createRequire(import.meta.url);
  try {
    const path = join(dirname(require.resolve(`node-${process.platform}-${process.arch}/package.json`)), 'bin', 'node');
    return existsSync(path)
      ? { path, version: execFileSync(path, ['--version'], { encoding: 'utf8' }).trim() }
      : undefined;
  } catch {
    return undefined;
  }
}
