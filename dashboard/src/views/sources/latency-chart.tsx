import type { JSX } from 'preact';
import { clockText, durationText } from '../../parts/time.js';
import type { Activity } from './source-words.js';

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [388, 120, 40, 20];

/** Median and slow responses by step; steps with failures are crosses. */
export function LatencyChart({
  points,
  name,
}: {
  readonly points: Activity['points'];
  readonly name: string;
}): JSX.Element {
  const slowest = Math.max(100, ...points.map(({ p95_ms: ms }) => ms ?? 0));
  const x = (index: number): number => LEFT + (index / Math.max(1, points.length - 1)) * (WIDTH - LEFT - 6);
  const y = (ms: number): number => HEIGHT - BOTTOM - (ms / slowest) * (HEIGHT - BOTTOM - 12);
  const failures = points.filter(({ failed }) => failed > 0).length;
  const first = points[0]?.at;
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Durations of responses of ${name}: at most ${durationText(slowest)}; ${failures} steps with failures`}
    >
      {[slowest, slowest / 2].map((ms) => (
        <g key={ms}>
          <line class="grid-l" x1={LEFT} x2={WIDTH} y1={y(ms)} y2={y(ms)} />
          <text x={LEFT - 8} y={y(ms) + 4} text-anchor="end">
            {durationText(ms)}
          </text>
        </g>
      ))}
      <line class="axis-l" x1={LEFT} x2={WIDTH} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} />
      {points.map((point, index) => (
        <g key={point.at}>
          {point.p50_ms !== null && <circle class="f-series" cx={x(index)} cy={y(point.p50_ms)} r="2.5" />}
          {point.p95_ms !== null && point.p95_ms !== point.p50_ms && (
            <circle class="f-series-2" cx={x(index)} cy={y(point.p95_ms)} r="2" />
          )}
          {point.failed > 0 && (
            <path class="l-failed" d={`M${x(index) - 3} ${y(point.p95_ms ?? 0) - 3}l6 6m0 -6l-6 6`} />
          )}
        </g>
      ))}
      {first != null && (
        <text x={LEFT} y={HEIGHT - 4}>
          {clockText(Date.parse(first))}
        </text>
      )}
      <text x={WIDTH} y={HEIGHT - 4} text-anchor="end">
        now
      </text>
    </svg>
  );
}
