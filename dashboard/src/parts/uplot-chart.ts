import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { numberText } from './number.js';
import { preferences } from '../shell/preferences.js';
import type { TimeChartProps } from './time-chart.js';

type Hover = { at: number; left: number; isRight: boolean } | undefined;

/** Draws a stack with uPlot, which has no stacks: each series is drawn up to its sum, the tallest first. */
export function drawChart(element: HTMLElement, props: () => TimeChartProps, onHover: (hover: Hover) => void): uPlot {
  const { series } = props();
  const css = getComputedStyle(element);
  const colour = (name: string): string => css.getPropertyValue(`--${name}`).trim();
  const axis: uPlot.Axis = {
    stroke: colour('ink-3'),
    font: `11px ${css.fontFamily}`,
    ticks: { show: false },
    gap: 8,
  };
  const { timeZone } = preferences.peek();
  const chart = new uPlot(
    {
      ...{ width: element.clientWidth, height: element.clientHeight, legend: { show: false }, padding: [14, 8, 0, 0] },
      ...(timeZone === undefined ? {} : { tzDate: (at: number) => uPlot.tzDate(new Date(at * 1_000), timeZone) }),
      // A click opens the list behind a step, so dragging zooms nothing.
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: { y: { range: (_, __, top) => [0, Math.max(4, top * 1.06)] } },
      axes: [
        { ...axis, grid: { show: false }, values: timeLabels() },
        {
          ...axis,
          grid: { stroke: colour('line'), width: 1 },
          // Called without values first.
          size: (_, values) =>
            14 + 7 * Math.max(1, ...((values as string[] | null) ?? []).map((value) => value.length)),
          space: 38,
          incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 1e7, 1e8],
          values: (_, values) => values.map(numberText),
        },
      ],
      series: [
        {},
        ...series.toReversed().map(({ fill, line = fill }) => ({
          fill: colour(`fill-${fill}`) || colour(fill),
          stroke: colour(`line-${line}`) || colour(`fill-${line}`) || colour(line),
          width: 1.5,
          points: { show: false },
        })),
      ],
      hooks: {
        setCursor: [
          ({ cursor: { idx, left = -1 }, bbox, width }) => {
            const isInside = idx !== null && idx !== undefined && left >= 0;
            const x = left + bbox.left / devicePixelRatio;
            onHover(isInside ? { at: idx, left: x, isRight: x > width / 2 } : undefined);
          },
        ],
        drawClear: [],
        draw: [(drawn) => drawMarks(drawn, props().marks ?? [], colour('ink-3'), css.fontFamily)],
      },
    },
    stacked(props()),
    element,
  );
  const refresh = (): void => chart.setData(stacked(props()));
  element.addEventListener('newdata', refresh);
  chart.over.addEventListener('click', () => {
    const { times, stepMs, onPick } = props();
    const from = chart.cursor.idx == null ? undefined : times[chart.cursor.idx];
    if (from !== undefined) onPick?.(from, from + stepMs);
  });
  if (props().onPick) chart.over.classList.add('can-pick');
  return chart;
}

/** The tallest sum first, as the series are. */
function stacked({ times, series }: TimeChartProps): uPlot.AlignedData {
  const sums: number[][] = [];
  for (const { values } of series) {
    const below = sums.at(-1);
    sums.push(times.map((_, at) => (values[at] ?? 0) + (below?.[at] ?? 0)));
  }
  return [times.map((time) => time / 1_000), ...sums.toReversed()];
}

function timeLabels(): uPlot.Axis.DynamicValues {
  const { timeZone } = preferences.peek();
  const zone = timeZone === undefined ? {} : { timeZone };
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', ...zone });
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...zone });
  return (_, times) => {
    const isLong = (times.at(-1) ?? 0) - (times[0] ?? 0) > 36 * 3_600;
    return times.map((time) => (isLong ? day : clock).format(time * 1_000));
  };
}

function drawMarks(
  chart: uPlot,
  marks: readonly { readonly at: number; readonly label: string }[],
  colour: string,
  font: string,
): void {
  const { ctx, bbox } = chart;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = colour;
  ctx.font = `${11 * devicePixelRatio}px ${font}`;
  ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
  for (const { at, label } of marks) {
    const x = chart.valToPos(at / 1_000, 'x', true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top - 8);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.textAlign = x > bbox.left + bbox.width / 2 ? 'right' : 'left';
    ctx.fillText(label, x + (ctx.textAlign === 'right' ? -6 : 6), bbox.top - 2);
  }
  ctx.restore();
}
