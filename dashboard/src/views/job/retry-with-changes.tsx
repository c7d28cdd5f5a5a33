import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { parseExactJson, type Schemas } from '../../../../src/client/index.js';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { Dialog } from '../../parts/dialog.js';
import { jsonText } from '../../parts/json-tree.js';
import { useKeys } from '../../shell/keys.js';
import { href, navigate } from '../../shell/router.js';

/** A new job of the same type with another payload. The old one stays as it is. */
export function RetryWithChanges({
  job,
  onClose,
}: {
  readonly job: Schemas['JobDetails'];
  readonly onClose: () => void;
}): JSX.Element {
  const [text, setText] = useState(jsonText(job.payload));
  const problem = problemOf(text);
  const send = async (): Promise<void> => {
    if (problem !== undefined) return;
    const { type, queue, priority } = job;
    const body = { type, queue, priority, payload: parseExactJson(text) };
    const created = await act(() => client.post('/v1/jobs', { body }), { done: 'A new job was added' });
    if (!created) return;
    onClose();
    navigate(href(`/jobs/${created.id}`));
  };
  useKeys({ 'Ctrl+Enter': () => void send() });
  return (
    <Dialog label="Run with another payload" className="dialog wide-dialog" onClose={onClose}>
      <h2>Run {job.type} with another payload</h2>
      <p>This adds a new job. The old one stays as it is.</p>
      <label class="block form">
        Payload
        <textarea
          class="input mono payload-text"
          rows={16}
          spellcheck={false}
          value={text}
          aria-invalid={problem !== undefined}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {problem !== undefined && <p class="note-bad">{problem}</p>}
      <div class="acts">
        <button class="btn" type="button" onClick={onClose}>
          Leave it
        </button>
        <button class="btn btn-1" type="button" disabled={problem !== undefined} onClick={() => void send()}>
          Add the job <kbd>Ctrl Enter</kbd>
        </button>
      </div>
    </Dialog>
  );
}

function problemOf(text: string): string | undefined {
  try {
    parseExactJson(text);
    return undefined;
  } catch (error) {
    return `Not JSON: ${(error as Error).message}`;
  }
}
