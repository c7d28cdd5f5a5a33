import { effect, signal } from '@preact/signals';

/** What a person chose for this browser. Public/theme.js reads the same record before the first paint. */
interface Preferences {
  readonly theme?: 'light' | 'dark' | undefined;
  readonly density?: 'normal' | 'compact' | undefined;
  /** Undefined: that of the browser. */
  readonly timeZone?: string | undefined;
}

const STORED_AS = 'casparian.preferences';

export const preferences = signal<Preferences>(read());

const system = matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = signal(system.matches);
system.addEventListener('change', ({ matches }) => (isSystemDark.value = matches));

/** The other tabs follow. */
addEventListener('storage', ({ key }) => {
  if (key === STORED_AS) preferences.value = read();
});

effect(() => {
  const { theme, density = 'normal' } = preferences.value;
  const { dataset } = document.documentElement;
  dataset['theme'] = theme ?? (isSystemDark.value ? 'dark' : 'light');
  dataset['density'] = density;
});

export function prefer(change: Preferences): void {
  preferences.value = { ...preferences.value, ...change };
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(preferences.value));
  } catch {
    // Storage may be blocked. The choice then lasts as long as the page.
  }
}

export function theme(): 'light' | 'dark' {
  return preferences.value.theme ?? (isSystemDark.value ? 'dark' : 'light');
}

export function switchTheme(): void {
  prefer({ theme: theme() === 'dark' ? 'light' : 'dark' });
}

export function switchDensity(): void {
  prefer({ density: preferences.value.density === 'compact' ? 'normal' : 'compact' });
}

function read(): Preferences {
  try {
    return JSON.parse(localStorage.getItem(STORED_AS) ?? '{}') as Preferences;
  } catch {
    return {};
  }
}
