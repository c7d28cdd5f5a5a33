import type { JSX } from 'preact';
import { valueText } from '../../parts/cell-value.js';
import { isNumberType } from '../dataset/profile-head.js';

interface ResultColumn {
  readonly name: string;
  readonly type: string;
}

const MOST_POINTS = 200;
const [WIDTH, HEIGHT, LEFT, BOTTOM] = [640, 240, 64, 28];

/** The columns of a chart: what each point is called, and its number. Undefined if there is no number. */
export function chartColumns(columns: readonly ResultColumn[]): { label: string; value: string } | undefined {
  const value = columns.find(
    ({ type, name }, at) => isNumberType(type) && (at > 0 || columns.length === 1) && name !== '',
  );
  if (value === undefined) return undefined;
  const label = columns.find(({ name }) => name !== value.name) ?? value;
  return { label: label.name, value: value.name };
}

/** Rows as bars or as a line, in the order of the result. */
export function ResultChart({
  rows,
  columns,
  kind,
}: {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly columns: readonly ResultColumn[];
  readonly kind: 'bars' | 'line';
}): JSX.Element {
  const names = chartColumns(columns);
  if (names === undefined)
    return <p class="inset soft">A chart needs a column with numbers behind a column with names.</p>;
  const points = rows
    .slice(0, MOST_POINTS)
    .map((row) => ({ label: valueText(row[names.label]), value: Number(row[names.value] ?? 0) }));
  const top = Math.max(0, ...points.map(({ value }) => value));
  const low = Math.min(0, ...points.map(({ value }) => value));
  const span = top - low || 1;
  const y = (value: number): number => 10 + ((top - value) / span) * (HEIGHT - BOTTOM - 10);
  const step = (WIDTH - LEFT) / Math.max(1, points.length);
  const x = (at: number): number => LEFT + at * step;
  const every = Math.ceil(points.length / 12);
  const ticks = Array.from({ length: 4 }, (_, at) => low + (span * at) / 3);
  return (
    <figure class="result-chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${names.value} by ${names.label}`}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line class="grid-l" x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
            <text class="axis" x={LEFT - 8} y={y(tick) + 4} text-anchor="end">
              {shortNumber(tick)}
            </text>
          </g>
        ))}
        {kind === 'line' && (
          <polyline
            class="result-line"
            points={points.map(({ value }, at) => `${x(at) + step / 2},${y(value)}`).join(' ')}
          />
        )}
        {points.map(({ label, value }, at) => (
          <g key={at}>
            {kind === 'bars' ? (
              <rect
                class="f-series"
                x={x(at) + step * 0.1}
                width={Math.max(1, step * 0.8)}
                y={Math.min(y(value), y(0))}
                height={Math.max(1, Math.abs(y(0) - y(value)))}
                rx="2"
              >
                <title>{`${label}: ${value}`}</title>
              </rect>
            ) : (
              <circle class="f-series" cx={x(at) + step / 2} cy={y(value)} r="3">
                <title>{`${label}: ${value}`}</title>
              </circle>
            )}
            {at % every === 0 && (
              <text class="axis" x={x(at) + step / 2} y={HEIGHT - 8} text-anchor="middle">
                {label.slice(0, 10)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <figcaption class="tiny muted">
        {names.value} by {names.label}
        {rows.length > MOST_POINTS && `, the first ${MOST_POINTS} rows`}
      </figcaption>
    </figure>
  );
}

function shortNumber(value: number): string {
  return new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}
