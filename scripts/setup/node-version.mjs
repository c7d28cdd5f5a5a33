import { readFileSync } from 'node:fs';
import { SetupError } from './error.mjs';

/** Refuses an old Node with a clear message, instead of a syntax error in some package. */
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
