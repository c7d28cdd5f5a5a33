import { configuredHome } from '../../../app/index.js';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { queryTables, withQuery } from '../../../datasets/sql.js';
import { VERSION } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { asCasparianError, failureText } from '../../output/failure.js';
import { withTenant } from '../../session.js';
import { type Format, printRows, type QueryOptions } from './print-rows.js';
import { openPrompt } from './prompt.js';

const KEYWORDS =
  'select from where group by order limit having join left inner full using on as and or not in is null between like ilike case when then else end distinct count sum avg min max union all with describe show summarize cast date_trunc qualify exclude replace over partition asc desc offset values unnest try_cast';
const FORMATS = ['table', 'csv', 'json', 'ndjson'];
const MAX_HISTORY = 1_000;

const HELP = `A statement ends with a semicolon and can have several lines.

  .tables          the tables
  .schema TABLE    the columns of a table
  .format NAME     how rows are shown: ${FORMATS.join(', ')}
  .lineage on|off  show the columns _cf_*
  .limit NUMBER    how many rows a table shows
  .exit            leave (or Ctrl-D)

Ctrl-C ends a running statement, Tab completes names, and the arrow keys find earlier statements.`;

/** Statements one after the other, with history and completion. */
export async function runPrompt(invocation: Invocation<QueryOptions & TenantOptions>): Promise<void> {
  const { output } = invocation;
  const options = { ...invocation.options };
  await withTenant(invocation, async ({ database }, settings) => {
    const folder = configuredHome(settings);
    const file = join(settings.home, 'query-history');
    const history = await readHistory(file);
    const tables = await queryTables({ database, folder });
    output.message(
      `casparian ${VERSION}, ${count(tables.length, 'table')}. Statements end with ; and .help shows more.`,
    );

    const query = async (sql: string, signal: AbortSignal): Promise<void> => {
      const format = (options.format ?? 'table') as Exclude<Format, 'parquet'>;
      const request = { sql, database, folder, allowFiles: options.allowFiles, signal };
      await withQuery(request, (opened) =>
        printRows(opened, { sql, format, limit: options.limit, lineage: options.lineage }, output),
      );
    };
    const command = async (text: string, signal: AbortSignal): Promise<'continue' | 'leave'> => {
      const [name = '', argument = ''] = text.slice(1).trim().split(/\s+/);
      if (['exit', 'quit', 'q'].includes(name)) return 'leave';
      if (name === 'help') output.print(HELP);
      else if (name === 'tables') for (const table of tables) output.print(table.name);
      else if (name === 'schema' && argument !== '') await query(`describe ${argument}`, signal);
      else if (name === 'format' && argument === 'jsonl') options.format = 'ndjson';
      else if (name === 'format' && FORMATS.includes(argument)) options.format = argument as Format;
      else if (name === 'lineage') options.lineage = argument !== 'off';
      else if (name === 'limit' && /^\d+$/.test(argument)) options.limit = Number(argument);
      else output.message(`Unknown command: ${text}. See .help`);
      return 'continue';
    };

    await openPrompt({
      ...{ input: process.stdin, output: process.stdout, isTerminal: true, history },
      words: [
        ...tables.flatMap(({ name, columns }) => [name, ...(columns ?? []).map((column) => column.name)]),
        ...KEYWORDS.split(' '),
      ],
      remember: (statement) => void appendFile(file, `${statement}\n`, { mode: 0o600 }).catch(() => undefined),
      run: async (text, signal) => {
        try {
          if (text.startsWith('.')) return await command(text, signal);
          await query(text, signal);
        } catch (error) {
          output.message(failureText(asCasparianError(error)));
        }
        return 'continue';
      },
    });
  });
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Newest first. A long file is shortened. */
async function readHistory(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  const kept = lines.slice(-MAX_HISTORY);
  if (lines.length > 2 * MAX_HISTORY) await writeFile(file, `${kept.join('\n')}\n`, { mode: 0o600 });
  return kept.toReversed();
}
