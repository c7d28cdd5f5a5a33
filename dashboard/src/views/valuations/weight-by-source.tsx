import type { JSX } from 'preact';
import { Card } from '../../parts/page.js';
import type { ValuedPrice } from './valued-price.js';

const WIDTH = 700;

/** How much each source decides. */
export function WeightBySource({ prices }: { readonly prices: readonly ValuedPrice[] }): JSX.Element {
  const weights = new Map<string, number>();
  for (const { source, weight } of prices) weights.set(source, (weights.get(source) ?? 0) + weight);
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const shares = [...weights]
    .filter(([, weight]) => weight > 0)
    .map(([source, weight]) => ({ source, share: weight / total }))
    .sort((one, other) => other.share - one.share);
  let x = 0;
  const text = shares.map(({ source, share }) => `${source} ${Math.round(share * 100)} %`).join(', ');
  return (
    <Card title="Weight by source" note="one source cannot decide alone">
      <div class="card-b">
        <svg class="hbar" viewBox={`0 0 ${WIDTH} 6`} preserveAspectRatio="none" role="img" aria-label={text}>
          {shares.map(({ source, share }, index) => {
            const from = x;
            x += share * WIDTH;
            return (
              <rect
                key={source}
                class="f-series"
                opacity={Math.max(0.3, 1 - index * 0.22)}
                x={from}
                width={Math.max(1, share * WIDTH - 2)}
                height="6"
                rx="2"
              />
            );
          })}
        </svg>
        <div class="legend weights">
          {shares.map(({ source, share }) => (
            <span key={source}>
              <b>{source}</b> {Math.round(share * 100)} %
            </span>
          ))}
        </div>
      </div>
    </Card>
  );
}
