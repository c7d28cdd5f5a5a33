import type { JSX } from 'preact';
import { Card } from '../../parts/page.js';
import { exactTime, now } from '../../parts/time.js';
import { prefer, preferences } from '../../shell/preferences.js';

const OWN_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
/** UTC first: it is what logs have. */
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** How this person sees everything. Kept in this browser, not on the server. */
export function ThisBrowser(): JSX.Element {
  const { theme, density, timeZone } = preferences.value;
  return (
    <Card title="This browser" note="kept here, not on the server">
      <div class="card-b prefs">
        <label>
          Theme
          <select
            class="select"
            value={theme ?? ''}
            onChange={(event) => prefer({ theme: (event.currentTarget.value || undefined) as typeof theme })}
          >
            <option value="">As the system</option>
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </select>
        </label>
        <label>
          Rows
          <select
            class="select"
            value={density ?? 'normal'}
            onChange={(event) => prefer({ density: event.currentTarget.value as NonNullable<typeof density> })}
          >
            <option value="normal">Normal</option>
            <option value="compact">Compact</option>
          </select>
        </label>
        <label>
          Time zone
          <select
            class="select"
            value={timeZone ?? ''}
            onChange={(event) => prefer({ timeZone: event.currentTarget.value || undefined })}
          >
            <option value="">As the browser ({OWN_ZONE})</option>
            {ZONES.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </select>
        </label>
        <p class="muted small">It is {exactTime(new Date(now.value).toISOString())}.</p>
      </div>
    </Card>
  );
}
