import { passportNamed } from '../../../operations/index.js';
import {
  historyFile,
  listStatements,
  passportName,
  type StatementKind,
  statementJson,
} from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import { limitOf } from '../../options/limit.js';
import type { TenantOptions } from '../../options/tenant.js';
import { printable } from '../../output/printable.js';
import { renderTable } from '../../output/table.js';
import { withTenant } from '../../session.js';
import { writeOutput } from './input-file.js';
import { statementText } from './statement-text.js';

interface HistoryOptions extends TenantOptions {
  output?: string;
  limit?: number;
}

export function run(invocation: Invocation<HistoryOptions>): Promise<void> {
  return printHistory(invocation, undefined);
}

/** The statements of a battery, of one kind or of all. */
export async function printHistory(
  invocation: Invocation<HistoryOptions>,
  kind: StatementKind | undefined,
): Promise<void> {
  const { args, options, output } = invocation;
  const { passport, statements, file } = await withTenant(invocation, async ({ database }) => {
    const found = await passportNamed(database, args[0] ?? '');
    const list = await listStatements(database, found.id, { kind, limit: limitOf(options, output) });
    const saved = options.output === undefined ? undefined : await historyFile(database, found);
    return { passport: found, statements: list, file: saved };
  });
  if (file !== undefined && options.output !== undefined) await writeOutput(options.output, file);
  if (output.asJson) return output.json(statements.map(statementJson));
  const name = printable(passportName(passport));
  if (statements.length === 0) return output.message(`Nothing was recorded about ${name} yet.`);
  const columns = [
    { title: 'NO', cell: (one: (typeof statements)[number]) => String(one.sequence), align: 'right' as const },
    { title: 'RECORDED', cell: (one: (typeof statements)[number]) => `${one.statedAt.slice(0, 19)}Z` },
    { title: 'KIND', cell: (one: (typeof statements)[number]) => one.kind.toLowerCase().replaceAll('_', ' ') },
    { title: 'WHAT', cell: (one: (typeof statements)[number]) => statementText(one) },
  ];
  output.print(renderTable(columns, statements, output.width));
  if (options.output !== undefined) output.message(`\nVerify it: casparian passport verify ${options.output}`);
}
