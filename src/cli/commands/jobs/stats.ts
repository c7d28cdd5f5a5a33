import { jobStats, type Measured } from '../../../engine/index.js';
import { jobStatsJson } from '../../../engine/stats/job-stats-json.js';
import { formatDuration } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import { type Column, renderTable } from '../../output/table.js';
import { withEngine } from '../../session.js';

export interface StatsOptions {
  since?: number;
  tenant?: string;
  queue?: string;
  type?: string;
}

const DAY_MS = 86_400_000;

export async function run(invocation: Invocation<StatsOptions>): Promise<void> {
  const { options, output } = invocation;
  const { since: sinceMs = DAY_MS, tenant, queue, type } = options;
  const stats = await withEngine(invocation, (engine) => jobStats(engine.database, { sinceMs, tenant, queue, type }));
  if (output.asJson) return output.json(jobStatsJson(stats));
  if (stats.groups.length === 0) return output.message(`No attempt ended in the last ${formatDuration(sinceMs)}.`);
  const rows = [...stats.groups, ...(stats.groups.length > 1 ? [{ queue: '', type: 'all', ...stats.total }] : [])];
  output.print(renderTable(columns(), rows, output.width));
}

function columns(): Column<Measured & { queue: string; type: string }>[] {
  const count = (title: string, outcomes: readonly (keyof Measured['counts'])[]): Column<Measured> => ({
    title,
    align: 'right',
    cell: ({ counts }) => outcomes.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0).toLocaleString('en-US'),
  });
  const time = (title: string, of: (row: Measured) => number | null): Column<Measured> => {
    const cell = (row: Measured): string => {
      const ms = of(row);
      return ms === null ? '' : formatDuration(ms);
    };
    return { title, align: 'right', cell };
  };
  return [
    { title: 'TYPE', cell: ({ type }) => type },
    { title: 'QUEUE', cell: ({ queue }) => queue },
    count('COMPLETED', ['completed', 'completed_with_warnings']),
    count('FAILED', ['failed', 'dead_letter']),
    count('RETRIED', ['retried']),
    count('CANCELLED', ['cancelled']),
    time('P50', ({ p50Ms }) => p50Ms),
    time('P95', ({ p95Ms }) => p95Ms),
    time('LONGEST', ({ longestMs }) => longestMs),
    time('WAIT', ({ averageWaitMs }) => averageWaitMs),
  ];
}
