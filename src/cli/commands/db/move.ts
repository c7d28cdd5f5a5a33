import { engineLocation } from '../../../app/index.js';
import type { MoveProgress } from '../../../engine/index.js';
import { moveJson } from '../../../operations/database/database-json.js';
import { moveDatabase } from '../../../operations/index.js';
import { silentLogger } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import { settingsOf } from '../../settings.js';

export async function run(invocation: Invocation): Promise<void> {
  const { output, options } = invocation;
  const { to } = options as { to: string };
  const settings = await settingsOf(invocation);
  const report = await moveDatabase(engineLocation(settings), to, {
    logger: silentLogger,
    onProgress: (progress) => showProgress(progress),
  });
  if (output.asJson) return output.json(moveJson(report));
  for (const { table, rows, copied, hash } of report.tables) {
    const there = rows - copied;
    const already = there > 0 ? `, ${there} already copied` : '';
    output.print(
      `${table}: ${rows} ${rows === 1 ? 'row' : 'rows'}, ${copied} copied${already}; both sides ${hash.slice(0, 12)}`,
    );
  }
  output.message(`${report.from} is unchanged. To use the copy:`);
  output.message(`  export CASPARIAN_DATABASE_URL='${report.to}'`);
}

/** One line that is rewritten in place, on terminals only. */
function showProgress({ table, done, total }: MoveProgress): void {
  if (!process.stderr.isTTY) return;
  const end = done >= total ? '\r\u001b[K' : '';
  process.stderr.write(`\r${table}: ${done} of ${total} rows${end}`);
}
