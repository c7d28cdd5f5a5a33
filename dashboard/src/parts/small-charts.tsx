import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';

/** A share of a whole: used slots, tokens. */
export function Meter({
  value,
  max,
  color = 'running',
  label,
}: {
  readonly value: number;
  readonly max: number;
  readonly color?: string;
  readonly label: string;
}): JSX.Element {
  const width = max <= 0 ? 0 : Math.min(64, (64 * value) / max);
  return (
    <svg class="meter" viewBox="0 0 64 6" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect class="f-line" width="64" height="6" rx="3" />
      {width > 0 && <rect class={`f-${color}`} width={Math.max(3, width)} height="6" rx="3" />}
    </svg>
  );
}

/** A number over time, without axes. */
export function Sparkline({
  values,
  label,
}: {
  readonly values: readonly number[];
  readonly label: string;
}): JSX.Element {
  if (values.every((value) => value === 0))
    return <svg class="spark" viewBox="0 0 96 22" role="img" aria-label={label} />;
  const top = Math.max(1, ...values);
  const x = (at: number): number => (values.length < 2 ? 0 : (at / (values.length - 1)) * 94 + 1);
  const y = (value: number): number => 20 - (value / top) * 18;
  const line = values.map((value, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  const end = values.length - 1;
  return (
    <svg class="spark" viewBox="0 0 96 22" role="img" aria-label={label}>
      <path class="l-ink" d={line} />
      {end >= 0 && <circle class="f-ink" cx={x(end)} cy={y(values[end] as number)} r="2" />}
    </svg>
  );
}

export interface Bar {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** How many things fall into each span of time. Dragging, or the fields below it, narrow the list. */
export function Bars({
  bars,
  color = 'series',
  label,
  onRange,
}: {
  readonly bars: readonly Bar[];
  readonly color?: string;
  readonly label: string;
  readonly onRange?: ((from: number, to: number) => void) | undefined;
}): JSX.Element {
  const [drag, setDrag] = useState<{ from: number; to: number }>();
  const element = useRef<SVGSVGElement>(null);
  const top = Math.max(1, ...bars.map(({ count }) => count));
  const barAt = (event: PointerEvent): number => {
    const box = (element.current as SVGSVGElement).getBoundingClientRect();
    return Math.max(0, Math.min(bars.length - 1, Math.floor(((event.clientX - box.left) / box.width) * bars.length)));
  };
  const marked = drag && { first: Math.min(drag.from, drag.to), last: Math.max(drag.from, drag.to) };
  return (
    <svg
      ref={element}
      class={onRange ? 'bars can-drag' : 'bars'}
      viewBox={`0 0 ${Math.max(1, bars.length) * 10} 28`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      onPointerDown={(event) => {
        if (!onRange) return;
        element.current?.setPointerCapture(event.pointerId);
        setDrag({ from: barAt(event), to: barAt(event) });
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: barAt(event) })}
      onPointerUp={() => {
        if (marked) onRange?.((bars[marked.first] as Bar).from, (bars[marked.last] as Bar).to);
        setDrag(undefined);
      }}
      onPointerCancel={() => setDrag(undefined)}
    >
      {marked && (
        <rect
          class="f-accent-soft"
          x={marked.first * 10}
          y="0"
          width={(marked.last - marked.first + 1) * 10}
          height="28"
        />
      )}
      {bars.map(({ from, count }, at) => {
        const height = count === 0 ? 1 : Math.max(2, (27 * count) / top);
        return (
          <rect
            key={from}
            class={count === 0 ? 'f-line' : `f-${color}`}
            x={at * 10 + 0.5}
            y={28 - height}
            width="9"
            height={height}
          />
        );
      })}
    </svg>
  );
}
