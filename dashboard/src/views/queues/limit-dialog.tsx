import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../src/client/index.js';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { Dialog } from '../../parts/dialog.js';

/** How many jobs of a queue run at the same time and start per minute, for all workers together. */
export function LimitDialog({
  queue,
  onClose,
}: {
  readonly queue: Schemas['Queue'];
  readonly onClose: () => void;
}): JSX.Element {
  const [concurrency, setConcurrency] = useState(text(queue.limit?.concurrency));
  const [rate, setRate] = useState(text(queue.limit?.rate_per_minute));
  const [burst, setBurst] = useState(text(queue.limit?.burst));
  const save = async (): Promise<void> => {
    const params = { name: queue.name };
    const saved = await act(
      async () => {
        const { etag } = await client.send('get', '/v1/queues/{name}', { params });
        const body = {
          concurrency: number(concurrency),
          rate_per_minute: number(rate),
          burst: number(rate) === null ? null : number(burst),
        };
        return client.put('/v1/queues/{name}/limit', {
          params,
          body,
          ...(etag === undefined ? {} : { ifMatch: etag }),
        });
      },
      {
        done:
          concurrency === '' && rate === '' ? `${queue.name} has no limit now` : `The limit of ${queue.name} is set`,
      },
    );
    if (saved) onClose();
  };
  const field = (label: string, value: string, set: (value: string) => void, hint: string): JSX.Element => (
    <label class="block form">
      {label}
      <input
        class="input"
        type="number"
        min="0"
        placeholder="no limit"
        value={value}
        onInput={(event) => set(event.currentTarget.value)}
      />
      <span class="muted small">{hint}</span>
    </label>
  );
  return (
    <Dialog label={`Limit of ${queue.name}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <h2>Limit of {queue.name}</h2>
        {field('At the same time', concurrency, setConcurrency, 'Jobs that run, on all workers together')}
        {field('Per minute', rate, setRate, 'Jobs that start')}
        {field('At once', burst, setBurst, 'Jobs that may start together after a pause')}
        <div class="acts">
          <button class="btn" type="button" onClick={onClose}>
            Leave it
          </button>
          <button class="btn btn-1" type="submit">
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function text(value: number | null | undefined): string {
  return value == null ? '' : String(value);
}

function number(value: string): number | null {
  return value.trim() === '' ? null : Number(value);
}
