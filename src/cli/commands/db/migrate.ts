import { databaseLocation } from '../../../app/index.js';
import { migrationJson } from '../../../operations/database/database-json.js';
import { migrateSchema } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import { settingsOf } from '../../settings.js';

export async function run(invocation: Invocation): Promise<void> {
  const { output } = invocation;
  const report = await migrateSchema(databaseLocation(await settingsOf(invocation)));
  if (output.asJson) return output.json(migrationJson(report));
  const { address, applied } = report;
  for (const { module, number, name } of applied) output.print(`applied ${module}/${number} ${name}`);
  output.message(applied.length === 0 ? `${address} is up to date.` : `${address} is now up to date.`);
}
