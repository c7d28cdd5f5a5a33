import { readFileSync } from 'node:fs';
import { SetupError } from './error.mjs';

/** Refuses an old Node with a clear message, instead of a syntax error in some package. */
export function checkNodeVersion() {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const [major, minor] = process.versions.node.split('.').map(Number);
  const isSupported = engines.node.split('||').some((range) => {
    const [oldestMajor, oldestMinor] = range.match(/\d+/g).map(Number);
    return major === oldestMajor ? minor >= oldestMinor : range.includes('>=') && major > oldestMajor;
  });
  if (isSupported) return;
  throw new SetupError({
    what: `Node ${process.versions.node} is not supported.`,
    why: `Casparian Flow needs Node ${engines.node}.`,
    next: 'install another Node and run this again.',
  });
}
