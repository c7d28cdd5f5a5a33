import { configuredHome } from '../../../app/index.js';
import { resolve } from 'node:path';
import { findIntake, findSource } from '../../../collect/index.js';
import { exportFormat } from '../../../datasets/index.js';
import { exportRows } from '../../../datasets/sql.js';
import type { Invocation } from '../../invocation.js';
import { printable } from '../../output/printable.js';
import { rows } from '../../output/row-counts.js';
import { withTenant } from '../../session.js';
import { stopOnSignals } from '../../stop-on-signals.js';
import type { PriceOptions } from './list.js';

export async function run(invocation: Invocation<PriceOptions & { to: string; force?: boolean }>): Promise<void> {
  const { options, output } = invocation;
  const { to, force = false } = options;
  const target = resolve(to);
  const format = exportFormat(target);
  const stop = stopOnSignals();
  try {
    const { rows: written } = await withTenant(invocation, async ({ database }, settings) => {
      const intake = options.intake === undefined ? undefined : await findIntake(database, options.intake);
      const source = options.source === undefined ? undefined : await findSource(database, options.source);
      const place = { database, folder: configuredHome(settings) };
      const sql = `FROM price_points ${where({ intake_id: intake?.id, source_id: source?.source.id })}`;
      return exportRows({ ...place, sql, target, format, force, table: 'price_points', signal: stop.signal });
    });
    if (output.asJson) return output.json({ rows: written, path: target, format });
    output.print(`→ ${printable(to)} (${rows(written)})`);
  } finally {
    stop.dispose();
  }
}

/** The values are ids that we made: hexadecimal digits and dashes. */
function where(wanted: Readonly<Record<string, string | undefined>>): string {
  const conditions = Object.entries(wanted).flatMap(([name, id]) => (id === undefined ? [] : [`${name} = '${id}'`]));
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
}
