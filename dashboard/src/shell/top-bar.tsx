import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { isPaused } from '../data/live.js';
import { Icon } from '../parts/icon.js';
import { isPaletteOpen } from './palette.js';
import { switchTheme, theme } from './preferences.js';
import { visibleViews } from '../views.js';
import { href } from './router.js';

/** A place above the current one. */
export interface Crumb {
  readonly label: string;
  readonly to?: string;
}

export const crumbs = signal<readonly Crumb[]>([]);

export function TopBar(): JSX.Element {
  const trail = crumbs.value;
  return (
    <header class="top">
      <div class="crumbs">
        {trail.map(({ label, to }, at) =>
          at === trail.length - 1 ? (
            <b key={at} class="cut">
              {label}
            </b>
          ) : (
            <>
              {to === undefined ? <span>{label}</span> : <a href={href(to)}>{label}</a>}
              <i>/</i>
            </>
          ),
        )}
      </div>
      <button class="find" type="button" onClick={() => (isPaletteOpen.value = true)}>
        <Icon name="search" small />
        <span>Search or run a command</span>
        <kbd>Ctrl K</kbd>
      </button>
      <div class="tools">
        {visibleViews().some(({ path }) => path === '/drop') && (
          <a class="btn btn-s hide" href={href('/drop')}>
            <Icon name="upload" small />
            Drop a file
          </a>
        )}
        <button
          class="btn btn-q btn-i"
          type="button"
          aria-label={isPaused.value ? 'Continue live updates' : 'Pause live updates'}
          title={isPaused.value ? 'Continue live updates (R)' : 'Pause live updates (R)'}
          onClick={() => (isPaused.value = !isPaused.value)}
        >
          <Icon name={isPaused.value ? 'play' : 'pause'} />
        </button>
        <button
          class="btn btn-q btn-i"
          type="button"
          aria-label="Switch theme"
          title="Switch theme (T)"
          onClick={switchTheme}
        >
          <Icon name={theme() === 'dark' ? 'sun' : 'moon'} />
        </button>
      </div>
    </header>
  );
}
