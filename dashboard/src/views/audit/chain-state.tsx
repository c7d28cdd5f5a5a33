import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../src/client/index.js';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { useGet } from '../../data/use-get.js';
import { counted, numberText, shortId } from '../../parts/number.js';
import { State } from '../../parts/state.js';
import { Time } from '../../parts/time.js';
import './audit.css';

/** Whether the log is intact: the newest signed head, and a verification on demand. */
export function ChainState(): JSX.Element {
  const heads = useGet('/v1/audit/tree-heads', { query: { limit: 1 } });
  const [report, setReport] = useState<Schemas['LogVerification']>();
  const [isRunning, setRunning] = useState(false);
  const head = heads.data?.items[0];
  const verify = async (): Promise<void> => {
    setRunning(true);
    setReport(await act(() => client.post('/v1/audit/verify')));
    setRunning(false);
  };
  return (
    <section class="card chain" aria-label="State of the log">
      <div class="grow">
        {report ? (
          <Report report={report} />
        ) : (
          <State shape={isRunning ? 'running' : 'pending'}>
            {isRunning ? 'Every event is hashed again' : 'Not verified in this session'}
          </State>
        )}
        <p class="muted small">
          {head ? (
            <>
              Newest signed head: {counted(head.tree_size, 'event')}, <Time at={head.signed_at} />, key {head.key_id},
              root <code title={head.root_hash}>{shortId(head.root_hash)}</code>
            </>
          ) : (
            <>
              No head is signed yet. A schedule signs them; to sign one now, type <code>casparian events seal</code>
            </>
          )}
        </p>
        {report?.broken
          .slice(0, 5)
          .map(({ aggregate_type: type, aggregate_id: id, aggregate_version: version, reason }) => (
            <p key={`${type} ${id}`} class="note-bad small">
              {type} {shortId(id)}, change {numberText(version)}: {reason}
            </p>
          ))}
      </div>
      <button class="btn" type="button" disabled={isRunning} onClick={() => void verify()}>
        {isRunning ? 'Verifying…' : 'Verify the log'}
      </button>
    </section>
  );
}

function Report({ report }: { readonly report: Schemas['LogVerification'] }): JSX.Element {
  const checked = `${counted(report.events, 'event')} in ${counted(report.chains, 'chain')}`;
  if (!report.ok)
    return <State shape="failed">The log was changed: {counted(report.broken_chains, 'broken chain')}</State>;
  const unsealed = report.unsealed > 0 ? `; ${numberText(report.unsealed)} not under a signed head yet` : '';
  return (
    <State shape="completed">
      Intact: {checked}, {counted(report.tree_heads, 'signed head')}
      {unsealed}
    </State>
  );
}
