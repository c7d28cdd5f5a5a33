import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useGet } from '../data/use-get.js';
import { may } from '../data/session.js';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { visibleViews } from '../views.js';
import { prefer, preferences, switchDensity, switchTheme } from './preferences.js';
import { href, navigate } from './router.js';

export const isPaletteOpen = signal(false);

/** Something that can be done from anywhere, or from the view that is shown. */
export interface Command {
  readonly label: string;
  readonly icon?: string;
  /** At the right: a key, or "asks first". */
  readonly note?: string;
  readonly run: () => void;
}

const commands = signal<readonly Command[]>([]);

/** Offers commands in the palette while the component is shown. */
export function useCommands(offered: readonly Command[]): void {
  const key = offered.map(({ label }) => label).join('\n');
  useEffect(() => {
    commands.value = [...commands.value, ...offered];
    return () => void (commands.value = commands.value.filter((one) => !offered.includes(one)));
  }, [key]);
}

const JOB_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MAX_SHOWN = 12;

export function Palette(): JSX.Element | null {
  if (!isPaletteOpen.value) return null;
  return <OpenPalette />;
}

function OpenPalette(): JSX.Element {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const close = (): void => void (isPaletteOpen.value = false);
  const groups = useMatches(text);
  const all = groups.flatMap(({ matches }) => matches);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    close();
    command.run();
  };
  return (
    <Dialog label="Search or run a command" className="palette" onClose={close}>
      <label class="q">
        <Icon name="search" />
        <input
          autofocus
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-label="Search or run a command"
          placeholder="Job id, dataset, view or command"
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') setAt(Math.min(all.length - 1, at + 1));
            else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1));
            else if (event.key === 'Enter') run(all[at]);
            else return;
            event.preventDefault();
          }}
        />
        <kbd>Esc</kbd>
      </label>
      <div id="palette-list" role="listbox" aria-label="Matches">
        {groups.map(({ title, matches }) => (
          <div key={title} role="group" aria-label={title}>
            <h3>{title}</h3>
            <ul>
              {matches.map((command) => (
                <li
                  key={command.label}
                  role="option"
                  aria-selected={all[at] === command}
                  class={all[at] === command ? 'on' : ''}
                  onMouseMove={() => setAt(all.indexOf(command))}
                  onClick={() => run(command)}
                >
                  <Icon name={command.icon ?? 'right'} />
                  <span class="cut">{command.label}</span>
                  {command.note !== undefined && <span class="n">{command.note}</span>}
                </li>
              ))}
            </ul>
          </div>
        ))}
        {all.length === 0 && <p class="none">Nothing matches</p>}
      </div>
    </Dialog>
  );
}

function useMatches(text: string): { readonly title: string; readonly matches: readonly Command[] }[] {
  const datasets = useGet(may('data:read') ? '/v1/datasets' : null, { query: { limit: 200 } });
  const wanted = text.trim().toLowerCase();
  const isMatch = ({ label }: Command): boolean =>
    wanted.split(/\s+/).every((word) => label.toLowerCase().includes(word));
  const places: Command[] = visibleViews()
    .filter(({ group }) => group !== undefined)
    .map(({ title, icon, path: to, key }) => ({
      ...{ label: title, icon, run: () => navigate(href(to)) },
      ...(key === undefined ? {} : { note: `G ${key.toUpperCase()}` }),
    }));
  const named: Command[] = (datasets.data?.items ?? []).map(({ name }) => ({
    ...{ label: name, icon: 'table', note: 'dataset' },
    run: () => navigate(href(`/datasets/${encodeURIComponent(name)}`)),
  }));
  const job: Command[] = JOB_ID.test(wanted)
    ? [{ label: `Job ${wanted}`, icon: 'jobs', run: () => navigate(href(`/jobs/${wanted}`)) }]
    : wanted === ''
      ? []
      : [
          {
            label: `Jobs that match "${text.trim()}"`,
            icon: 'search',
            run: () => navigate(href('/jobs', { filter: text.trim() })),
          },
        ];
  const { timeZone } = preferences.value;
  const own: Command[] = [
    { label: 'Switch between light and dark', icon: 'moon', note: 'T', run: switchTheme },
    { label: 'Switch the height of rows', icon: 'density', note: 'D', run: switchDensity },
    timeZone === 'UTC'
      ? { label: 'Show times of this browser', icon: 'clock', run: () => prefer({ timeZone: undefined }) }
      : { label: 'Show times in UTC', icon: 'clock', run: () => prefer({ timeZone: 'UTC' }) },
  ];
  return [
    { title: 'Do', matches: [...commands.value, ...(wanted === '' ? [] : own)].filter(isMatch).slice(0, MAX_SHOWN) },
    { title: 'Go to', matches: [...places, ...named].filter(isMatch).slice(0, wanted === '' ? 30 : MAX_SHOWN) },
    { title: 'Search', matches: job },
  ].filter(({ matches }) => matches.length > 0);
}
