import { CLAIM, CLAIM_LANE, CLAIMED_COLUMNS, CLAIMED_OF_LANE } from './claim.js';
import { COMPLETE, ENDING_TYPES, FINISH_AND_TALLY } from './finish.js';
import { READY_LANES } from './ready-lanes.js';
import { ADD_TALLIES } from './tally.js';

/**
 * The frequent statements as functions of the server. Each connection plans them once: planning took 0.7 ms for a claim, and 4.7 ms for a
 * completion, which is longer than both take to run for a single job (a busy machine). A plan that is made while the table is empty must still
 * fit when it is large, so scans of the whole table are ruled out; JIT is off, because what is ruled out counts as very expensive. Unlike named statements, functions work behind any pooler.
 *
 * If a statement changes, add a migration that runs this again. With other parameters or columns, it needs another name: workers of both
 * versions run during an upgrade.
 */
export function hotFunctions(): string {
  return [
    hotFunction({
      name: 'cf_ready_lanes',
      parameters: ['text[]', 'text[]', 'text[]'],
      returns: 'TABLE (now BIGINT, expired BOOLEAN, suspicion INTEGER, limits JSON, lanes JSON)',
      body: `RETURN QUERY ${READY_LANES};`,
    }),
    hotFunction({
      name: 'cf_claim_texts',
      parameters: ['text', 'bigint', 'text[]', 'text[]', 'text[]', 'smallint[]', 'bigint[]', 'uuid[]', 'int[]'],
      returns: table(CLAIMED_COLUMNS),
      body: `RETURN QUERY ${CLAIM};`,
    }),
    hotFunction({
      name: 'cf_claim_lane',
      parameters: ['text', 'bigint', 'text', 'text', 'text', 'smallint', 'bigint', 'uuid', 'int'],
      returns: table(CLAIMED_OF_LANE),
      body: `RETURN QUERY ${CLAIM_LANE};`,
    }),
    hotFunction({ name: 'cf_add_tallies', parameters: ['json'], returns: 'VOID', body: `${ADD_TALLIES};` }),
    hotFunction({
      name: 'cf_complete_jobs',
      parameters: ['json', 'int', 'text', 'uuid[]', 'int', 'tid[]'],
      returns: 'VOID',
      declare: 'DECLARE ended INTEGER; moved INTEGER;',
      body: COMPLETE,
    }),
    hotFunction({
      name: 'cf_finish',
      parameters: ['json', 'int', ...ENDING_TYPES.map((type) => `${type}[]`)],
      returns: 'TABLE (id UUID, status TEXT)',
      body: `RETURN QUERY ${FINISH_AND_TALLY};`,
    }),
  ].join('\n');
}

function table(columns: readonly (readonly [string, string])[]): string {
  return `TABLE (${columns.map(([name, type]) => `${name} ${type}`).join(', ')})`;
}

interface HotFunction {
  name: string;
  /** Their types; statements refer to them by number. */
  parameters: readonly string[];
  returns: string;
  declare?: string;
  body: string;
}

function hotFunction({ name, parameters, returns, declare = '', body }: HotFunction): string {
  return `
CREATE OR REPLACE FUNCTION ${name}(${parameters.join(', ')}) RETURNS ${returns} LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off
AS $$
#variable_conflict use_column
${declare}
BEGIN
${body}
END $$;`;
}
