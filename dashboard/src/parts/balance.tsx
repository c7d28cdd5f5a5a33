import type { JSX } from 'preact';
import { numberText } from './number.js';
import { State } from './state.js';

export interface BalanceProps {
  readonly rowsIn: number;
  readonly valid: number;
  readonly quarantined: number;
  readonly skipped: number;
  /** Where each number leads. A number without a link is plain text. */
  readonly links?: { readonly valid?: string; readonly quarantined?: string; readonly skipped?: string };
  readonly isSmall?: boolean;
  /** Rows in is the sum of the others, so comparing them would show nothing. */
  readonly isSum?: boolean;
}

const WIDTH = 1_000;
/** A part that is not zero stays visible. */
const MIN_WIDTH = 6;

/** The promise of the product: rows in = valid + quarantined + skipped. */
export function Balance({
  rowsIn,
  valid,
  quarantined,
  skipped,
  links = {},
  isSmall = false,
  isSum = false,
}: BalanceProps): JSX.Element {
  const isBalanced = rowsIn === valid + quarantined + skipped;
  return (
    <>
      <div class={isSmall ? 'balance small-b' : 'balance'}>
        <span class="q">
          <b>{numberText(rowsIn)}</b> <span class="muted">rows in</span>
        </span>
        <span class="op">=</span>
        <Part count={valid} word="valid" color="completed" to={links.valid} />
        <span class="op">+</span>
        <Part count={quarantined} word="in quarantine" color="warning" to={links.quarantined} />
        <span class="op">+</span>
        <Part count={skipped} word="skipped" color="pending" to={links.skipped} />
        {!isSmall && !isSum && (
          <span class="right">
            {isBalanced ? (
              <State shape="completed">Every row is accounted for</State>
            ) : (
              <State shape="failed">The sums differ. Run casparian verify</State>
            )}
          </span>
        )}
      </div>
      {rowsIn > 0 && <BalanceBar parts={[valid, quarantined, skipped]} />}
    </>
  );
}

function Part({
  count,
  word,
  color,
  to,
}: {
  readonly count: number;
  readonly word: string;
  readonly color: string;
  readonly to: string | undefined;
}): JSX.Element {
  const text = (
    <>
      <b>{numberText(count)}</b> <span class="muted">{word}</span>
    </>
  );
  return (
    <span class="q">
      <i class={`key k-${color}`} />
      {to === undefined || count === 0 ? text : <a href={to}>{text}</a>}
    </span>
  );
}

function BalanceBar({ parts }: { readonly parts: readonly [number, number, number] }): JSX.Element {
  const classes = ['f-completed', 'f-warning', 'f-pending'];
  const widths = barWidths(parts);
  let x = 0;
  return (
    <svg
      class="hbar balance-bar"
      viewBox={`0 0 ${WIDTH} 6`}
      preserveAspectRatio="none"
      role="img"
      aria-label="Shares of valid, quarantined and skipped rows"
    >
      <title>Thin parts are drawn wider than they are, so that they can be seen. The numbers are exact.</title>
      {widths.map((width, at) => {
        const start = x;
        x += width === 0 ? 0 : width + 2;
        return width === 0 ? null : <rect key={at} class={classes[at]} x={start} y="0" width={width} height="6" />;
      })}
    </svg>
  );
}

/** Widths of the parts, of which those that are not zero have at least 6. */
export function barWidths(parts: readonly number[]): number[] {
  const total = parts.reduce((sum, part) => sum + part, 0);
  const gaps = 2 * (parts.filter((part) => part > 0).length - 1);
  const thin = parts.filter((part) => part > 0 && (part / total) * WIDTH < MIN_WIDTH);
  const rest = WIDTH - gaps - thin.length * MIN_WIDTH;
  const thick = total - thin.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => (part === 0 ? 0 : thin.includes(part) ? MIN_WIDTH : (part / thick) * rest));
}
