import type { Database } from '../../database/index.js';
import type { DatabaseCheck, Finding } from '../../engine/index.js';
import type { BadRows } from './bad-rows.js';
import { changedRows } from './changed-rows.js';
import { brokenHistories } from './history-ends.js';
import { orphans } from './orphans.js';

/**
 * Whether every row of passports refers to rows of its tenant, and whether bytes have the hashes that are stored with them: of the newest
 * rows, or with `full` of all.
 */
export function passportChecks(database: Database, { full }: { full: boolean }): DatabaseCheck[] {
  const check = (name: string, find: () => Promise<readonly BadRows[]>): DatabaseCheck => ({
    name,
    run: async () => (await find()).map((bad) => finding(name, bad)),
  });
  return [
    check('passport-references', () => orphans(database)),
    check('passport-hashes', () => changedRows(database, { full })),
    check('passport-histories', () => brokenHistories(database)),
  ];
}

function finding(check: string, { problem, count, examples }: BadRows): Finding {
  return { check, severity: 'damage', message: `${problem} (${count})`, count, examples: [...examples] };
}
