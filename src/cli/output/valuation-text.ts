import type { ValuationJson, ValuedPointJson } from '../../collect/valuation-json.js';
import { compareUtf8 } from '../../platform/index.js';
import { amountText, moneyText } from './money-text.js';
import { type PlottedPoint, pricePlot } from './price-plot.js';
import { type Column, renderProperties, renderTable } from './table.js';
import { textWidth } from './text-width.js';

/** Marks of the plot. Included points are filled. */
const MARKS = { sold: '●', bid: '◆', ask: '■', excluded: 'x', ask_excluded: '□', bid_excluded: '◇' } as const;
const PLOT_HEIGHT = 15;
const MS_PER_DAY = 86_400_000;
/** The plot and the table are readable on a narrow terminal, and not stretched over a wide one. */
const WIDEST = 100;

const REASONS: Readonly<Record<string, string>> = {
  included: 'used',
  lot: 'lot of several',
  best_offer: 'unknown best offer',
  unsold: 'not sold',
  bad_price: 'no positive price',
  bad_date: 'no date',
  in_future: 'dated in the future',
  no_match: 'another item',
  untrusted: 'source not trusted',
  no_rate: 'no rate of that day',
  ask: 'asked, not sold',
  bid: 'bid, not sold',
  outlier: 'outlier',
  too_old: 'too old',
};

/** The value and its properties, without its points. */
export function valuationSummary(valuation: ValuationJson): string {
  const { currency, value_cents, low_cents, high_cents, n, n_eff, confidence, value_type } = valuation;
  const money = (cents: number | null): string => moneyText(cents, currency);
  const informs: [string, string][] = [
    ...(valuation.ask_low_cents === null ? [] : [['lowest ask', money(valuation.ask_low_cents)] as [string, string]]),
    ...(valuation.bid_floor_cents === null
      ? []
      : [['highest bid', money(valuation.bid_floor_cents)] as [string, string]]),
  ];
  return renderProperties([
    [
      'value',
      value_cents === null ? 'unknown: no usable price' : `${money(value_cents)}  (${VALUE_TYPES[value_type]})`,
    ],
    ...(value_cents === null ? [] : [['range', `${money(low_cents)} – ${money(high_cents)}`] as [string, string]]),
    ['confidence', `${confidence}: ${n} of ${valuation.points.length} prices used, worth ${n_eff} equal ones`],
    ...informs,
    ['as of', valuation.as_of],
    ['computed by', `${valuation.algorithm}, inputs ${valuation.inputs_hash.slice(0, 12)}`],
  ]);
}

const VALUE_TYPES = {
  sold: 'median of sales',
  last_sale: 'the only sale',
  indicative: 'asks and bids only: no sale is known',
  none: 'none',
} as const;

/** Every point with its reason and weight, newest first, below a plot. */
export function valuationExplanation(
  valuation: ValuationJson,
  sourceName: (id: string) => string,
  width: number,
): string {
  const room = Math.min(width, WIDEST);
  const newestFirst = [...valuation.points].sort((one, other) => compareUtf8(other.observed_on, one.observed_on));
  return [...plotLines(valuation, room), renderTable(columnsOf(valuation, sourceName), newestFirst, room)].join('\n');
}

function plotLines(valuation: ValuationJson, width: number): string[] {
  const { value_cents, low_cents, high_cents, currency } = valuation;
  const points = valuation.points.flatMap(plotted);
  if (value_cents === null || low_cents === null || high_cents === null || points.length < 2) return [];
  const days = valuation.points.map(({ observed_on }) => observed_on).sort();
  const lines = { value: value_cents, low: low_cents, high: high_cents };
  const plot = pricePlot(
    points,
    lines,
    { first: days[0] ?? '', last: days.at(-1) ?? '' },
    (cents) => moneyText(Math.round(cents), currency),
    { width, height: PLOT_HEIGHT },
  );
  const marks = new Set(plot.join(''));
  const legend = LEGEND.filter(([mark]) => marks.has(mark)).map(([mark, meaning]) => `${mark} ${meaning}`);
  return [...plot, ...wrapped(legend, width), ''];
}

/** Entries side by side, as many as fit into a line. */
function wrapped(entries: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const entry of entries) {
    const joined = `${lines.at(-1) ?? ''}   ${entry}`;
    if (lines.length > 0 && textWidth(joined) <= width) lines.splice(-1, 1, joined);
    else lines.push(`  ${entry}`);
  }
  return lines;
}

const LEGEND: readonly (readonly [mark: string, meaning: string])[] = [
  [MARKS.sold, 'sold'],
  [MARKS.bid, 'bid'],
  [MARKS.ask, 'ask'],
  [MARKS.ask_excluded, 'ask, not used'],
  [MARKS.bid_excluded, 'bid, not used'],
  [MARKS.excluded, 'not used'],
  ['━', 'value'],
  ['╌', 'range'],
  ['▲', 'above the axis'],
  ['▼', 'below the axis'],
];

function plotted(point: ValuedPointJson): PlottedPoint[] {
  const day = Date.parse(`${point.observed_on}T00:00:00Z`) / MS_PER_DAY;
  if (point.price_cents === null || point.price_cents <= 0 || Number.isNaN(day)) return [];
  const mark = point.included ? MARKS[point.price_type] : excludedMark(point);
  return [{ day, price: point.price_cents, mark, included: point.included }];
}

function excludedMark({ reason }: ValuedPointJson): string {
  if (reason === 'ask') return MARKS.ask_excluded;
  return reason === 'bid' ? MARKS.bid_excluded : MARKS.excluded;
}

function columnsOf(valuation: ValuationJson, sourceName: (id: string) => string): readonly Column<ValuedPointJson>[] {
  const total = valuation.points.reduce((sum, { weight }) => sum + weight, 0);
  return [
    { title: ' ', cell: (point) => (point.included ? MARKS[point.price_type] : excludedMark(point)) },
    { title: 'date', cell: (point) => point.observed_on },
    { title: 'type', cell: (point) => point.price_type },
    {
      title: valuation.currency ?? 'price',
      align: 'right',
      cell: (point) => amountText(point.price_cents, valuation.currency),
    },
    { title: 'weight', align: 'right', cell: (point) => (point.included ? point.weight.toFixed(4) : '–') },
    {
      title: 'share',
      align: 'right',
      cell: (point) => (point.included ? `${Math.round((100 * point.weight) / total)} %` : '–'),
    },
    { title: 'source', cell: (point) => sourceName(point.source_id) },
    { title: 'reason', cell: (point) => `${REASONS[point.reason] ?? point.reason}${added(point, valuation.currency)}` },
  ];
}

/** Which parts of the price the source did not include. */
function added({ shipping_cents, premium_cents }: ValuedPointJson, currency: string | null): string {
  const parts = [
    ...(shipping_cents === null ? [] : [`${amountText(shipping_cents, currency)} shipping`]),
    ...(premium_cents === null ? [] : [`${amountText(premium_cents, currency)} premium`]),
  ];
  return parts.length === 0 ? '' : `, with ${parts.join(' and ')}`;
}
