import type { JSX } from 'preact';

const INTEGER = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const SHORT = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const SIZES = ['bytes', 'kB', 'MB', 'GB', 'TB'];

export function numberText(value: number | bigint): string {
  return INTEGER.format(value);
}

/** A number that the server stopped counting at. */
export function cappedText({ count, capped }: { readonly count: number; readonly capped: boolean }): string {
  return capped && count >= 1_000 ? `${numberText(count)}+` : numberText(count);
}

/** `1 job`, `2 jobs`. */
export function counted(count: number | bigint, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${Number(count) === 1 ? one : many}`;
}

export function sizeText(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1_000 && unit < SIZES.length - 1) [value, unit] = [value / 1_000, unit + 1];
  return `${(value < 10 && unit > 0 ? SHORT : INTEGER).format(value)} ${SIZES[unit] as string}`;
}

/** An id, shortened in the middle; whole in the tooltip. */
export function Id({ id }: { readonly id: string }): JSX.Element {
  return (
    <code class="id" title={id}>
      {shortId(id)}
    </code>
  );
}

export function shortId(id: string): string {
  return id.length > 14 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id;
}
