import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { Dialog } from '../../parts/dialog.js';

const KINDS = ['json', 'html', 'csv', 'feed'] as const;

/** Adds a source that needs no secrets. Adapters and credentials are for the command line, where their files are. */
export function AddSource({
  onClose,
  onAdded,
}: {
  readonly onClose: () => void;
  readonly onAdded: (name: string) => void;
}): JSX.Element {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<(typeof KINDS)[number]>('json');
  const [url, setUrl] = useState('');
  const [extract, setExtract] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    let parsed: unknown;
    try {
      parsed = extract.trim() === '' ? undefined : (JSON.parse(extract) as unknown);
    } catch (error) {
      setProblem(`The extraction is not JSON: ${(error as Error).message}`);
      return;
    }
    const body = { name, kind, url, ...(parsed === undefined ? {} : { extract: parsed }) };
    const added = await act(() => client.post('/v1/sources', { body }), { done: `${name} is added` });
    if (added) onAdded(name);
  };
  return (
    <Dialog label="Add a source" onClose={onClose}>
      <form class="fields" onSubmit={(event) => void add(event)}>
        <h2>Add a source</h2>
        <label>
          Name
          <input
            class="input"
            required
            maxLength={200}
            autofocus
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <label>
          Kind
          <select class="select" value={kind} onChange={(event) => setKind(event.currentTarget.value as typeof kind)}>
            {KINDS.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label>
          Address
          <input
            class="input mono"
            required
            type="url"
            placeholder="https://prices.example.com/search?q={title}"
            value={url}
            onInput={(event) => setUrl(event.currentTarget.value)}
          />
        </label>
        <label>
          Where the fields are in a response, as JSON
          <textarea
            class="input area mono"
            rows={5}
            placeholder='{"rows": "$.items[*]", "price": "$.price", …}'
            value={extract}
            onInput={(event) => setExtract(event.currentTarget.value)}
          />
        </label>
        {problem !== undefined && <p class="note-bad small">{problem}</p>}
        <p class="muted small">
          Nothing is requested yet. Try it with <code>casparian source test {name || 'NAME'}</code>
        </p>
        <div class="acts">
          <button class="btn" type="button" onClick={onClose}>
            Add nothing
          </button>
          <button class="btn btn-1" type="submit">
            Add the source
          </button>
        </div>
      </form>
    </Dialog>
  );
}
