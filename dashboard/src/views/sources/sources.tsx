import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { may } from '../../data/session.js';
import { useGet } from '../../data/use-get.js';
import { usePages } from '../../data/use-pages.js';
import { WithDrawer } from '../../parts/drawer.js';
import { Empty } from '../../parts/empty.js';
import { Icon } from '../../parts/icon.js';
import { List } from '../../parts/list.js';
import { counted, numberText } from '../../parts/number.js';
import { Card, PageHead } from '../../parts/page.js';
import { Meter, Sparkline } from '../../parts/small-charts.js';
import { State } from '../../parts/state.js';
import type { Column } from '../../parts/table.js';
import { Segments } from '../../parts/tabs.js';
import { TimeChart } from '../../parts/time-chart.js';
import { durationText, now, Time } from '../../parts/time.js';
import { href, query, setQuery } from '../../shell/router.js';
import { AddSource } from './add-source.js';
import { ResponseBar, ResponseLegend } from './response-bar.js';
import { SourceDrawer } from './source-drawer.js';
import { type Activity, cacheShare, type Health, hostOf, type Source, sourceState } from './source-words.js';
import './sources.css';

type Span = '1h' | '6h' | '24h';

export default function Sources(): JSX.Element {
  const span = (['1h', '6h', '24h'] as const).find((one) => one === query.value.get('span')) ?? '1h';
  const open = query.value.get('source') ?? undefined;
  const sources = usePages('/v1/sources', {}, { id: ({ name }) => name, live: ['source', 'job'], everyMs: 15_000 });
  const health = useGet('/v1/source-health', { query: { limit: 200 } }, { live: ['source', 'job'], everyMs: 15_000 });
  const activity = useGet('/v1/source-activity', { query: { span } }, { everyMs: 10_000 });
  const [isAdding, setAdding] = useState(false);
  const healthOf = new Map(health.data?.items.map((row) => [row.name, row]));
  const activityOf = new Map(activity.data?.sources.map((row) => [row.source, row]));
  const current = sources.items.find(({ name }) => name === open);
  return (
    <>
      <PageHead title="Sources" trail={[{ label: 'Evidence' }]} sub={summary(sources.items, [...healthOf.values()])}>
        {may('prices:write') && sources.items.length > 0 && (
          <PauseAll sources={sources.items} onDone={sources.reload} />
        )}
        {may('prices:write') && (
          <button class="btn btn-1" type="button" onClick={() => setAdding(true)}>
            Add a source
          </button>
        )}
      </PageHead>
      <WithDrawer
        drawer={
          current && (
            <SourceDrawer
              source={current}
              health={healthOf.get(current.name)}
              activity={activityOf.get(current.name)}
              onChanged={() => {
                sources.reload();
                health.reload();
              }}
            />
          )
        }
      >
        <div class="stack">
          <List
            label="Sources"
            noun="source"
            className="t-tall"
            pages={sources}
            id={({ name }) => name}
            columns={columnsOf(healthOf, activityOf)}
            current={open}
            onPeek={({ name }) => setQuery({ source: name })}
            empty={
              <Empty icon="source" title="No sources yet" command="casparian source add coins --kind json --url URL">
                A source is a place that has prices. Add one here, or type
              </Empty>
            }
          />
          {sources.items.length > 0 && <ResponseLegend />}
          {sources.items.length > 0 && activity.data && (
            <Responses span={span} sources={activity.data.sources} stepSeconds={activity.data.step_seconds} />
          )}
        </div>
      </WithDrawer>
      {isAdding && (
        <AddSource
          onClose={() => setAdding(false)}
          onAdded={(name) => {
            setAdding(false);
            sources.reload();
            setQuery({ source: name });
          }}
        />
      )}
    </>
  );
}

function summary(sources: readonly Source[], health: readonly Health[]): string {
  const waiting = health.reduce((sum, row) => sum + row.waiting_jobs, 0);
  const resting = sources.filter((source) => sourceState(source, now.value).shape !== 'closed').length;
  const parts = [counted(sources.length, 'source')];
  if (resting > 0) parts.push(`${numberText(resting)} not asked`);
  if (waiting > 0) parts.push(`${counted(waiting, 'job')} ${waiting === 1 ? 'waits' : 'wait'} for one of them`);
  return parts.join(', ');
}

function columnsOf(health: ReadonlyMap<string, Health>, activity: ReadonlyMap<string, Activity>): Column<Source>[] {
  return [
    {
      id: 'state',
      phone: 'state',
      head: 'Breaker',
      cell: (source) => {
        const { shape, word } = sourceState(source, now.value);
        return <State shape={shape}>{word}</State>;
      },
    },
    {
      id: 'name',
      phone: 'name',
      head: 'Source',
      isWide: true,
      cell: ({ name, url }) => (
        <>
          <a class="main" href={href('/sources', { source: name })}>
            {name}
          </a>
          <div class="muted small cut">{hostOf(url)}</div>
        </>
      ),
    },
    { id: 'tokens', head: 'Tokens', rank: 2, cell: (source) => <Tokens source={source} /> },
    {
      id: 'requests',
      head: 'Requests',
      isNumber: true,
      rank: 2,
      cell: ({ name }) => {
        const points = activity.get(name)?.points ?? [];
        const label = `Requests to ${name}: ${counted(activity.get(name)?.total.requests ?? 0, 'request')}`;
        return <Sparkline values={points.map(({ requests }) => requests)} label={label} />;
      },
    },
    {
      id: 'latency',
      head: 'p50, p95',
      isNumber: true,
      rank: 2,
      cell: ({ name }) => {
        const total = activity.get(name)?.total;
        return (
          <>
            <div>{total?.p50_ms == null ? '–' : durationText(total.p50_ms)}</div>
            <div class="muted small">{total?.p95_ms == null ? '–' : durationText(total.p95_ms)}</div>
          </>
        );
      },
    },
    {
      id: 'cache',
      head: 'Cache',
      isNumber: true,
      rank: 3,
      cell: ({ name }) => {
        const total = activity.get(name)?.total;
        const share = total ? cacheShare(total) : null;
        return share === null ? '–' : `${Math.round(share * 100)} %`;
      },
    },
    {
      id: 'responses',
      head: 'Responses',
      rank: 2,
      cell: ({ name }) => {
        const total = activity.get(name)?.total;
        return total && total.requests > 0 ? <ResponseBar counts={total} /> : <span class="muted">none</span>;
      },
    },
    {
      id: 'waiting',
      head: 'Waiting',
      isNumber: true,
      rank: 3,
      cell: ({ name }) => numberText(health.get(name)?.waiting_jobs ?? 0),
    },
    {
      id: 'good',
      head: 'Last good',
      isNumber: true,
      cell: ({ last_success_at: at }) => (
        <span class="muted">
          <Time at={at} none="never" />
        </span>
      ),
    },
  ];
}

function Tokens({ source: { tokens_left: left, burst, name } }: { readonly source: Source }): JSX.Element {
  if (left === null) return <span class="muted">no limit</span>;
  const whole = Math.floor(left);
  return (
    <span class="row tokens">
      <Meter
        value={whole}
        max={burst}
        color="series"
        label={`${whole} of ${burst} requests may be sent to ${name} now`}
      />
      <span>
        {numberText(whole)}
        <span class="muted">/{numberText(burst)}</span>
      </span>
    </span>
  );
}

/** Sources that people isolated stay as they are. */
function PauseAll({
  sources,
  onDone,
}: {
  readonly sources: readonly Source[];
  readonly onDone: () => void;
}): JSX.Element {
  const isPaused = (source: Source): boolean =>
    source.paused_until !== null && Date.parse(source.paused_until) - Date.now() > 365 * 86_400_000;
  const paused = sources.filter(isPaused);
  const isAll = paused.length > 0 && paused.length >= sources.filter(({ state }) => state !== 'isolated').length;
  const each = async (verb: 'pause' | 'resume', names: readonly string[]): Promise<void> => {
    for (const name of names) await client.post(`/v1/sources/{name}/${verb}`, { params: { name }, body: {} });
  };
  const names = sources
    .filter((source) => source.state !== 'isolated' && isPaused(source) === isAll)
    .map(({ name }) => name);
  const verb = isAll ? 'resume' : 'pause';
  return (
    <button
      class="btn"
      type="button"
      onClick={() =>
        void act(() => each(verb, names), {
          done: `${counted(names.length, 'source')} ${isAll ? 'asked again' : 'paused'}`,
          undo: async () => {
            await each(isAll ? 'pause' : 'resume', names);
            onDone();
          },
        }).then(onDone)
      }
    >
      <Icon name={isAll ? 'play' : 'pause'} />
      {isAll ? 'Resume all' : 'Pause all'}
    </button>
  );
}

function Responses({
  span,
  sources,
  stepSeconds,
}: {
  readonly span: Span;
  readonly sources: readonly Activity[];
  readonly stepSeconds: number;
}): JSX.Element {
  const times = (sources[0]?.points ?? []).map(({ at }) => Date.parse(at ?? ''));
  const sum = (pick: (point: Activity['points'][number]) => number): number[] =>
    times.map((_, index) =>
      sources.reduce((all, { points }) => all + pick(points[index] as Activity['points'][number]), 0),
    );
  const tab = (id: Span): { id: string; label: string; to: string } => {
    const source = query.value.get('source');
    return { id, label: id.replace('h', ' h'), to: href('/sources', { source, span: id === '1h' ? undefined : id }) };
  };
  return (
    <Card
      title="Responses"
      note="all sources"
      more={<Segments label="Range" current={span} tabs={[tab('1h'), tab('6h'), tab('24h')]} />}
    >
      <div class="card-b">
        <TimeChart
          label={`Responses of all sources in the last ${span.replace('h', ' hours')}`}
          height={200}
          times={times}
          stepMs={stepSeconds * 1_000}
          series={[
            { name: 'Failed', fill: 'failed', values: sum(({ failed }) => failed) },
            { name: 'Asked to wait', fill: 'warning', values: sum(({ limited }) => limited) },
            { name: 'Refused', fill: 'pending', values: sum(({ refused }) => refused) },
            { name: 'Good', fill: 'completed', values: sum(({ ok }) => ok) },
          ]}
        />
      </div>
    </Card>
  );
}
