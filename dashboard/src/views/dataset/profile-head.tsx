import type { JSX } from 'preact';
import type { Schemas } from '../../../../src/client/index.js';
import { numberText } from '../../parts/number.js';

export type Profile = Schemas['ColumnProfile'];

/** The head of a column: name, type, distribution, lowest and highest value, distinct values, nulls if there are any. */
export function ProfileHead({
  column,
  profile,
  rows,
  order,
  onSort,
}: {
  readonly column: { readonly name: string; readonly type: string };
  readonly profile: Profile | undefined;
  /** How many rows the profile is of. */
  readonly rows: number;
  readonly order: 'ascending' | 'descending' | 'none';
  readonly onSort: () => void;
}): JSX.Element {
  return (
    <th scope="col" class={order === 'none' ? '' : 'sorted'} aria-sort={order}>
      <button class="sort nm" type="button" title="Sort by this column" onClick={onSort}>
        {column.name}
        <small>{typeName(column.type)}</small>
        {order !== 'none' && <span aria-hidden="true">{order === 'descending' ? '↓' : '↑'}</span>}
      </button>
      {profile && <ProfileBars profile={profile} />}
      {profile && (
        <>
          <span class="sm">
            <Edges profile={profile} rows={rows} />
          </span>
          <span class="sm">
            <span>
              {profile.distinct_is_exact ? '' : '≈ '}
              {numberText(profile.distinct)} distinct
            </span>
            {profile.nulls > 0 && <span>{share(profile.nulls, rows)} null</span>}
          </span>
        </>
      )}
    </th>
  );
}

function Edges({ profile, rows }: { readonly profile: Profile; readonly rows: number }): JSX.Element {
  const [first, second] = profile.frequent;
  if (profile.histogram !== null || first === undefined) {
    return (
      <>
        <span>{short(profile.min)}</span>
        <span>{short(profile.max)}</span>
      </>
    );
  }
  if (profile.distinct === 2 && second !== undefined) {
    return (
      <>
        <span>
          {short(first.value)} {share(first.rows, rows)}
        </span>
        <span>
          {short(second.value)} {share(second.rows, rows)}
        </span>
      </>
    );
  }
  return (
    <>
      <span>{short(first.value)}</span>
      <span>{share(first.rows, rows)}</span>
    </>
  );
}

/** Equal steps of a range, or the most frequent values. */
export function ProfileBars({ profile }: { readonly profile: Profile }): JSX.Element {
  const counts = profile.histogram ?? profile.frequent.map(({ rows }) => rows);
  const top = Math.max(1, ...counts);
  const step = 120 / Math.max(1, counts.length);
  const label = profile.histogram === null ? 'The most frequent values' : 'Rows from the lowest to the highest value';
  return (
    <svg viewBox="0 0 120 32" preserveAspectRatio="none" role="img" aria-label={label}>
      {counts.map((count, at) => {
        const height = count === 0 ? 0 : Math.max(1, (32 * count) / top);
        return (
          <rect key={at} class="f-hist" x={at * step} y={32 - height} width={Math.max(0.5, step - 1)} height={height}>
            <title>{titleOf(profile, at)}</title>
          </rect>
        );
      })}
    </svg>
  );
}

function titleOf({ frequent, histogram }: Profile, at: number): string {
  const value = frequent[at];
  return value ? `${value.value}: ${numberText(value.rows)}` : numberText(histogram?.[at] ?? 0);
}

export function share(part: number, whole: number): string {
  if (whole === 0) return '0 %';
  const percent = (100 * part) / whole;
  return `${percent >= 10 || percent === 0 ? Math.round(percent) : percent.toFixed(1)} %`;
}

function short(text: string | null): string {
  if (text === null) return '';
  return text.length > 16 ? `${text.slice(0, 15)}…` : text;
}

export function isNumberType(type: string): boolean {
  return /^(U?(TINY|SMALL|BIG|HUGE)?INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL)/.test(type);
}

const NAMES: Readonly<Record<string, string>> = {
  VARCHAR: 'string',
  BIGINT: 'int',
  INTEGER: 'int',
  DOUBLE: 'float',
  BOOLEAN: 'bool',
  TIMESTAMP: 'datetime',
  'TIMESTAMP WITH TIME ZONE': 'datetime(tz)',
  BLOB: 'binary',
};

/** The type as a contract names it. */
export function typeName(type: string): string {
  return NAMES[type] ?? type.toLowerCase();
}
