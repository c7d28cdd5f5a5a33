import { resolve } from 'node:path';
import { exportEvents } from '../../../events/index.js';
import { writeWholeFile } from '../../../pipeline/index.js';
import { exactJson } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import { printable } from '../../output/printable.js';
import { writeLines } from '../../output/write-lines.js';
import { withTenant } from '../../session.js';
import { eventCount } from './event-text.js';
import { type FilterOptions, filterOf } from './filter.js';

export interface ExportOptions extends FilterOptions {
  output?: string;
}

export async function run(invocation: Invocation<ExportOptions>): Promise<void> {
  const { options, output } = invocation;
  await withTenant(invocation, async ({ engine, tenant }) => {
    let events = 0;
    const { database } = engine;
    const filter = await filterOf(options, database, tenant);
    const lines = textLines(exportEvents(database, tenant, filter), () => events++);
    if (options.output === undefined) {
      await writeLines(process.stdout, lines);
      return output.message(`${eventCount(events)} written.`);
    }
    const path = resolve(options.output);
    await writeWholeFile(path, lines);
    if (output.asJson) return output.json({ events, path });
    output.print(`→ ${printable(options.output)} (${eventCount(events)})`);
    output.message(`Verify it anywhere with: casparian events verify ${printable(options.output)}`);
  });
}

async function* textLines(
  records: AsyncIterable<Readonly<Record<string, unknown>>>,
  onEvent: () => void,
): AsyncGenerator<string> {
  for await (const record of records) {
    if (record['record'] === 'event') onEvent();
    yield `${exactJson(record)}\n`;
  }
}
