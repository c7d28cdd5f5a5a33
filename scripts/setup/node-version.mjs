import { readFileSync } from 'node:fs';
import { SetupError } from './error.mjs';

/** Refuses an old Node here, in one line, rather than as a syntax error from deep inside a package. */
export function checkNodeVersion() {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const [needMajor, needMinor] = engines.node.match(/\d+/g).map(Number);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  throw new SetupError({
    what: `Node ${process.versions.node} is too old.`,
    why: `Casparian Flow needs Node ${engines.node}.`,
    next: 'install a newer Node and run this again.',
  });
}
