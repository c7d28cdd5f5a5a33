/** One part of a filter: `status:failed`, `-type:verify`, or a bare word. */
export interface Chip {
  readonly isNot: boolean;
  readonly name: string | undefined;
  readonly value: string;
}

/** Text in quotes may contain blanks; a quote inside is doubled. */
const PART = /-?(?:[\w.]+:)?(?:"(?:[^"]|"")*"|[^\s"]\S*)|\S+/g;

export function chipsOf(text: string): Chip[] {
  return [...text.matchAll(PART)].map(([part]) => parseChip(part));
}

export function parseChip(part: string): Chip {
  const [, sign, name, value = ''] = /^(-?)(?:([A-Za-z][\w.]*):)?(.*)$/s.exec(part) ?? [];
  // A lone minus, or a name without a value, is a word.
  if (value === '') return { isNot: false, name: undefined, value: part };
  return { isNot: sign === '-', name, value: unquoted(value) };
}

export function filterText(chips: readonly Chip[]): string {
  return chips
    .map(({ isNot, name, value }) => `${isNot ? '-' : ''}${name === undefined ? '' : `${name}:`}${quoted(value)}`)
    .join(' ');
}

export function quoted(value: string): string {
  return /[\s"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

function unquoted(value: string): string {
  const [, inner] = /^"(.*?)"?$/s.exec(value) ?? [];
  return inner === undefined ? value : inner.replaceAll('""', '"');
}
