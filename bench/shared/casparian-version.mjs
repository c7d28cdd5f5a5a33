import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);

/** `0.1.0 (1a2b3c4)`, and whether the source was changed since. */
export function casparianVersion() {
  const { version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
  return `${version}${commit()}`;
}

function commit() {
  const git = (...args) =>
    execFileSync('git', args, {
      cwd: fileURLToPath(ROOT),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    const changed = git('status', '--porcelain', '--', 'src') === '' ? '' : ', with uncommitted changes';
    return ` (${git('rev-parse', '--short', 'HEAD')}${changed})`;
  } catch {
    return '';
  }
}
