import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../engine/servers/postgres.mjs';
import { warnIfBusy } from './command.mjs';
import { describeMachine } from './machine.mjs';

/**
 * Runs `measure` with the chosen cases that can run, in its own folder, with a PostgreSQL if one of them needs it. It has default
 * settings besides the given ones.
 */
export async function withCases(cases, prefixes, measure, postgresSettings = []) {
  const chosen = cases.filter(({ id }) => prefixes?.some((prefix) => id.startsWith(prefix)) ?? true);
  const directory = mkdtempSync(join(tmpdir(), 'casparian-bench-'));
  chmodSync(directory, 0o755); // PostgreSQL's account must reach its data
  const postgres = chosen.some(({ store }) => store === 'pg')
    ? await startPostgres(directory, postgresSettings)
    : undefined;
  try {
    const machine = describeMachine(directory);
    warnIfBusy(machine);
    const possible = chosen.filter(({ store }) => store !== 'pg' || postgres !== undefined);
    const skipped = chosen
      .filter((one) => !possible.includes(one))
      .map(({ label }) => ({ label, reason: 'no PostgreSQL' }));
    return await measure({ possible, skipped, directory, postgres, machine });
  } finally {
    await postgres?.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
