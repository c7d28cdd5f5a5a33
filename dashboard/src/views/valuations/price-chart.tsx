import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { moneyText } from '../../parts/money.js';
import { isNarrow } from '../../parts/narrow.js';
import { dateText } from '../../parts/time.js';
import { type PriceScale, priceScale } from './price-plot.js';
import { type ValuedPrice, reasonText } from './valued-price.js';

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
const WIDE: Frame = { width: 760, height: 420, left: 64, right: 16, top: 40, bottom: 64 };
/** Drawn for its width, so that texts stay readable. */
const NARROW: Frame = { width: 340, height: 360, left: 48, right: 8, top: 40, bottom: 60 };
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
  const frame = isNarrow.value ? NARROW : WIDE;
  const { width, height, left, right, top, bottom } = frame;
  const shown = prices.filter(
    (price): price is ValuedPrice & { cents: number } => price.cents !== null && price.cents > 0,
  );
  const scale = priceScale(
    shown.filter(({ included }) => included).map(({ cents }) => cents),
    shown.filter(({ included }) => !included).map(({ cents }) => cents),
  );
  const today = Date.now();
  const oldest = Math.min(today - 30 * DAY, ...shown.map(({ at }) => at));
  const x = (at: number): number => left + ((at - oldest) / (today - oldest)) * (width - left - right - 8);
  const inner = height - top - bottom;
  const y = (cents: number): number => {
    const place = scale.place(cents);
    if (place !== undefined) return top + inner * (1 - place);
    return cents > scale.high ? top - 20 : height - bottom + 18;
  };
  const heaviest = Math.max(1e-9, ...shown.map(({ weight }) => weight));
  const active = shown.find(({ key }) => key === (hovered ?? chosen));
  const beyond = shown.filter(({ cents }) => scale.place(cents) === undefined);
  const labelled = labels(shown, { x, y, width, isNarrow: isNarrow.value, text: (price) => markText(price, scale) });
  return (
    <svg
      class="chart price-chart"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${shown.length} prices by age on a logarithmic scale; ${beyond.length} beyond the scale are at its edge`}
      onMouseLeave={() => setHovered(undefined)}
    >
      {value.low !== null && value.high !== null && (
        <rect
          class="f-accent-soft"
          x={left}
          width={width - left - right}
          y={y(value.high)}
          height={Math.max(1, y(value.low) - y(value.high))}
        />
      )}
      {scale.ticks.map((cents) => (
        <g key={cents}>
          <line class="grid-l" x1={left} x2={width - right} y1={y(cents)} y2={y(cents)} />
          <text x={left - 10} y={y(cents) + 4} text-anchor="end">
            {moneyText(cents, null)}
          </text>
        </g>
      ))}
      {beyond.length > 0 && (
        <Edges
          frame={frame}
          hasTop={beyond.some(({ cents }) => cents > scale.high)}
          hasBottom={beyond.some(({ cents }) => cents < scale.low)}
        />
      )}
      {value.median !== null && (
        <g>
          <line class="l-accent" x1={left} x2={width - right} y1={y(value.median)} y2={y(value.median)} />
          <text class="acc halo" x={left + 4} y={y(value.median) - 6}>
            Median {moneyText(value.median, null)}
          </text>
        </g>
      )}
      {(isNarrow.value ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1]).map((share) => {
        const at = oldest + share * (today - oldest);
        return (
          <text
            key={share}
            x={x(at)}
            y={height - 8}
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
                {markText(price, scale)}
              </text>
            )}
            <circle class="hit" cx={cx} cy={cy} r="11" />
          </g>
        );
      })}
      {active && <Tip frame={frame} price={active} currency={currency} x={x(active.at)} y={y(active.cents)} />}
    </svg>
  );
}

/** The bands of prices that are not on the scale. */
function Edges({
  frame: { width, height, left, right, top, bottom },
  hasTop,
  hasBottom,
}: {
  readonly frame: Frame;
  readonly hasTop: boolean;
  readonly hasBottom: boolean;
}): JSX.Element {
  const band = (at: number, text: string): JSX.Element => (
    <g>
      <line class="l-mark" x1={left} x2={width - right} y1={at} y2={at} />
      <text x={left - 10} y={text === 'higher' ? at - 6 : at + 16} text-anchor="end">
        {text}
      </text>
    </g>
  );
  return (
    <>
      {hasTop && band(top - 6, 'higher')}
      {hasBottom && band(height - bottom + 4, 'lower')}
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
/** The width of a character of a label, on average. */
const CHARACTER = 6;

/** Why a price does not count; beyond the scale, also how much it is. */
function markText(price: ValuedPrice & { cents: number }, scale: PriceScale): string {
  const amount = scale.place(price.cents) === undefined ? `${moneyText(price.cents, null)}, ` : '';
  return `${amount}${reasonText(price)}`;
}

/** Reasons beside prices that do not count, where they cover no other mark or label. */
function labels(
  prices: readonly (ValuedPrice & { cents: number })[],
  {
    x,
    y,
    width,
    isNarrow: isSmall,
    text,
  }: {
    readonly x: (at: number) => number;
    readonly y: (cents: number) => number;
    readonly width: number;
    readonly isNarrow: boolean;
    readonly text: (price: ValuedPrice & { cents: number }) => string;
  },
): Map<string, { readonly isLeft: boolean }> {
  const found = new Map<string, { readonly isLeft: boolean }>();
  if (isSmall) return found;
  const taken: { readonly from: number; readonly to: number; readonly y: number }[] = prices.map((price) => ({
    ...{ from: x(price.at) - 8, to: x(price.at) + 8, y: y(price.cents) },
  }));
  for (const [index, price] of prices.entries()) {
    if (price.included || price.reason === 'ask' || price.reason === 'bid' || found.size >= MAX_LABELS) continue;
    const [px, py, length] = [x(price.at), y(price.cents), text(price).length * CHARACTER + 12];
    const isFree = (from: number): boolean =>
      from >= 0 &&
      from + length <= width &&
      taken.every((one, at) => at === index || one.to < from || one.from > from + length || Math.abs(one.y - py) > 13);
    const side = [px + 6, px - 6 - length].find(isFree);
    if (side === undefined) continue;
    taken.push({ from: side, to: side + length, y: py });
    found.set(price.key, { isLeft: side < px });
  }
  return found;
}

function Tip({
  frame,
  price,
  currency,
  x,
  y,
}: {
  readonly frame: Frame;
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
  const left = Math.max(4, x + width + 16 > frame.width ? x - width - 14 : x + 14);
  const top = Math.max(4, Math.min(frame.height - height - 4, y - height / 2));
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
