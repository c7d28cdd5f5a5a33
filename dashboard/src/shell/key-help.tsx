import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { Dialog } from '../parts/dialog.js';
import { visibleViews } from '../views.js';

export const isKeyHelpOpen = signal(false);

const KEYS: readonly (readonly [string, string])[] = [
  ['/', 'Filter this list'],
  ['Ctrl K', 'Search or run a command'],
  ['J, K', 'Next, previous row'],
  ['Enter', 'Open the row'],
  ['Space', 'Peek in the drawer'],
  ['X', 'Select the row'],
  ['Shift X', 'Select to here'],
  ['Ctrl A', 'Select all that match'],
  ['Esc', 'Close the topmost thing'],
  ['E', 'Edit the row or the payload'],
  ['Ctrl Enter', 'Run, or save and replay'],
  ['R', 'Pause live updates, and continue'],
  ['Z', 'Undo'],
  ['T', 'Light or dark'],
  ['D', 'Density of rows'],
  ['?', 'This list'],
];

export function KeyHelp(): JSX.Element | null {
  if (!isKeyHelpOpen.value) return null;
  const places = visibleViews().flatMap(({ key, title }) =>
    key === undefined ? [] : [[`G ${key.toUpperCase()}`, title] as const],
  );
  return (
    <Dialog label="Keyboard" className="dialog key-help" onClose={() => (isKeyHelpOpen.value = false)}>
      <h2>Keyboard</h2>
      <div class="cols c-2">
        <KeyTable keys={KEYS} />
        <KeyTable keys={places} />
      </div>
    </Dialog>
  );
}

function KeyTable({ keys }: { readonly keys: readonly (readonly [string, string])[] }): JSX.Element {
  return (
    <dl class="facts keys">
      {keys.map(([name, does]) => (
        <>
          <dt>
            {name.split(' ').map((one) => (
              <kbd key={one}>{one}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </>
      ))}
    </dl>
  );
}
