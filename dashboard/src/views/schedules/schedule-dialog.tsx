import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { parseExactJson, type Schemas } from '../../../../src/client/index.js';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { Dialog } from '../../parts/dialog.js';
import { jsonText } from '../../parts/json-tree.js';
import { preferences } from '../../shell/preferences.js';
import { cronWords } from './cron-words.js';

type Schedule = Schemas['Schedule'];

/** Adds a schedule, or changes one. If another person changed it meanwhile, nothing is overwritten. */
export function ScheduleDialog({
  schedule,
  onClose,
}: {
  readonly schedule: Schedule | undefined;
  readonly onClose: () => void;
}): JSX.Element {
  const zone = preferences.value.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [name, setName] = useState(schedule?.name ?? '');
  const [cron, setCron] = useState(schedule?.cron ?? '0 6 * * *');
  const [timezone, setTimezone] = useState(schedule?.timezone ?? zone);
  const [type, setType] = useState(schedule?.type ?? '');
  const [payload, setPayload] = useState(schedule ? jsonText(schedule.payload) : '{}');
  const [catchUp, setCatchUp] = useState<Schedule['catch_up']>(schedule?.catch_up ?? 'latest');
  const words = cronWords(cron);
  const save = async (): Promise<void> => {
    const saved = await act(
      async () => {
        const params = { name };
        const etag = schedule && (await client.send('get', '/v1/schedules/{name}', { params })).etag;
        const rest = {
          cron,
          timezone,
          type,
          catch_up: catchUp,
          ...(schedule
            ? { queue: schedule.queue, priority: schedule.priority, max_attempts: schedule.max_attempts }
            : {}),
        };
        const body = { ...rest, payload: parseExactJson(payload) };
        return client.put('/v1/schedules/{name}', { params, body, ...(etag === undefined ? {} : { ifMatch: etag }) });
      },
      { done: schedule ? `${name} is changed` : `${name} is added` },
    );
    if (saved) onClose();
  };
  return (
    <Dialog
      label={schedule ? `Change ${schedule.name}` : 'Add a schedule'}
      className="dialog wide-dialog"
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <h2>{schedule ? `Change ${schedule.name}` : 'Add a schedule'}</h2>
        <div class="cols c-2 form">
          <label>
            Name
            <input
              class="input"
              required
              disabled={schedule !== undefined}
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </label>
          <label>
            Type of job
            <input class="input" required value={type} onInput={(event) => setType(event.currentTarget.value)} />
          </label>
          <label>
            Cron
            <input class="input mono" required value={cron} onInput={(event) => setCron(event.currentTarget.value)} />
            <span class="muted small">{words === cron ? 'minute hour day month weekday' : words}</span>
          </label>
          <label>
            Time zone
            <input
              class="input"
              required
              value={timezone}
              onInput={(event) => setTimezone(event.currentTarget.value)}
            />
          </label>
          <label>
            After a pause
            <select
              class="select"
              value={catchUp}
              onChange={(event) => setCatchUp(event.currentTarget.value as Schedule['catch_up'])}
            >
              <option value="latest">run once for what was missed</option>
              <option value="all">run each time that was missed</option>
              <option value="none">run nothing that was missed</option>
            </select>
          </label>
        </div>
        <label class="block form">
          Payload
          <textarea
            class="input mono payload-text"
            rows={6}
            spellcheck={false}
            value={payload}
            onInput={(event) => setPayload(event.currentTarget.value)}
          />
        </label>
        <div class="acts">
          <button class="btn" type="button" onClick={onClose}>
            Leave it
          </button>
          <button class="btn btn-1" type="submit">
            {schedule ? 'Save' : 'Add'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
