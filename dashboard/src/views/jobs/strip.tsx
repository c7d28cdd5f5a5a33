import type { JSX } from 'preact';
import { useGet } from '../../data/use-get.js';
import { cappedText } from '../../parts/number.js';
import { Bars } from '../../parts/small-charts.js';
import { setQuery } from '../../shell/router.js';
import { type JobQuery, withCreated } from './job-filter.js';

const COLOURS: Readonly<Record<string, string>> = {
  failed: 'failed',
  dead_letter: 'dead',
  running: 'running',
  completed: 'completed',
  completed_with_warnings: 'warning',
  pending: 'pending',
  cancelled: 'pending',
};

/** How many jobs match, and when they were created. Dragging narrows the list to that time. */
export function Strip({
  query,
  text,
  onCount,
}: {
  readonly query: JobQuery;
  readonly text: string;
  readonly onCount: (count: string | undefined) => void;
}): JSX.Element {
  const since = query.newer_than ?? '24h';
  const histogram = useGet(
    '/v1/job-histogram',
    { query: { ...query, since: /^\d+[smhd]$/.test(since) ? since : '24h' } },
    { live: ['job'] },
  );
  const { data } = histogram;
  const from = data?.from == null ? 0 : Date.parse(data.from);
  const stepMs = (data?.step_seconds ?? 0) * 1_000;
  const bars = (data?.counts ?? []).map((count, at) => ({
    from: from + at * stepMs,
    to: from + (at + 1) * stepMs,
    count,
  }));
  const matched = data && cappedText(data.matched);
  onCount(matched);
  const only = query.status?.length === 1 ? query.status[0] : undefined;
  return (
    <div class="row mini strip">
      <span class="muted nowrap strip-n">{matched === undefined ? ' ' : `${matched} match`}</span>
      <Bars
        bars={bars}
        color={COLOURS[only ?? ''] ?? 'series'}
        label={`Jobs that match, by the time of their creation in the last ${since}`}
        onRange={(start, end) => setQuery({ filter: withCreated(text, start, end) })}
      />
      <span class="muted nowrap only-wide">{since}, drag to narrow</span>
    </div>
  );
}
