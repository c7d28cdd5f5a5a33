import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { Dialog } from '../../parts/dialog.js';
import type { Version } from './passport-words.js';

export function RevokeDialog({
  version,
  onClose,
  onRevoked,
}: {
  readonly version: Version;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}): JSX.Element {
  const [reason, setReason] = useState('');
  const revoke = async (event: Event): Promise<void> => {
    event.preventDefault();
    const request = { params: { id: version.passport_version_id }, body: { reason: reason.trim() } };
    const done = await act(() => client.post('/v1/passport-versions/{id}/revoke', request), {
      done: `A version of ${version.sku} is revoked`,
    });
    if (done) onRevoked();
  };
  return (
    <Dialog label={`Revoke ${version.sku}`} onClose={onClose}>
      <form class="fields" onSubmit={(event) => void revoke(event)}>
        <h2>Revoke this version of {version.sku}?</h2>
        <p>Everyone who scans its code sees that it was revoked, and the reason. This cannot be undone.</p>
        <label>
          Reason
          <input
            class="input"
            required
            maxLength={500}
            autofocus
            value={reason}
            onInput={(event) => setReason(event.currentTarget.value)}
          />
        </label>
        <div class="acts">
          <button class="btn" type="button" onClick={onClose}>
            Keep it
          </button>
          <button class="btn btn-danger-1" type="submit" disabled={reason.trim() === ''}>
            Revoke it
          </button>
        </div>
      </form>
    </Dialog>
  );
}
