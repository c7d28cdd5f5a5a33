import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { copyText } from '../../parts/copy.js';
import { Dialog } from '../../parts/dialog.js';

/** Adds an endpoint, and shows its secret once. */
export function AddEndpoint({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState('job.*');
  const [secret, setSecret] = useState<string>();
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    const names = events.split(/[\s,]+/).filter((name) => name !== '');
    setSecret((await act(() => client.post('/v1/webhook-endpoints', { body: { url, events: names } })))?.secret);
  };
  if (secret !== undefined) {
    return (
      <Dialog label="The secret of the endpoint" onClose={onClose}>
        <h2>The secret of {url}</h2>
        <p>The receiver verifies signatures with it. It is shown once.</p>
        <code class="secret">{secret}</code>
        <div class="acts">
          <button class="btn" type="button" onClick={() => void copyText(secret, 'Secret copied')}>
            Copy
          </button>
          <button class="btn btn-1" type="button" onClick={onClose}>
            I have kept it
          </button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog label="Add an endpoint" onClose={onClose}>
      <form class="fields" onSubmit={(event) => void add(event)}>
        <h2>Add an endpoint</h2>
        <label>
          Address
          <input
            class="input mono"
            type="url"
            required
            maxLength={2_000}
            autofocus
            placeholder="https://example.com/hook"
            value={url}
            onInput={(event) => setUrl(event.currentTarget.value)}
          />
        </label>
        <label>
          Events, with * for any characters
          <input class="input mono" required value={events} onInput={(event) => setEvents(event.currentTarget.value)} />
        </label>
        <p class="muted small">
          Such as <code>PASSPORT_*</code>, <code>job.failed</code>, <code>source.breaker_opened</code>
        </p>
        <div class="acts">
          <button class="btn" type="button" onClick={onClose}>
            Add none
          </button>
          <button class="btn btn-1" type="submit">
            Add the endpoint
          </button>
        </div>
      </form>
    </Dialog>
  );
}
