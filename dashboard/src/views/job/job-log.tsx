import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../src/client/index.js';
import { useGet } from '../../data/use-get.js';
import { Failure } from '../../parts/failure.js';
import { Log } from '../../parts/log.js';
import { counted } from '../../parts/number.js';
import { Card } from '../../parts/page.js';
import { saveText } from '../../parts/save.js';

/** What the job logged and its program printed, as it arrives. */
export function JobLog({ job }: { readonly job: Schemas['JobDetails'] }): JSX.Element {
  const isRunning = job.status === 'running';
  const log = useGet(
    '/v1/jobs/{id}/logs',
    { params: { id: job.id } },
    { live: ['job'], ...(isRunning ? { everyMs: 2_000 } : {}) },
  );
  const [isWrapped, setWrapped] = useState(false);
  const [onlyWarnings, setOnlyWarnings] = useState(false);
  const [wanted, setWanted] = useState('');
  const all = log.data?.items ?? [];
  const lines = all.filter(
    ({ level, message }) =>
      (!onlyWarnings || /warn|error|fatal/.test(level)) && message.toLowerCase().includes(wanted.toLowerCase()),
  );
  const save = (): void => {
    const text = all
      .map(({ at, attempt, level, message }) => `${at ?? ''}\t#${attempt}\t${level}\t${message}`)
      .join('\n');
    saveText(`${job.id}.log`, `${text}\n`);
  };
  return (
    <Card
      title="Log"
      note={log.data ? counted(all.length, 'line') : undefined}
      more={
        all.length > 0 && (
          <>
            <input
              class="input log-find"
              type="search"
              placeholder="Find"
              aria-label="Find in the log"
              value={wanted}
              onInput={(event) => setWanted(event.currentTarget.value)}
            />
            <button
              class="link-q"
              type="button"
              aria-pressed={onlyWarnings}
              onClick={() => setOnlyWarnings(!onlyWarnings)}
            >
              Warnings only
            </button>
            <button class="link-q" type="button" aria-pressed={isWrapped} onClick={() => setWrapped(!isWrapped)}>
              Wrap
            </button>
            <button class="link-q" type="button" onClick={save}>
              Download
            </button>
          </>
        )
      }
    >
      {log.error && <Failure error={log.error} onRetry={log.reload} />}
      {lines.length > 0 ? (
        <Log lines={lines} isWrapped={isWrapped} label="Log of the job" />
      ) : (
        <p class="inset muted">
          {all.length > 0 ? 'No line matches.' : isRunning ? 'Nothing logged yet.' : 'It logged nothing.'}
        </p>
      )}
      {log.data?.may_be_elsewhere && (
        <p class="inset muted small">What its program printed may be on the machine of its worker.</p>
      )}
    </Card>
  );
}
