import type { JSX } from 'preact';
import { isPaused, liveState } from '../data/live.js';
import { session, signOut } from '../data/session.js';
import { forgetEverything } from '../data/use-get.js';
import { act } from '../data/act.js';
import { Icon } from '../parts/icon.js';
import { numberText } from '../parts/number.js';
import { now, roughDuration } from '../parts/time.js';
import { GROUPS, type View, visibleViews } from '../views.js';
import { useCounts } from './counts.js';
import { href, path } from './router.js';

export function Navigation(): JSX.Element {
  const counts = useCounts();
  const views = visibleViews();
  const link = (view: View): JSX.Element => <NavLink key={view.path} view={view} count={counts[view.path]} />;
  return (
    <nav class="nav" aria-label="Main">
      <a class="brand" href={href('/')}>
        <Brand />
        <span>
          <b>Casparian</b>
          <small class="cut">{session.value?.tenant}</small>
        </span>
      </a>
      {views.filter(({ group }) => group === null).map(link)}
      {GROUPS.map((name) => {
        const members = views.filter(({ group }) => group === name);
        return (
          members.length > 0 && (
            <div key={name} role="group" aria-label={name}>
              <h3>{name}</h3>
              {members.map(link)}
            </div>
          )
        );
      })}
      <Foot />
    </nav>
  );
}

function NavLink({ view, count }: { readonly view: View; readonly count: number | string | undefined }): JSX.Element {
  return (
    <a href={href(view.path)} aria-current={isCurrent(view) ? 'page' : undefined}>
      <Icon name={view.icon} />
      {view.title}
      {count !== undefined && count !== 0 && (
        <span class="n">{typeof count === 'number' ? numberText(count) : count}</span>
      )}
    </a>
  );
}

export function isCurrent(view: View): boolean {
  return view.path === '/' ? path.value === '/' : path.value === view.path || path.value.startsWith(`${view.path}/`);
}

function Foot(): JSX.Element {
  const known = session.value;
  const leave = async (): Promise<void> => {
    await act(signOut);
    forgetEverything();
  };
  return (
    <div class="foot">
      <LiveText />
      <span class="block">
        {known?.store === 'postgresql' ? 'PostgreSQL' : 'SQLite'}
        {known?.read_only ? ' · read only' : ''}
      </span>
      <span class="block cut" title={known?.actor}>
        {known?.role}: {known?.actor.replace(/^key:/, '')}
      </span>
      {known?.with_key && (
        <button class="link" type="button" onClick={() => void leave()}>
          Sign out
        </button>
      )}
    </div>
  );
}

/** "Live, 1 s ago", "Paused" or "Cut, trying in 4 s". */
function LiveText(): JSX.Element {
  const { status, retryAt } = liveState.value;
  if (isPaused.value) return <span class="live is-paused">Paused</span>;
  if (status === 'open') return <span class="live">Live</span>;
  if (status === 'connecting') return <span class="live is-paused">Connecting</span>;
  const wait = retryAt === undefined ? '' : `, trying in ${roughDuration(Math.max(1_000, retryAt - now.value))}`;
  return <span class="live is-cut">Cut{wait}</span>;
}

export function Brand(): JSX.Element {
  return (
    <svg viewBox="0 0 22 22" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.7">
      <circle cx="11" cy="11" r="9.6" />
      <circle cx="11" cy="11" r="4.4" stroke-dasharray="5.2 1.7" />
      <path d="M11 1.4v5.2M11 15.4v5.2M1.4 11h5.2M15.4 11h5.2" />
      <circle cx="11" cy="11" r="1.4" fill="currentColor" stroke="none" />
    </svg>
  );
}
