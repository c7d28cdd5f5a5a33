import './overview.css';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { may } from '../../data/session.js';
import { useGet } from '../../data/use-get.js';
import { Balance } from '../../parts/balance.js';
import { PageHead } from '../../parts/page.js';
import { Segments } from '../../parts/tabs.js';
import { dateText, now } from '../../parts/time.js';
import { href, query } from '../../shell/router.js';
import { Finished } from './finished.js';
import { NeedsYou } from './needs-you.js';
import { QuarantineCard, QueuesCard, SourcesCard } from './small-cards.js';
import { Tiles } from './tiles.js';

const RANGES = ['1h', '24h', '7d', '30d'] as const;

export default function Overview(): JSX.Element {
  const wanted = RANGES.find((one) => one === query.value.get('range'));
  const usual = useUsualRange(wanted === undefined);
  const range = wanted ?? usual;
  const segments = RANGES.map((id) => ({
    id,
    label: id.replace(/(\d+)/, '$1 '),
    to: href('/', { range: id === usual ? null : id }),
  }));
  return (
    <>
      <PageHead title="Overview" sub={<span class="only-wide">{dateText(now.value)}</span>}>
        <Segments tabs={segments} current={range} label="Time range" />
      </PageHead>
      <div class="stack ov">
        <Tiles />
        <div class="cols c-2-1">
          <Finished range={range} />
          <NeedsYou />
        </div>
        {may('data:read') && <Rows />}
        <div class="cols c-3">
          {may('installation:read') && <QueuesCard />}
          {may('data:read') && <QuarantineCard />}
          {may('prices:read') && <SourcesCard />}
        </div>
      </div>
    </>
  );
}

/** A day; an hour if the first job ended within it, which would be one line at the edge of a day. Decided once, so that the chart does not jump. */
function useUsualRange(isNeeded: boolean): (typeof RANGES)[number] {
  const day = useGet(
    isNeeded ? '/v1/stats/jobs' : null,
    { query: { since: '24h' } },
    { live: ['job'], everyMs: 60_000 },
  );
  const decided = useRef<(typeof RANGES)[number]>();
  const points = day.data?.points ?? [];
  if (decided.current === undefined && points.length > 0) {
    const first = points.find(({ counts }) => Object.values(counts).some((count) => count > 0));
    const isYoung = first !== undefined && Date.now() - Date.parse(first.at ?? '') < 3_600_000;
    decided.current = isYoung ? '1h' : '24h';
  }
  return decided.current ?? '24h';
}

/** The sum of all rows: what came in is somewhere. */
function Rows(): JSX.Element | null {
  const rows = useGet('/v1/stats/rows', {}, { live: ['job', 'file', 'quarantine', 'dataset'] });
  if (!rows.data) return null;
  const { valid, quarantined, discarded, skipped } = rows.data;
  const rowsIn = valid + quarantined + discarded + skipped;
  if (rowsIn === 0) return null;
  return (
    <section class="card inset" aria-label="Rows">
      <Balance
        rowsIn={rowsIn}
        valid={valid}
        quarantined={quarantined}
        skipped={skipped + discarded}
        links={{ valid: href('/datasets'), quarantined: href('/quarantine') }}
        isSum
      />
    </section>
  );
}
