import { render } from 'preact';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { Dialog } from '../../parts/dialog.js';
import { counted, numberText } from '../../parts/number.js';
import { toast } from '../../parts/toast.js';
import { type Group } from './selection.js';

/** Asks why rows are discarded. Undefined if the person changed their mind. */
export function askReason(count: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const place = document.createElement('div');
    document.body.append(place);
    const end = (reason?: string): void => {
      render(null, place);
      place.remove();
      resolve(reason);
    };
    render(
      <Dialog label="Discard rows" onClose={() => end()}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const given = new FormData(event.currentTarget).get('reason');
            if (typeof given === 'string' && given.trim() !== '') end(given.trim());
          }}
        >
          <h2>Discard {counted(count, 'row')}?</h2>
          <p>
            The {count === 1 ? 'row stays' : 'rows stay'} in the ledger with the reason, and{' '}
            {count === 1 ? 'is' : 'are'} no longer replayed.
          </p>
          <label class="block form">
            Reason
            <input
              class="input"
              name="reason"
              required
              maxLength={1000}
              autofocus
              placeholder="Such as: a test order"
            />
          </label>
          <div class="acts">
            <button class="btn" type="button" onClick={() => end()}>
              Keep {count === 1 ? 'it' : 'them'}
            </button>
            <button class="btn btn-danger-1" type="submit">
              Discard {counted(count, 'row')}
            </button>
          </div>
        </form>
      </Dialog>,
      place,
    );
  });
}

/** Replays or discards all rows of a group, as a job with progress. Returns undefined if it was refused. */
export async function runBulk(
  action: 'replay' | 'discard',
  group: Group,
  reason?: string,
): Promise<string | undefined> {
  const { parser, output, column, error_type: error } = group;
  const filter = { parser, output, ...(column === null ? {} : { column }), error };
  const body = { target: 'quarantine' as const, action, filter, ...(reason === undefined ? {} : { reason }) };
  const started = await act(async () => {
    const { matched } = await client.post('/v1/bulk/count', { body });
    return client.post('/v1/bulk', { body: { ...body, expected_count: matched } });
  });
  if (started === undefined) return undefined;
  await followBulk(started.id, action, { parser, output, ...(column === null ? {} : { column }), error });
  return started.id;
}

type Restored = { readonly parser: string; readonly output: string; readonly column?: string; readonly error: string };

async function followBulk(id: string, action: 'replay' | 'discard', filter: Restored): Promise<void> {
  const verb = action === 'replay' ? 'sent to be replayed' : 'discarded';
  const show = toast({ state: 'running', text: `Rows are being ${verb}`, isSticky: true });
  for (let tries = 0; tries < 600; tries++) {
    const bulk = await client.get('/v1/bulk/{id}', { params: { id } });
    if (bulk.finished_at !== null) {
      const isDone = bulk.status.startsWith('completed');
      show({
        state: isDone ? 'completed' : 'failed',
        text: isDone
          ? `${counted(bulk.changed, 'row')} ${verb}`
          : (bulk.error?.message ?? `The operation is ${bulk.status}`),
        ...(isDone && action === 'discard' && bulk.asked_at !== null
          ? {
              undo: () =>
                client.post('/v1/quarantine/restore', { body: { ...filter, since: bulk.asked_at as string } }),
            }
          : {}),
      });
      return;
    }
    show({
      state: 'running',
      text: `${numberText(bulk.changed)} of ${counted(bulk.expected_count, 'row')} ${verb}`,
      isSticky: true,
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  show({ state: 'pending', text: 'The operation waits for a worker. It continues without this page.' });
}
