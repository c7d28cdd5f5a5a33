import type { Database } from '../../database/index.js';
import type { DatabaseCheck, Finding } from '../../engine/index.js';
import { strayedSkipped } from '../../pipeline/index.js';

const MAX_EXAMPLES = 5;

/** Checks that the skipped lines of a file belong to one reading of it, and to a known file. */
export function skippedChecks(database: Database): DatabaseCheck[] {
  return [{ name: 'skipped', run: () => strayed(database) }];
}

async function strayed(database: Database): Promise<Finding[]> {
  const { ofSeveralJobs, ofUnknownFiles } = await strayedSkipped(database);
  return [
    ...finding('files have skipped lines of several readings', ofSeveralJobs),
    ...finding('files have skipped lines, but are not known', ofUnknownFiles),
  ];
}

function finding(what: string, files: readonly string[]): Finding[] {
  if (files.length === 0) return [];
  const examples = files.slice(0, MAX_EXAMPLES);
  return [
    { check: 'skipped', severity: 'damage', message: `${what} (${files.length})`, count: files.length, examples },
  ];
}
