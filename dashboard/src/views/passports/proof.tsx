import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { may } from '../../data/session.js';
import { useGet } from '../../data/use-get.js';
import { CopyButton } from '../../parts/copy.js';
import { Facts } from '../../parts/facts.js';
import { shortId } from '../../parts/number.js';
import { Card } from '../../parts/page.js';
import { State } from '../../parts/state.js';
import { exactTime } from '../../parts/time.js';
import type { Version } from './passport-words.js';

/** The hashes, and whether everything that can be computed again gives the same. */
export function Proof({ version }: { readonly version: Version }): JSX.Element {
  const { passport_version_id: id, status } = version;
  const verification = useGet(status === 'COMPILING' ? null : '/v1/passport-versions/{id}/verification', {
    params: { id },
  });
  const [isReplayed, setReplayed] = useState(false);
  const failed = verification.data?.checks.find(({ ok }) => !ok);
  const replay = async (): Promise<void> => {
    const done = await act(() => client.post('/v1/passport-versions/{id}/replay', { params: { id } }), {
      done: 'Compiled again from stored bytes: every byte is the same',
    });
    setReplayed(done !== undefined);
  };
  return (
    <Card
      title="Proof"
      more={
        verification.data &&
        (failed === undefined ? (
          <State shape="completed">{isReplayed ? 'Replayed: same bytes' : 'Genuine'}</State>
        ) : (
          <State shape="failed">Not genuine</State>
        ))
      }
    >
      <div class="card-b">
        {failed !== undefined && (
          <p class="note-bad small">
            {failed.name}: {failed.reason}
          </p>
        )}
        <Facts
          facts={[
            ['Payload', <Hash text={version.payload_hash} />],
            ['Proof root', <Hash text={version.proof_root_hash} />],
            ['Receipt', <Hash text={version.receipt_hash} />],
            ['Key', version.signing_key_id],
            ['Issued', exactTime(version.issued_at)],
          ]}
        />
        {verification.data && (
          <details class="checks">
            <summary class="small">{verification.data.checks.length} checks</summary>
            <ul class="small">
              {verification.data.checks.map(({ name, ok, reason }) => (
                <li key={name}>
                  <State shape={ok ? 'completed' : 'failed'}>{name.replaceAll('_', ' ')}</State>{' '}
                  <span class="muted">{reason}</span>
                </li>
              ))}
            </ul>
          </details>
        )}
        {may('passport:replay') && status !== 'COMPILING' && (
          <button class="btn btn-s" type="button" onClick={() => void replay()}>
            Replay and verify
          </button>
        )}
      </div>
    </Card>
  );
}

function Hash({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      <code title={text}>{shortId(text)}</code> <CopyButton text={text} label="Copy the hash" />
    </>
  );
}
