import type { ComponentChildren, JSX } from 'preact';
import { useGet } from '../../data/use-get.js';
import { counted, numberText } from '../../parts/number.js';
import { Card } from '../../parts/page.js';
import { Meter } from '../../parts/small-charts.js';
import { type Shape, Silhouette } from '../../parts/state.js';
import { now, relativeTime } from '../../parts/time.js';
import { href } from '../../shell/router.js';
import { reasonOf } from '../quarantine/selection.js';
import { Oldest, QueueDay } from '../queues/queues.js';

const SHOWN = 5;

/** The queues with the longest wait first. */
export function QueuesCard(): JSX.Element {
  const queues = useGet('/v1/queues', { query: { limit: 200 } }, { live: ['job', 'queue'] });
  const items = (queues.data?.items ?? []).toSorted(
    (a, b) => (b.oldest_ready_seconds ?? 0) - (a.oldest_ready_seconds ?? 0) || b.pending - a.pending,
  );
  return (
    <Card title="Queues" more={<a href={href('/queues')}>All {numberText(items.length)}</a>}>
      {items.length === 0 ? (
        <Nothing>Nothing waits</Nothing>
      ) : (
        <table class="t t-plain t-dense" aria-label="Queues">
          <thead>
            <tr>
              <th scope="col">Queue</th>
              <th class="num" scope="col">
                Waiting
              </th>
              <th class="num" scope="col">
                Oldest
              </th>
              <th class="num" scope="col">
                Runs
              </th>
              <th class="num q-spark" scope="col">
                24 h
              </th>
            </tr>
          </thead>
          <tbody>
            {items.slice(0, SHOWN).map((queue) => (
              <tr key={queue.name}>
                <td class="wide">
                  <a class="main" href={href('/jobs', { filter: `queue:${queue.name}` })}>
                    {queue.name}
                  </a>
                </td>
                <td class="num">{numberText(queue.pending)}</td>
                <td class="num">
                  <Oldest queue={queue} />
                </td>
                <td class="num">{numberText(queue.running)}</td>
                <td class="num q-spark">
                  <QueueDay name={queue.name} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

/** The causes that hold most rows. */
export function QuarantineCard(): JSX.Element {
  const groups = useGet('/v1/quarantine-groups', { query: { limit: 50 } }, { live: ['job', 'quarantine'] });
  const items = groups.data?.items ?? [];
  const most = Math.max(1, ...items.map(({ rows }) => rows));
  const total = items.reduce((sum, { rows }) => sum + rows, 0);
  return (
    <Card
      title="Quarantine"
      note={total === 0 ? undefined : counted(total, 'row')}
      more={<a href={href('/quarantine')}>Repair</a>}
    >
      {items.length === 0 ? (
        <Nothing>Every row keeps its contract</Nothing>
      ) : (
        <table class="t t-plain t-dense" aria-label="Quarantined rows by cause">
          <thead>
            <tr>
              <th scope="col">Column and reason</th>
              <th class="num" scope="col">
                Rows
              </th>
              <th scope="col">
                <span class="sr">Share</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {items.slice(0, SHOWN).map(({ output, column, error_type: type, messages, rows, ...group }) => (
              <tr key={`${output} ${column ?? ''} ${type}`}>
                <td class="wide">
                  <a class="main" href={href('/quarantine', { output, column })}>
                    {column === null ? output : `${output}.${column}`}
                  </a>{' '}
                  <span class="muted" title={messages[0]?.message}>
                    {reasonOf({ ...group, output, column, error_type: type, messages, rows })}
                  </span>
                </td>
                <td class="num">{numberText(rows)}</td>
                <td>
                  <Meter value={rows} max={most} color="warning" label={`${rows} of ${most}`} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

const BREAKERS: Readonly<Record<string, { readonly shape: Shape; readonly word: string }>> = {
  closed: { shape: 'closed', word: 'closed' },
  open: { shape: 'open', word: 'rests' },
  half_open: { shape: 'half', word: 'probing' },
  isolated: { shape: 'isolated', word: 'isolated' },
};

/** Sources that rest come first. */
export function SourcesCard(): JSX.Element {
  const sources = useGet('/v1/sources', { query: { limit: 200 } }, { live: ['source'], everyMs: 30_000 });
  const order = ['open', 'half_open', 'isolated', 'closed'];
  const items = (sources.data?.items ?? []).toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return (
    <Card title="Sources" more={<a href={href('/sources')}>All {numberText(items.length)}</a>}>
      {items.length === 0 ? (
        <Nothing>No source is set up. casparian source add</Nothing>
      ) : (
        <table class="t t-plain t-dense" aria-label="Sources">
          <thead>
            <tr>
              <th scope="col">Source</th>
              <th scope="col">Limit</th>
              <th class="num" scope="col">
                Last success
              </th>
            </tr>
          </thead>
          <tbody>
            {items
              .slice(0, SHOWN)
              .map(({ name, state, tokens_left: left, burst, paused_until: until, last_success_at: at }) => {
                const { shape, word } = BREAKERS[state] ?? { shape: 'closed', word: state };
                const rest =
                  state === 'open' && until !== null
                    ? `probe ${relativeTime(Date.parse(until), now.value)}`
                    : state === 'closed' && left !== null
                      ? `${Math.floor(left)} of ${burst} tokens`
                      : word;
                return (
                  <tr key={name}>
                    <td class="wide">
                      <span class="row">
                        <Silhouette shape={shape} />
                        <span class="sr">{word}</span>
                        <a class="main cut" href={href('/sources', { peek: name })}>
                          {name}
                        </a>
                      </span>
                    </td>
                    <td class="muted">{rest}</td>
                    <td class="num">{at === null ? '–' : relativeTime(Date.parse(at), now.value)}</td>
                  </tr>
                );
              })}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function Nothing({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <p class="inset muted">{children}</p>;
}
