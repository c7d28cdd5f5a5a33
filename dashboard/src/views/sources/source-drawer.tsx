import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { may } from '../../data/session.js';
import { useGet } from '../../data/use-get.js';
import { Drawer } from '../../parts/drawer.js';
import { Facts } from '../../parts/facts.js';
import { counted, numberText } from '../../parts/number.js';
import { Pill } from '../../parts/state.js';
import { clockText, dateText, durationText, now, relativeTime } from '../../parts/time.js';
import { useKeys } from '../../shell/keys.js';
import { href, setQuery } from '../../shell/router.js';
import { EditLimit } from './edit-limit.js';
import { LatencyChart } from './latency-chart.js';
import {
  type Activity,
  changeText,
  countdownText,
  type Health,
  type Source,
  sourceState,
  whyText,
} from './source-words.js';

/** Which source rests, why, until when, and who waits. */
export function SourceDrawer({
  source,
  health,
  activity,
  onChanged,
}: {
  readonly source: Source;
  readonly health: Health | undefined;
  readonly activity: Activity | undefined;
  readonly onChanged: () => void;
}): JSX.Element {
  const { name } = source;
  const [isEditing, setEditing] = useState(false);
  const { shape, word } = sourceState(source, now.value);
  useKeys({ e: () => (may('prices:write') ? setEditing(true) : false) });
  return (
    <Drawer
      title={
        <span class="row gap-8">
          <h2 class="cut">{name}</h2>
          <Pill shape={shape}>{word}</Pill>
        </span>
      }
      onClose={() => setQuery({ source: undefined })}
      foot={may('prices:write') && <Actions source={source} onChanged={onChanged} onEdit={() => setEditing(true)} />}
    >
      {source.state === 'open' && source.paused_until !== null && <Countdown until={Date.parse(source.paused_until)} />}
      <div class="sec">
        <h3>Why</h3>
        <p class="soft">{whyText(source, health?.waiting_jobs ?? 0, now.value)}</p>
        {(health?.waiting_jobs ?? 0) > 0 && (
          <a class="prose-link small" href={href('/jobs', { filter: 'type:collect status:pending' })}>
            Show the waiting jobs
          </a>
        )}
      </div>
      {activity && activity.total.requests > 0 && (
        <div class="sec">
          <h3>How long responses take</h3>
          <LatencyChart points={activity.points} name={name} />
        </div>
      )}
      <div class="sec">
        <Facts
          facts={[
            ['Address', <code title={source.url}>{source.url}</code>],
            ['Limit', limitText(source)],
            ['robots.txt', <Robots name={name} />],
            [
              'Cache',
              `${durationText(source.cache_ttl_seconds * 1_000)}; kept ${durationText(source.max_stale_seconds * 1_000)} if it fails`,
            ],
            ['Kind', source.kind],
            ['Trust', `${Math.round(source.trust * 100)} %`],
            source.terms !== null && ['Terms', <span title={source.terms}>{source.terms}</span>],
            activity && ['Requests', requestsText(activity)],
          ]}
        />
      </div>
      <History name={name} />
      {isEditing && (
        <EditLimit
          source={source}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            onChanged();
          }}
        />
      )}
    </Drawer>
  );
}

function limitText({ rate_per_minute: rate, burst, concurrency }: Source): string {
  const limit = rate === null ? 'no limit' : `${numberText(rate)} a minute, burst ${numberText(burst)}`;
  return `${limit}, ${numberText(concurrency)} at once`;
}

function requestsText({ total, points }: Activity): string {
  const hours = Math.round(
    (points.length * (Date.parse(points[1]?.at ?? '') - Date.parse(points[0]?.at ?? ''))) / 3_600_000,
  );
  const parts = [`${counted(total.requests, 'request')} in ${counted(hours || 1, 'hour')}`];
  if (total.cached > 0) parts.push(`${numberText(total.cached)} from the cache`);
  if (total.stale > 0) parts.push(`${numberText(total.stale)} outdated ones used`);
  return parts.join(', ');
}

/** The time until the next probe, every second. */
function Countdown({ until }: { readonly until: number }): JSX.Element {
  const [at, setAt] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setAt(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, until - at);
  const [longest] = useState(Math.max(left, 300_000));
  const length = 2 * Math.PI * 27;
  return (
    <div class="sec row gap-16" role="timer" aria-label={`${countdownText(left)} until one probe is sent`}>
      <svg class="ring" viewBox="0 0 64 64" aria-hidden="true">
        <circle class="ring-b" cx="32" cy="32" r="27" />
        <circle
          class="ring-f"
          cx="32"
          cy="32"
          r="27"
          stroke-dasharray={`${(length * left) / longest} ${length}`}
          transform="rotate(-90 32 32)"
        />
      </svg>
      <div>
        <div class="count">{countdownText(left)}</div>
        <div class="muted small">until one probe is sent, by one worker</div>
      </div>
    </div>
  );
}

function Robots({ name }: { readonly name: string }): JSX.Element {
  const { data } = useGet('/v1/sources/{name}/robots', { params: { name } });
  if (!data) return <span class="muted">…</span>;
  const read = data.checked_at === null ? '' : `, read ${relativeTime(Date.parse(data.checked_at), now.value)}`;
  const word = { allowed: 'allowed', disallowed: 'not allowed', unknown: 'not read yet', ignored: 'not asked' }[
    data.decision
  ];
  return (
    <span title={data.why}>
      {word}
      {read}
    </span>
  );
}

const SHOWN_CHANGES = 8;

function History({ name }: { readonly name: string }): JSX.Element | null {
  const { data } = useGet('/v1/sources/{name}/history', { params: { name } }, { live: ['source'] });
  if (!data || data.items.length === 0) return null;
  return (
    <div class="sec">
      <h3>What happened</h3>
      <ul class="hist-l">
        {data.items.slice(0, SHOWN_CHANGES).map(({ event_type: type, occurred_at: at, actor, payload }, index) => (
          <li key={index}>
            <time class="muted" dateTime={at} title={dateText(Date.parse(at))}>
              {Date.now() - Date.parse(at) < 86_400_000 ? clockText(Date.parse(at)) : dateText(Date.parse(at))}
            </time>
            <span>
              {changeText(type, payload)}
              {actor !== null && <span class="muted">, {actor}</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Actions({
  source,
  onChanged,
  onEdit,
}: {
  readonly source: Source;
  readonly onChanged: () => void;
  readonly onEdit: () => void;
}): JSX.Element {
  const { name, state } = source;
  const params = { name };
  const isPaused = state === 'isolated' || (source.paused_until !== null && state === 'closed');
  const run = (work: () => Promise<unknown>, done: string, undo?: () => Promise<unknown>): void =>
    void act(work, { done, ...(undo && { undo: () => undo().then(onChanged) }) }).then(onChanged);
  const resume = (): Promise<unknown> => client.post('/v1/sources/{name}/resume', { params, body: {} });
  const pause = (): Promise<unknown> => client.post('/v1/sources/{name}/pause', { params, body: {} });
  return (
    <>
      {state === 'open' && (
        <button
          class="btn btn-1"
          type="button"
          onClick={() =>
            run(() => client.post('/v1/sources/{name}/probe', { params, body: {} }), 'The next job is the probe')
          }
        >
          Probe now
        </button>
      )}
      {isPaused ? (
        <button class="btn btn-1" type="button" onClick={() => run(resume, `${name} is asked again`)}>
          Resume
        </button>
      ) : (
        <button class="btn" type="button" onClick={() => run(pause, `${name} is paused`, resume)}>
          Pause
        </button>
      )}
      {state !== 'isolated' && (
        <button
          class="btn"
          type="button"
          onClick={() =>
            run(() => client.post('/v1/sources/{name}/isolate', { params, body: {} }), `${name} is isolated`, resume)
          }
        >
          Isolate
        </button>
      )}
      <button class="btn" type="button" onClick={onEdit}>
        Edit limit
      </button>
    </>
  );
}
