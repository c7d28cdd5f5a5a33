import type uPlot from 'uplot';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { preferences, theme } from '../shell/preferences.js';
import { Failure } from './failure.js';
import { numberText } from './number.js';
import { clockText, dateText } from './time.js';

/** One part of a stack. The first is at the bottom: failures belong there, where they have a straight base. */
export interface Series {
  readonly name: string;
  /** A token of tokens.css. */
  readonly fill: string;
  readonly line?: string;
  readonly values: readonly number[];
}

export interface TimeChartProps {
  /** A sentence about what the chart shows. */
  readonly label: string;
  /** Where each step begins, in milliseconds. */
  readonly times: readonly number[];
  readonly stepMs: number;
  readonly series: readonly Series[];
  /** Things that happened, as dotted lines with a name. */
  readonly marks?: readonly { readonly at: number; readonly label: string }[];
  /** A click opens what is behind a step. */
  readonly onPick?: ((from: number, to: number) => void) | undefined;
  /** At least this high; 248 by default. It grows with its place. */
  readonly height?: number;
}

/** A stacked chart over time, with a box of values under the pointer, and as a table for readers. */
export function TimeChart(props: TimeChartProps): JSX.Element {
  const { label, times, stepMs, series } = props;
  const place = useRef<HTMLDivElement>(null);
  const [isTable, setTable] = useState(false);
  const [hovered, setHovered] = useState<{ at: number; left: number; isRight: boolean }>();
  const [error, setError] = useState<unknown>();
  const latest = useRef(props);
  latest.current = props;
  const colours = `${theme()} ${preferences.value.timeZone ?? ''}`;
  useEffect(() => {
    if (isTable) return undefined;
    let chart: uPlot | undefined;
    let isOver = false;
    const element = place.current as HTMLDivElement;
    const resize = new ResizeObserver(() =>
      chart?.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    import('./uplot-chart.js').then(({ drawChart }) => {
      if (isOver) return;
      chart = drawChart(element, () => latest.current, setHovered);
      resize.observe(element);
    }, setError);
    return () => {
      isOver = true;
      resize.disconnect();
      chart?.destroy();
    };
  }, [colours, isTable, series.length]);
  useEffect(() => void place.current?.dispatchEvent(new Event('newdata')), [times, series]);
  return (
    <figure class="time-chart" aria-label={label} style={{ minHeight: `${props.height ?? 248}px` }}>
      {error !== undefined && <Failure error={error} />}
      {isTable ? <ChartTable {...props} /> : <div class="chart-place" ref={place} role="img" aria-label={label} />}
      {hovered && !isTable && (
        <ValueBox at={hovered.at} left={hovered.left} isRight={hovered.isRight} props={{ times, series, stepMs }} />
      )}
      <button class="link small as-table" type="button" onClick={() => setTable(!isTable)}>
        {isTable ? 'As chart' : 'As table'}
      </button>
    </figure>
  );
}

function ValueBox({
  at,
  left,
  isRight,
  props: { times, series, stepMs },
}: {
  readonly at: number;
  readonly left: number;
  readonly isRight: boolean;
  readonly props: Pick<TimeChartProps, 'times' | 'series' | 'stepMs'>;
}): JSX.Element | null {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current)
      box.current.style.transform = `translateX(${left}px) translateX(${isRight ? 'calc(-100% - 10px)' : '10px'})`;
  });
  const from = times[at];
  if (from === undefined) return null;
  return (
    <div class="value-box" ref={box} aria-hidden="true">
      <b>
        {stepMs >= 86_400_000 ? dateText(from).replace(/,.*/, '') : `${dateText(from)} to ${clockText(from + stepMs)}`}
      </b>
      {series.toReversed().map(({ name, fill, values }) => (
        <span key={name}>
          <i class={`k-${fill}`} />
          {name}
          <b>{numberText(values[at] ?? 0)}</b>
        </span>
      ))}
    </div>
  );
}

function ChartTable({ label, times, series }: TimeChartProps): JSX.Element {
  return (
    <div class="chart-table scroll-x" tabIndex={0}>
      <table class="t t-dense" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">From</th>
            {series.map(({ name }) => (
              <th key={name} class="num" scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((time, at) => (
            <tr key={time}>
              <td>{dateText(time)}</td>
              {series.map(({ name, values }) => (
                <td key={name} class="num">
                  {numberText(values[at] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
