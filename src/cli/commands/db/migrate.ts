import { databaseLocation } from '../../../app/index.js';
import { migrateSchema } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import { settingsOf } from '../../settings.js';

export async function run(invocation: Invocation): Promise<void> {
  const { output } = invocation;
  const { address, applied } = await migrateSchema(databaseLocation(await settingsOf(invocation)));
  if (output.asJson) return output.json({ database: address, applied });
  for (const { module, number, name } of applied) output.print(`applied ${module}/${number} ${name}`);
  output.talk(applied.length === 0 ? `${address} is up to date.` : `${address} is up to date now.`);
}
