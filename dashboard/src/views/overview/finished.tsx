import type { JSX } from 'preact';
import { useGet } from '../../data/use-get.js';
import { Empty } from '../../parts/empty.js';
import { Failure } from '../../parts/failure.js';
import { counted } from '../../parts/number.js';
import { Card } from '../../parts/page.js';
import { TimeChart } from '../../parts/time-chart.js';
import { roughDuration } from '../../parts/time.js';
import { href, navigate } from '../../shell/router.js';

/** How many attempts ended in each step of time, and how. A click shows the jobs of that step. */
export function Finished({ range }: { readonly range: string }): JSX.Element {
  const stats = useGet('/v1/stats/jobs', { query: { since: range } }, { live: ['job'], everyMs: 60_000 });
  const points = stats.data?.points ?? [];
  type Outcome = keyof (typeof points)[number]['counts'];
  const count = (...outcomes: readonly Outcome[]): number[] =>
    points.map(({ counts }) => outcomes.reduce((sum, outcome) => sum + counts[outcome], 0));
  const stepMs = (stats.data?.step_seconds ?? 60) * 1_000;
  const failed = count('failed', 'dead_letter', 'retried');
  const warnings = count('completed_with_warnings');
  const completed = count('completed');
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const isEmpty = stats.data !== undefined && sum(failed) + sum(warnings) + sum(completed) === 0;
  const label = `Attempts that ended in the last ${range}: ${sum(completed)} completed, ${sum(warnings)} with warnings, ${sum(failed)} failed`;
  return (
    <Card
      title="Jobs finished"
      className="finished"
      note={stats.data && `in ${stepMs === 60_000 ? 'a minute' : roughDuration(stepMs)}`}
      more={
        <span class="legend">
          <span>
            <i class="k-completed" />
            Completed
          </span>
          <span>
            <i class="k-warning" />
            Warnings
          </span>
          <span>
            <i class="k-failed" />
            Failed
          </span>
        </span>
      }
    >
      <div class="card-b">
        {stats.error && <Failure error={stats.error} onRetry={stats.reload} />}
        {isEmpty ? (
          <Empty
            icon="jobs"
            title={`No job ended in the last ${range.replace(/(\d+)/, '$1 ')}`}
            command="casparian demo"
          >
            See how it looks with data:
          </Empty>
        ) : (
          <TimeChart
            label={label}
            times={points.map(({ at }) => Date.parse(at ?? ''))}
            stepMs={stepMs}
            series={[
              { name: 'Failed', fill: 'failed', values: failed },
              { name: 'With warnings', fill: 'warning', values: warnings },
              { name: 'Completed', fill: 'completed', values: completed },
            ]}
            onPick={(from, to) =>
              navigate(
                href('/jobs', {
                  filter: `created:${new Date(from - stepMs).toISOString()}..${new Date(to).toISOString()}`,
                }),
              )
            }
          />
        )}
        <p class="sr" aria-live="polite">
          {counted(sum(failed), 'failure')}
        </p>
      </div>
    </Card>
  );
}
