import type { JSX } from 'preact';
import { may } from '../../data/session.js';
import { useGet } from '../../data/use-get.js';
import { JOB_STATES, type JobStatus } from '../../parts/job-state.js';
import { cappedText, counted, numberText } from '../../parts/number.js';
import { State } from '../../parts/state.js';
import { roughDuration } from '../../parts/time.js';
import { href } from '../../shell/router.js';

/** Jobs by state, each with one line that helps to judge the number. */
export function Tiles(): JSX.Element {
  const counts = useGet('/v1/job-counts', {}, { live: ['job'] });
  const notes = useNotes();
  return (
    <section class="card tiles" aria-label="Jobs by state">
      {Object.entries(JOB_STATES).map(([status, { shape, word }]) => {
        const count = counts.data?.[status as JobStatus];
        return (
          <a key={status} class="tile" href={href('/jobs', { filter: `status:${status}` })}>
            <State shape={shape}>{word}</State>
            <b class="big">{count ? cappedText(count) : ' '}</b>
            <span class="d">{notes[status as JobStatus] ?? ' '}</span>
          </a>
        );
      })}
    </section>
  );
}

function useNotes(): Partial<Record<JobStatus, string>> {
  const seesMachines = may('installation:read');
  const queues = useGet(seesMachines ? '/v1/queues' : null, { query: { limit: 200 } }, { live: ['job', 'queue'] });
  const workers = useGet(seesMachines ? '/v1/workers' : null, { query: { limit: 200 } }, { everyMs: 15_000 });
  const hour = useGet('/v1/stats/jobs', { query: { since: '1h' } }, { live: ['job'] });
  const triage = useGet('/v1/triage', { query: { limit: 1 } }, { live: ['job'] });
  const rows = useGet(may('data:read') ? '/v1/stats/rows' : null, {}, { live: ['job', 'quarantine'] });
  const oldest = Math.max(0, ...(queues.data?.items ?? []).map(({ oldest_ready_seconds: seconds }) => seconds ?? 0));
  const slots = (workers.data?.items ?? [])
    .filter(({ alive }) => alive)
    .reduce((sum, { concurrency }) => sum + concurrency, 0);
  const ended = hour.data?.total.counts;
  const worst = triage.data?.groups[0];
  const dead = ended?.['dead_letter'] ?? 0;
  return {
    pending: oldest > 0 ? `oldest ${roughDuration(oldest * 1_000)}` : 'none is due',
    ...(workers.data ? { running: slots === 0 ? 'no worker runs' : `of ${counted(slots, 'slot')}` } : {}),
    ...(ended ? { completed: `+${numberText(ended.completed)} in 1 h` } : {}),
    ...(rows.data ? { completed_with_warnings: `${counted(rows.data.quarantined, 'row')} held` } : {}),
    ...(triage.data
      ? {
          failed:
            worst === undefined
              ? 'none'
              : worst.count > 1
                ? `${numberText(worst.count)} share one cause`
                : 'each for its own reason',
        }
      : {}),
    ...(ended ? { dead_letter: dead === 0 ? 'none in 1 h' : `+${numberText(dead)} in 1 h` } : {}),
    ...(ended
      ? {
          cancelled: ended.cancelled === 0 ? 'none in 1 h' : `+${numberText(ended.cancelled)} in 1 h`,
        }
      : {}),
  };
}
