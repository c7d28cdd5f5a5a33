import type { Database } from '../../database/index.js';
import type { BadRows } from './bad-rows.js';

const MAX_EXAMPLES = 5;

/** The last statement, as the row of its passport names it, and as many statements as it counts. */
const BROKEN = `FROM cf_passports AS passport WHERE passport.statement_count <> (
    SELECT count(*) FROM cf_passport_statements AS statement
    WHERE statement.tenant = passport.tenant AND statement.passport_id = passport.id)
  OR (passport.statement_count > 0 AND NOT EXISTS (
    SELECT 1 FROM cf_passport_statements AS statement
    WHERE statement.tenant = passport.tenant AND statement.passport_id = passport.id
      AND statement.sequence = passport.statement_count AND statement.hash = passport.statement_head))`;

/** Histories from which statements were removed or to which some were added by other means. */
export async function brokenHistories(database: Database): Promise<BadRows[]> {
  const [row] = await database.query<{ count: number }>(`SELECT count(*) AS count ${BROKEN}`);
  const count = Number(row?.count ?? 0);
  if (count === 0) return [];
  const some = await database.query<{ id: string }>(`SELECT passport.id AS id ${BROKEN} LIMIT ${MAX_EXAMPLES}`);
  const problem = 'batteries have another history than their passports say: statements were removed or added';
  return [{ problem, count, examples: some.map(({ id }) => id) }];
}
