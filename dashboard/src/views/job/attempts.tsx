import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../src/client/index.js';
import { hintText } from '../../parts/hint.js';
import { JOB_STATES } from '../../parts/job-state.js';
import { Card } from '../../parts/page.js';
import { Silhouette } from '../../parts/state.js';
import { durationText } from '../../parts/time.js';

/** Each attempt, newest first, with its error: what, why, what next. */
export function Attempts({ job }: { readonly job: Schemas['JobDetails'] }): JSX.Element {
  const isFinal = ['completed', 'completed_with_warnings'].includes(job.status);
  const isRunning = job.status === 'running';
  const { shape, word } = JOB_STATES[job.status];
  const took =
    job.started_at !== null && job.finished_at !== null
      ? Date.parse(job.finished_at) - Date.parse(job.started_at)
      : undefined;
  return (
    <Card
      title="Attempts"
      note={`${job.errors.length + (isFinal || isRunning ? 1 : 0)} of ${job.max_attempts}${job.crashes > 0 ? `, ${job.crashes} crashed` : ''}`}
    >
      {isRunning && (
        <div class="att">
          <Silhouette shape="running" />
          <b>Attempt {job.errors.length + 1} is running</b>
          <span class="muted">{job.lease_owner}</span>
        </div>
      )}
      {isFinal && (
        <div class="att">
          <Silhouette shape={shape} />
          <b>
            Attempt {job.errors.length + 1}: {word.toLowerCase()}
          </b>
          <span class="muted">{took === undefined ? '' : durationText(took)}</span>
        </div>
      )}
      {job.errors.toReversed().map((error, at) => (
        <Attempt key={at} error={error} />
      ))}
      {!isFinal && !isRunning && job.errors.length === 0 && (
        <p class="inset muted">{job.status === 'pending' ? 'It has not run yet.' : 'It never ran.'}</p>
      )}
    </Card>
  );
}

function Attempt({ error }: { readonly error: Schemas['AttemptError'] }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const { code, message, worker, attempt, started, ended, next = [] } = error;
  const { why, detail, phase } = error as { why?: string; detail?: string; phase?: string };
  const [first, ...rest] = message.split('\n');
  const more = [rest.join('\n'), detail ?? ''].filter((text) => text.trim() !== '').join('\n\n');
  return (
    <div class="att">
      <Silhouette shape="failed" />
      <b>
        Attempt {attempt} failed{phase === undefined ? '' : ` in the phase ${phase.toLowerCase()}`}
      </b>
      <span class="muted">
        {worker} · {durationText(Math.max(0, Date.parse(ended) - Date.parse(started)))}
      </span>
      <p>
        <code>{code}</code> {first}
      </p>
      {why !== undefined && <p>{why}</p>}
      {next.map((hint, at) => (
        <p key={at}>{hintText(hint)}</p>
      ))}
      {more !== '' && (
        <p>
          <button class="link" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide the details' : 'Show the details'}
          </button>
        </p>
      )}
      {isOpen && <pre class="raw att-more">{more}</pre>}
    </div>
  );
}
