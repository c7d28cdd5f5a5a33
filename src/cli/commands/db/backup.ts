import { resolve } from 'node:path';
import { databaseLocation } from '../../../app/index.js';
import { backupJson } from '../../../operations/database/database-json.js';
import { backUpDatabase } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import { formatBytes } from '../../output/bytes.js';
import { printable } from '../../output/printable.js';
import { settingsOf } from '../../settings.js';

export interface BackupOptions {
  to: string;
  force?: boolean;
}

export async function run(invocation: Invocation<BackupOptions>): Promise<void> {
  const { options, output } = invocation;
  const { to, force = false } = options;
  const location = databaseLocation(await settingsOf(invocation));
  const report = await backUpDatabase(location, resolve(to), { force });
  if (output.asJson) return output.json(backupJson(report));
  output.print(`→ ${printable(to)} (${formatBytes(report.bytes)})`);
}
