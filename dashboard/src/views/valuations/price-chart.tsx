import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { moneyText } from '../../parts/money.js';
import { dateText } from '../../parts/time.js';
import { priceScale } from './price-plot.js';
import { type ValuedPrice, reasonText } from './valued-price.js';

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [760, 420, 64, 16, 40, 64];
const DAY = 86_400_000;

/** Every price by its age: those that count, those that do not and why, and those beyond the scale at its edges. */
export function PriceChart({
  prices,
  value,
  currency,
  chosen,
  onChoose,
}: {
  readonly prices: readonly ValuedPrice[];
  readonly value: { readonly median: number | null; readonly low: number | null; readonly high: number | null };
  readonly currency: string | null;
  readonly chosen: string | undefined;
  readonly onChoose: (key: string | undefined) => void;
}): JSX.Element {
  const [hovered, setHovered] = useState<string>();
  const shown = prices.filter(
    (price): price is ValuedPrice & { cents: number } => price.cents !== null && price.cents > 0,
  );
  const scale = priceScale(
    shown.filter(({ included }) => included).map(({ cents }) => cents),
    shown.filter(({ included }) => !included).map(({ cents }) => cents),
  );
  const today = Date.now();
  const oldest = Math.min(today - 30 * DAY, ...shown.map(({ at }) => at));
  const x = (at: number): number => LEFT + ((at - oldest) / (today - oldest)) * (WIDTH - LEFT - RIGHT - 8);
  const inner = HEIGHT - TOP - BOTTOM;
  const y = (cents: number): number => {
    const place = scale.place(cents);
    if (place !== undefined) return TOP + inner * (1 - place);
    return cents > scale.high ? TOP - 20 : HEIGHT - BOTTOM + 18;
  };
  const heaviest = Math.max(1e-9, ...shown.map(({ weight }) => weight));
  const active = shown.find(({ key }) => key === (hovered ?? chosen));
  const beyond = shown.filter(({ cents }) => scale.place(cents) === undefined);
  const labelled = labels(shown, x, y);
  return (
    <svg
      class="chart price-chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${shown.length} prices by age on a logarithmic scale; ${beyond.length} beyond the scale are at its edge`}
      onMouseLeave={() => setHovered(undefined)}
    >
      {value.low !== null && value.high !== null && (
        <rect
          class="f-accent-soft"
          x={LEFT}
          width={WIDTH - LEFT - RIGHT}
          y={y(value.high)}
          height={Math.max(1, y(value.low) - y(value.high))}
        />
      )}
      {scale.ticks.map((cents) => (
        <g key={cents}>
          <line class="grid-l" x1={LEFT} x2={WIDTH - RIGHT} y1={y(cents)} y2={y(cents)} />
          <text x={LEFT - 10} y={y(cents) + 4} text-anchor="end">
            {moneyText(cents, null)}
          </text>
        </g>
      ))}
      {beyond.length > 0 && (
        <Edges
          hasTop={beyond.some(({ cents }) => cents > scale.high)}
          hasBottom={beyond.some(({ cents }) => cents < scale.low)}
        />
      )}
      {value.median !== null && (
        <g>
          <line class="l-accent" x1={LEFT} x2={WIDTH - RIGHT} y1={y(value.median)} y2={y(value.median)} />
          <text class="acc halo" x={LEFT + 4} y={y(value.median) - 6}>
            Median {moneyText(value.median, null)}
          </text>
        </g>
      )}
      {[0, 0.25, 0.5, 0.75, 1].map((share) => {
        const at = oldest + share * (today - oldest);
        return (
          <text
            key={share}
            x={x(at)}
            y={HEIGHT - 8}
            text-anchor={share === 0 ? 'start' : share === 1 ? 'end' : 'middle'}
          >
            {ageText(today - at)}
          </text>
        );
      })}
      {shown.map((price) => {
        const [cx, cy] = [x(price.at), y(price.cents)];
        const isOn = price.key === active?.key;
        const text = labelled.get(price.key);
        return (
          <g
            key={price.key}
            class={isOn ? 'pt-g on' : 'pt-g'}
            onMouseEnter={() => setHovered(price.key)}
            onClick={() => onChoose(price.key === chosen ? undefined : price.key)}
          >
            <Mark price={price} cx={cx} cy={cy} share={price.weight / heaviest} />
            {text !== undefined && (
              <text
                class="halo"
                x={cx + (text.isLeft ? -10 : 10)}
                y={cy + 4}
                text-anchor={text.isLeft ? 'end' : 'start'}
              >
                {scale.place(price.cents) === undefined ? `${moneyText(price.cents, null)}, ` : ''}
                {reasonText(price)}
              </text>
            )}
            <circle class="hit" cx={cx} cy={cy} r="11" />
          </g>
        );
      })}
      {active && <Tip price={active} currency={currency} x={x(active.at)} y={y(active.cents)} />}
    </svg>
  );
}

/** The bands of prices that are not on the scale. */
function Edges({ hasTop, hasBottom }: { readonly hasTop: boolean; readonly hasBottom: boolean }): JSX.Element {
  const band = (at: number, text: string): JSX.Element => (
    <g>
      <line class="l-mark" x1={LEFT} x2={WIDTH - RIGHT} y1={at} y2={at} />
      <text x={LEFT - 10} y={text === 'higher' ? at - 6 : at + 16} text-anchor="end">
        {text}
      </text>
    </g>
  );
  return (
    <>
      {hasTop && band(TOP - 6, 'higher')}
      {hasBottom && band(HEIGHT - BOTTOM + 4, 'lower')}
    </>
  );
}

function Mark({
  price,
  cx,
  cy,
  share,
}: {
  readonly price: ValuedPrice;
  readonly cx: number;
  readonly cy: number;
  readonly share: number;
}): JSX.Element {
  if (price.included) return <circle class="pt" cx={cx} cy={cy} r={3 + 4.5 * Math.sqrt(share)} />;
  if (price.reason === 'ask') return <path class="ask-p" d={`M${cx} ${cy - 5}l5 9h-10z`} />;
  if (price.reason === 'bid') return <path class="ask-p" d={`M${cx} ${cy + 5}l5 -9h-10z`} />;
  return (
    <>
      <circle class="l-hollow" cx={cx} cy={cy} r="5.5" />
      <path class="l-x" d={`M${cx - 2.2} ${cy - 2.2}l4.4 4.4m0 -4.4l-4.4 4.4`} />
    </>
  );
}

const MAX_LABELS = 14;
const LABEL_WIDTH = 96;

/** Reasons beside prices that do not count, where there is room. */
function labels(
  prices: readonly (ValuedPrice & { cents: number })[],
  x: (at: number) => number,
  y: (cents: number) => number,
): Map<string, { readonly isLeft: boolean }> {
  const taken: { readonly x: number; readonly y: number }[] = [];
  const found = new Map<string, { readonly isLeft: boolean }>();
  for (const price of prices) {
    if (price.included || price.reason === 'ask' || price.reason === 'bid' || found.size >= MAX_LABELS) continue;
    const [px, py] = [x(price.at), y(price.cents)];
    const isLeft = px > WIDTH / 2;
    const from = isLeft ? px - LABEL_WIDTH : px;
    if (taken.some((other) => Math.abs(other.x - from) < LABEL_WIDTH && Math.abs(other.y - py) < 14)) continue;
    taken.push({ x: from, y: py });
    found.set(price.key, { isLeft });
  }
  return found;
}

function Tip({
  price,
  currency,
  x,
  y,
}: {
  readonly price: ValuedPrice;
  readonly currency: string | null;
  readonly x: number;
  readonly y: number;
}): JSX.Element {
  const lines = [
    `${moneyText(price.cents, currency)} ${{ sold: 'sold', ask: 'asked', bid: 'bid' }[price.type]}`,
    `${price.source}, ${dateText(price.at)}`,
    price.included ? `weight ${price.weight.toFixed(2)}` : `left out: ${reasonText(price)}`,
    ...(price.title === null ? [] : [price.title.length > 34 ? `${price.title.slice(0, 33)}…` : price.title]),
  ];
  const [width, height] = [220, 14 + lines.length * 16];
  const left = x + width + 16 > WIDTH ? x - width - 14 : x + 14;
  const top = Math.max(4, Math.min(HEIGHT - height - 4, y - height / 2));
  return (
    <g class="tip" pointer-events="none">
      <rect class="tipbox" x={left} y={top} width={width} height={height} rx="6" />
      {lines.map((line, index) => (
        <text key={index} class={index === 0 ? 'ink' : ''} x={left + 12} y={top + 20 + index * 16}>
          {line}
        </text>
      ))}
    </g>
  );
}

export function ageText(ms: number): string {
  const days = Math.round(ms / DAY);
  if (days <= 0) return 'today';
  return days >= 730 ? `${Math.round(days / 365)} years` : `${days} d`;
}
