import { autoCases } from './auto.mjs';
import { languageCases } from './languages.mjs';
import { processCases } from './process.mjs';
import { registryCases } from './registry.mjs';
import { scanCases } from './scan.mjs';

/**
 * The cases. `measure(bench)` returns the seconds of one run, from the start of a process to its exit, and other values;
 * `measureStartUp(bench)` returns the same for almost no work. `store` is the database that the case needs.
 */
export const cases = [...processCases, ...autoCases, ...languageCases, ...scanCases, ...registryCases];

export const GROUPS = {
  process: 'Processing: one registered pandas parser over many files of 1,000 rows',
  auto: 'Many CSV files of 100 rows, without a parser',
  'languages-twenty': 'Twenty files of one line, with the same parser in three languages',
  'languages-two-hundred': 'Two hundred files of one line, with the same parser in three languages',
  walk: 'Scanning when nothing changed',
  hash: 'Hashing large files: the first scan',
  'hash-small': 'Hashing small files: the first scan, for information',
  registry: 'The registry with many parsers in it',
};
