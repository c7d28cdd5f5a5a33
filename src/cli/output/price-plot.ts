import { padText } from './text-width.js';

/** A price in a plot. Prices are in major units; the axis is logarithmic. */
export interface PlottedPoint {
  readonly day: number;
  readonly price: number;
  readonly mark: string;
  /** Whether it was used. The axis shows these in full; others may be cut off. */
  readonly included: boolean;
}

export interface PriceLines {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

/** The axis reaches this factor beyond the included prices. Further ones are marked at its edge. */
const BEYOND = 1.6;
const ABOVE = '▲';
const BELOW = '▼';

/**
 * Prices over time, one character each, for a terminal without colours. The axis of prices is logarithmic and follows the included
 * points: an outlier is marked at the edge and does not squeeze the others. Several points in one place are counted.
 */
export function pricePlot(
  points: readonly PlottedPoint[],
  lines: PriceLines,
  days: { readonly first: string; readonly last: string },
  priceText: (price: number) => string,
  size: PlotSize,
): string[] {
  const axis = axisOf(points, lines);
  const labels = rowLabels(axis, lines, size.height, priceText);
  const labelWidth = Math.max(...[...labels.values()].map((label) => label.length));
  const columns = Math.max(20, size.width - labelWidth - 3);
  const grid = emptyGrid(axis, lines, columns, size.height);
  for (const [place, here] of placed(points, axis, columns, size.height)) {
    const [row = 0, column = 0] = place.split(' ').map(Number);
    (grid[row] ?? [])[column] = markOf(here, axis);
  }
  const body = grid.map((cells, row) => {
    const label = padText(labels.get(row) ?? '', labelWidth, 'right');
    return `${label} ${labels.has(row) ? '┤' : '│'}${cells.join('')}`.trimEnd();
  });
  const rule = `${' '.repeat(labelWidth)} └${'─'.repeat(columns)}`;
  const gap = Math.max(1, columns - days.first.length - days.last.length);
  return [...body, rule, `${' '.repeat(labelWidth + 2)}${days.first}${' '.repeat(gap)}${days.last}`];
}

interface Axis {
  readonly bottom: number;
  readonly top: number;
  readonly firstDay: number;
  readonly lastDay: number;
}

function axisOf(points: readonly PlottedPoint[], lines: PriceLines): Axis {
  const used = [lines.low, lines.high, ...points.flatMap(({ included, price }) => (included ? [price] : []))];
  const [least, most] = [Math.min(...used) / BEYOND, Math.max(...used) * BEYOND];
  // Excluded prices widen the axis up to the limit.
  const shown = points.map(({ price }) => price).filter((price) => price >= least && price <= most);
  const all = [...used, ...shown].map(Math.log);
  const margin = Math.max(0.02, (Math.max(...all) - Math.min(...all)) * 0.08);
  const days = points.map(({ day }) => day);
  return {
    bottom: Math.min(...all) - margin,
    top: Math.max(...all) + margin,
    firstDay: Math.min(...days),
    lastDay: Math.max(...days),
  };
}

/** The row of a price: 0 is the top. Prices beyond the axis are in the first or last row. */
function rowOf(price: number, { bottom, top }: Axis, height: number): number {
  const share = (top - Math.log(price)) / (top - bottom);
  return Math.max(0, Math.min(height - 1, Math.floor(share * height)));
}

function columnOf(day: number, { firstDay, lastDay }: Axis, columns: number): number {
  if (lastDay === firstDay) return columns - 1;
  return Math.round(((day - firstDay) / (lastDay - firstDay)) * (columns - 1));
}

/** Labels of the value, its range and both ends of the axis. Of two in one row, the value wins. */
function rowLabels(
  axis: Axis,
  { value, low, high }: PriceLines,
  height: number,
  priceText: (price: number) => string,
): ReadonlyMap<number, string> {
  const labels = new Map<number, string>();
  for (const price of [Math.exp(axis.top), Math.exp(axis.bottom)])
    labels.set(rowOf(price, axis, height), priceText(price));
  for (const price of [low, high, value]) labels.set(rowOf(price, axis, height), priceText(price));
  return labels;
}

function emptyGrid(axis: Axis, { value, low, high }: PriceLines, columns: number, height: number): string[][] {
  const [valueRow, lowRow, highRow] = [value, low, high].map((price) => rowOf(price, axis, height));
  return Array.from({ length: height }, (_, row) => {
    const fill = row === valueRow ? '━' : row === lowRow || row === highRow ? '╌' : ' ';
    return Array<string>(columns).fill(fill);
  });
}

function placed(
  points: readonly PlottedPoint[],
  axis: Axis,
  columns: number,
  height: number,
): ReadonlyMap<string, readonly PlottedPoint[]> {
  const places = new Map<string, PlottedPoint[]>();
  for (const point of points) {
    const place = `${rowOf(point.price, axis, height)} ${columnOf(point.day, axis, columns)}`;
    places.set(place, [...(places.get(place) ?? []), point]);
  }
  return places;
}

/** One point has its mark; several have their number, if all are of one kind, or the mark of an included one. */
function markOf(points: readonly PlottedPoint[], { bottom, top }: Axis): string {
  const [first] = points;
  if (first === undefined) return ' ';
  const logs = points.map(({ price }) => Math.log(price));
  if (logs.every((log) => log > top)) return ABOVE;
  if (logs.every((log) => log < bottom)) return BELOW;
  const used = points.filter(({ included }) => included);
  if (used.length > 1) return used.length > 9 ? '+' : String(used.length);
  return (used[0] ?? first).mark;
}
