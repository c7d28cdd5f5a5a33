import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describePython } from '../setup/python.mjs';

const ROOT = new URL('../../../', import.meta.url);

/** The versions of everything that took part. */
export function describeVersions(python) {
  const { version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
  return { casparian: `${version}${commit()}`, node: process.version, ...describePython(python) };
}

function commit() {
  const git = (...args) =>
    execFileSync('git', args, { cwd: fileURLToPath(ROOT), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const changed = git('status', '--porcelain', '--', 'src').trim() === '' ? '' : ', with uncommitted changes';
    return ` (${git('rev-parse', '--short', 'HEAD').trim()}${changed})`;
  } catch {
    return '';
  }
}
