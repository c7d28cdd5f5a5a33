import type { JSX } from 'preact';
import type { Schemas } from '../../../../src/client/index.js';
import { useGet } from '../../data/use-get.js';
import { hintText } from '../../parts/hint.js';
import { counted } from '../../parts/number.js';
import { dateText, now, roughDuration } from '../../parts/time.js';
import { href } from '../../shell/router.js';

/** One sentence about the job before any table. */
export function WhyText({ job }: { readonly job: Schemas['JobDetails'] }): JSX.Element | null {
  const why = useGet(
    job.status === 'pending' || job.status === 'running' ? '/v1/jobs/{id}/why' : null,
    { params: { id: job.id } },
    { live: ['job', 'queue'] },
  );
  const reasons = why.data?.reasons ?? [];
  if (reasons.length > 0) {
    return (
      <div class="why">
        <div>
          {reasons.map(({ code, message, next }) => (
            <p key={code}>
              {code === 'running' ? runningText(job) : withLocalTimes(message)}{' '}
              {next.map((hint) => hintText(hint)).join(' ')}
            </p>
          ))}
        </div>
      </div>
    );
  }
  const text = sentence(job);
  return text === undefined ? null : (
    <div class="why">
      <p>{text}</p>
    </div>
  );
}

function runningText({
  lease_owner: worker,
  started_at: started,
  errors,
  max_attempts: most,
}: Schemas['JobDetails']): string {
  const since = started === null ? '' : ` for ${roughDuration(Math.max(1_000, now.value - Date.parse(started)))}`;
  return `It runs on ${worker ?? 'a worker'}${since}: attempt ${errors.length + 1} of ${most}.`;
}

/** Times of the server in the time zone of the person. */
function withLocalTimes(message: string): string {
  return message.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => dateText(Date.parse(time)));
}

function sentence(job: Schemas['JobDetails']): JSX.Element | string | undefined {
  const { status, error, attempts, max_attempts: most, crashes } = job;
  const held = Number((job.result as { rows_quarantined?: unknown } | null)?.rows_quarantined ?? 0);
  const lost =
    crashes > 0 ? ` ${counted(crashes, 'attempt')} was lost with its worker; nothing it wrote is visible.` : '';
  switch (status) {
    case 'completed_with_warnings':
      return held > 0 ? (
        <>
          Done, but{' '}
          <a class="prose-link" href={href('/quarantine', { job: job.id })}>
            {counted(held, 'row')}
          </a>{' '}
          broke the contract and {held === 1 ? 'waits' : 'wait'} for you.{lost}
        </>
      ) : (
        `Done, with warnings.${lost}`
      );
    case 'completed':
      return `Done.${lost}`;
    case 'failed':
      return `${error?.message.split('\n')[0] ?? 'It failed'}. Another attempt would not help: correct the cause, then retry it.${lost}`;
    case 'dead_letter':
      return `${most === 1 ? 'Its only attempt failed' : `All ${most} attempts failed, the last`} with ${error?.code ?? 'an error'}: ${error?.message.split('\n')[0]?.replace(/\.$/, '') ?? ''}. It waits for you.${lost}`;
    case 'cancelled':
      return attempts === 0 ? 'Cancelled before it ran.' : 'Cancelled while it ran.';
    default:
      return undefined;
  }
}
