import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { Dialog } from '../../parts/dialog.js';
import type { Source } from './source-words.js';

/** How politely a source is asked. */
export function EditLimit({
  source,
  onClose,
  onSaved,
}: {
  readonly source: Source;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}): JSX.Element {
  const [rate, setRate] = useState(source.rate_per_minute === null ? '' : String(source.rate_per_minute));
  const [burst, setBurst] = useState(String(source.burst));
  const [concurrency, setConcurrency] = useState(String(source.concurrency));
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const body = {
      rate_per_minute: rate.trim() === '' ? null : Number(rate),
      burst: Number(burst),
      concurrency: Number(concurrency),
    };
    const saved = await act(() => client.patch('/v1/sources/{name}', { params: { name: source.name }, body }), {
      done: `The limit of ${source.name} is changed`,
    });
    if (saved) onSaved();
  };
  return (
    <Dialog label={`Limit of ${source.name}`} onClose={onClose}>
      <form class="fields" onSubmit={(event) => void save(event)}>
        <h2>Limit of {source.name}</h2>
        <label>
          Requests a minute
          <input
            class="input"
            type="number"
            min="0.01"
            step="any"
            value={rate}
            placeholder="no limit"
            autofocus
            onInput={(event) => setRate(event.currentTarget.value)}
          />
        </label>
        <label>
          At once after a rest
          <input
            class="input"
            type="number"
            min="1"
            max="100000"
            required
            value={burst}
            onInput={(event) => setBurst(event.currentTarget.value)}
          />
        </label>
        <label>
          At the same time
          <input
            class="input"
            type="number"
            min="1"
            max="1000"
            required
            value={concurrency}
            onInput={(event) => setConcurrency(event.currentTarget.value)}
          />
        </label>
        <div class="acts">
          <button class="btn" type="button" onClick={onClose}>
            Keep it
          </button>
          <button class="btn btn-1" type="submit">
            Change the limit
          </button>
        </div>
      </form>
    </Dialog>
  );
}
