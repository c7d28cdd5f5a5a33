import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { may } from '../../data/session.js';
import { useGet } from '../../data/use-get.js';
import { Empty } from '../../parts/empty.js';
import { counted, numberText } from '../../parts/number.js';
import { Card } from '../../parts/page.js';
import { type Shape, Silhouette } from '../../parts/state.js';
import { now, relativeTime, roughDuration } from '../../parts/time.js';
import { href } from '../../shell/router.js';
import { LATE_SECONDS } from '../queues/queues.js';

/** One cause, and the one thing that fixes it. */
interface Cause {
  readonly shape: Shape;
  readonly title: string;
  readonly text: string;
  readonly verb: string;
  readonly to: string;
  readonly weight: number;
}

const SHOWN = 5;

/** What waits for a person, worst first. A cause that heals disappears by itself. */
export function NeedsYou(): JSX.Element {
  const causes = [...useFailures(), ...useMachines(), ...useSources(), ...useQuarantine()].sort(
    (a, b) => b.weight - a.weight,
  );
  const [isAll, setAll] = useState(false);
  return (
    <Card title="Needs you" note={causes.length > 0 ? numberText(causes.length) : undefined} className="needs">
      {causes.length === 0 ? (
        <Empty title="Nothing needs you">Failures, late queues, paused sources and quarantined rows appear here.</Empty>
      ) : (
        <ul class="todo">
          {(isAll ? causes : causes.slice(0, SHOWN)).map(({ shape, title, text, verb, to }) => (
            <li key={title}>
              <Silhouette shape={shape} />
              <b class="cut">{title}</b>
              <a class="go" href={to}>
                {verb}
              </a>
              <p>{text}</p>
            </li>
          ))}
          {causes.length > SHOWN && (
            <li class="rest">
              <button class="link" type="button" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
                {isAll ? 'Show the worst only' : `Show ${numberText(causes.length - SHOWN)} more`}
              </button>
            </li>
          )}
        </ul>
      )}
    </Card>
  );
}

/** A sentence of a card: without its full stop, and not longer than three lines. */
function cut(text: string): string {
  return text.length > 150 ? `${text.slice(0, 149)}…` : text.replace(/\.$/, '');
}

function useFailures(): Cause[] {
  const triage = useGet('/v1/triage', { query: { limit: 3 } }, { live: ['job'] });
  return (triage.data?.groups ?? []).map(({ type, code, message, count, first_finished_at: first }) => ({
    ...({ shape: 'failed', verb: 'Show', weight: 100 + Math.log10(count) } as const),
    title: count === 1 ? `One ${type} job failed` : `${numberText(count)} ${type} jobs fail for one reason`,
    text: `${code ?? 'Unknown error'}: ${cut(message?.split('\n')[0] ?? '')}.${first === null ? '' : ` First ${relativeTime(Date.parse(first), now.value)}.`}`,
    to: href('/jobs', { filter: `status:failed,dead_letter type:${type}${code === null ? '' : ` error:${code}`}` }),
  }));
}

function useMachines(): Cause[] {
  const isAllowed = may('installation:read');
  const queues = useGet(isAllowed ? '/v1/queues' : null, { query: { limit: 200 } }, { live: ['job', 'queue'] });
  const workers = useGet(isAllowed ? '/v1/workers' : null, { query: { limit: 200 } }, { everyMs: 15_000 });
  const items = queues.data?.items ?? [];
  const late = items.filter(({ oldest_ready_seconds: seconds, paused }) => !paused && (seconds ?? 0) > LATE_SECONDS);
  const paused = items.filter((queue) => queue.paused && queue.pending > 0);
  const waiting = items.reduce((sum, { pending }) => sum + pending, 0);
  const noWorker = workers.data !== undefined && waiting > 0 && !workers.data.items.some(({ alive }) => alive);
  return [
    ...(noWorker
      ? [
          {
            shape: 'warning',
            title: 'No worker runs',
            text: `${counted(waiting, 'job')} wait. Start one: casparian worker`,
            verb: 'Workers',
            to: href('/workers'),
            weight: 200,
          } as const,
        ]
      : []),
    ...late.map(({ name, oldest_ready_seconds: seconds }) => ({
      ...({ shape: 'scheduled', verb: 'Why', weight: 60 } as const),
      title: `Queue ${name} is late`,
      text: `Its oldest job has waited ${roughDuration((seconds ?? 0) * 1_000)}.`,
      to: href('/jobs', { filter: `status:pending queue:${name}` }),
    })),
    ...paused.map(({ name, pending, reason }) => ({
      ...({ shape: 'cancelled', verb: 'Resume', weight: 50 } as const),
      title: `Queue ${name} is paused`,
      text: `${counted(pending, 'job')} wait${reason === null ? '' : `: ${reason}`}.`,
      to: href('/queues'),
    })),
  ];
}

function useSources(): Cause[] {
  const sources = useGet(
    may('prices:read') ? '/v1/sources' : null,
    { query: { limit: 200 } },
    { live: ['source'], everyMs: 30_000 },
  );
  return (sources.data?.items ?? [])
    .filter(({ state }) => state === 'open' || state === 'isolated')
    .map(({ name, state, failure_streak: streak, last_failure: failure, paused_until: until }) => ({
      ...({ shape: state === 'open' ? 'open' : 'isolated', verb: 'Open', weight: 80 } as const),
      title: state === 'open' ? `${name} rests` : `${name} is isolated`,
      text: `${counted(streak, 'failure')} in a row${failure === null ? '' : `, the last: ${failure}`}.${until === null ? '' : ` Next probe ${relativeTime(Date.parse(until), now.value)}.`}`,
      to: href('/sources', { source: name }),
    }));
}

function useQuarantine(): Cause[] {
  const groups = useGet(
    may('data:read') ? '/v1/quarantine-groups' : null,
    { query: { limit: 3 } },
    { live: ['job', 'quarantine'] },
  );
  return (groups.data?.items ?? []).map(({ output, column, rows, messages, error_type: type }) => ({
    ...({ shape: 'warning', verb: 'Repair', weight: 70 + Math.log10(rows) } as const),
    title: `${counted(rows, 'row')} of ${output} ${rows === 1 ? 'is' : 'are'} held`,
    text: `${column === null ? '' : `${column}: `}${cut(messages[0]?.message ?? type)}.`,
    to: href('/quarantine', { output, ...(column === null ? {} : { column }) }),
  }));
}
