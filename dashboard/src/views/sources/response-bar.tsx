import type { JSX } from 'preact';
import { numberText } from '../../parts/number.js';
import type { Counts } from './source-words.js';

const KINDS = [
  { id: 'ok', color: 'completed', word: 'good' },
  { id: 'refused', color: 'pending', word: 'refused' },
  { id: 'limited', color: 'warning', word: 'asked to wait' },
  { id: 'failed', color: 'failed', word: 'failed' },
] as const;

const WIDTH = 96;
/** A part that is not zero can be seen. */
const LEAST = 3;

/** How a source responded, as one bar. */
export function ResponseBar({ counts }: { readonly counts: Counts }): JSX.Element {
  const shown = KINDS.filter(({ id }) => counts[id] > 0);
  const room = WIDTH - LEAST * shown.length;
  let x = 0;
  const label = shown.map(({ id, word }) => `${numberText(counts[id])} ${word}`).join(', ');
  return (
    <svg class="hbar" viewBox={`0 0 ${WIDTH} 6`} preserveAspectRatio="none" role="img" aria-label={label}>
      <title>{label}</title>
      {shown.map(({ id, color }) => {
        const width = LEAST + (room * counts[id]) / counts.requests;
        const from = x;
        x += width;
        return <rect key={id} class={`f-${color}`} x={from} width={Math.max(1, width - 1)} height="6" rx="1.5" />;
      })}
    </svg>
  );
}

export function ResponseLegend(): JSX.Element {
  return (
    <div class="legend src-legend">
      <span>
        <i class="k-completed" />
        Good
      </span>
      <span>
        <i class="k-pending" />
        Refused (4xx), counts for nothing
      </span>
      <span>
        <i class="k-warning" />
        Asked to wait (429), slows down
      </span>
      <span>
        <i class="k-failed" />
        Failed (5xx or no response), opens the breaker
      </span>
    </div>
  );
}
