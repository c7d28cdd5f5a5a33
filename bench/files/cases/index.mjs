import { processCases } from './process.mjs';
import { registryCases } from './registry.mjs';
import { scanCases } from './scan.mjs';

/**
 * What is measured. `measure(bench)` gives the seconds of one run, from the start of a process to its exit, and what else
 * it learned; `measureStartUp(bench)` the same for next to no work. `store` is what it needs to be there.
 */
export const cases = [...processCases, ...scanCases, ...registryCases];

export const GROUPS = {
  process: 'Processing: one registered pandas parser over many files of 1,000 rows',
  walk: 'Scanning when nothing changed',
  hash: 'Hashing large files: the first scan',
  'hash-small': 'Hashing small files: the first scan, for information',
  registry: 'The registry with many parsers in it',
};
