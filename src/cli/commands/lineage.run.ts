import { configuredHome } from '../../app/index.js';
import { datasetNamed, namedDatasets } from '../../datasets/index.js';
import { lineageJson } from '../../datasets/lineage-json.js';
import { type Lineage, type Origin, type Standing, traceRows } from '../../datasets/sql.js';
import { CasparianError, isoTime } from '../../platform/index.js';
import type { Invocation } from '../invocation.js';
import { DEFAULT_LIMIT } from '../options/limit.js';
import type { Output, Style } from '../output/output.js';
import { printable } from '../output/printable.js';
import { renderProperties } from '../output/table.js';
import type { TenantOptions } from '../options/tenant.js';
import { withTenant } from '../session.js';
import { stopOnSignals } from '../stop-on-signals.js';
import { count, rows as rowsInWords } from '../output/row-counts.js';

export interface LineageOptions {
  where?: string;
  limit?: number;
}

export async function run(invocation: Invocation<LineageOptions & TenantOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const { where, limit = DEFAULT_LIMIT } = options;
  const stop = stopOnSignals();
  try {
    const lineage = await withTenant(invocation, async ({ database }, settings) => {
      const dataset = datasetNamed(await namedDatasets(database), args[0] ?? '');
      return traceRows({ dataset, where, limit, database, folder: configuredHome(settings), signal: stop.signal });
    });
    const { origins, originCount } = lineage;
    if (origins.length < originCount)
      output.warning(`Showing the first ${origins.length} of ${originCount}; use --limit for more.`);
    if (output.asJson) return output.json(lineageJson(lineage));
    print(lineage, output);
  } catch (error) {
    if (stop.signal.aborted) throw new CasparianError('INTERRUPTED', 'Interrupted', { cause: error });
    throw error;
  } finally {
    stop.dispose();
  }
}

function print({ rows, files, origins }: Lineage, output: Output): void {
  if (rows === 0) return output.message('No row matches.');
  output.print(`${rowsInWords(rows)} from ${files === 1 ? '1 file' : `${count(files)} files`}`);
  for (const origin of origins) output.print(`\n${renderProperties(propertiesOf(origin, output))}`);
}

function propertiesOf(origin: Origin, output: Output): [name: string, value: string][] {
  const stateText = (state: Standing): string => output.paint(STYLES[state], WORDS[state]);
  const held = origin.parser.startsWith('builtin:') ? 'contract' : 'bundle';
  const bundle = origin.parserHash === null ? '' : `\n${held} SHA-256 ${origin.parserHash}`;
  return [
    ['source', `${printable(origin.source)}\nBLAKE3 ${origin.sourceHash}, ${stateText(origin.sourceState)}`],
    [origin.rows === 1 ? 'row' : 'rows', rowsText(origin)],
    ...skippedText(origin),
    ...correctionsText(origin),
    ['parser', `${printable(origin.parser)}${bundle}`],
    ['job', `${origin.jobId}, ${isoTime(origin.writtenAt)}`],
    ['output', `${printable(origin.output)}\nSHA-256 ${origin.outputHash}, ${stateText(origin.outputState)}`],
  ];
}

/** Plain headers are not worth mentioning. */
function skippedText({ skipped: { count: all, first }, jobId }: Origin): [name: string, value: string][] {
  if (first.length === 0) return [];
  const lines = first.map(
    ({ line, reason, text }) => `line ${count(line)}, ${reason}: ${printable(text).slice(0, 60)}`,
  );
  return [['skipped', [...lines, `all ${count(all)}: casparian quarantine list --skipped --job ${jobId}`].join('\n')]];
}

function correctionsText({ corrections }: Origin): [name: string, value: string][] {
  if (corrections.length === 0) return [];
  const lines = corrections.map(({ row_number, columns, actor, corrected_at }) => {
    const changes = columns.map((one) => `${one.name} ${one.old ?? 'null'} → ${JSON.stringify(one.new)}`).join(', ');
    return printable(`row ${count(row_number)}: ${changes}, by ${actor ?? 'the system'}, ${corrected_at ?? ''}`);
  });
  return [['corrected', lines.join('\n')]];
}

const WORDS: Readonly<Record<Standing, string>> = {
  unchanged: 'unchanged',
  changed: 'CHANGED since',
  missing: 'MISSING',
  unreadable: 'UNREADABLE',
};
const STYLES: Readonly<Record<Standing, Style>> = {
  unchanged: 'green',
  changed: 'red',
  missing: 'red',
  unreadable: 'red',
};

function rowsText({ rows, rowNumbers }: Origin): string {
  const more = rows - rowNumbers.length;
  return `${rowNumbers.join(', ')}${more > 0 ? ` and ${count(more)} more` : ''}`;
}
