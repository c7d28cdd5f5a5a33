import { normalisedTitle } from './dedupe-key.js';

/** The item that is valued. */
export interface MatchIntake {
  readonly title: string | null;
  readonly year: number | null;
  readonly mintMark: string | null;
  readonly denomination: string | null;
  readonly series: string | null;
  readonly attributes: Readonly<Record<string, string>>;
}

/** A listing: its title, and the fields that the source gives separately. */
export interface MatchListing {
  readonly title: string | null;
  /** `year`, `mint_mark`, `denomination`, `series` and free attributes, as text. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface MatchPart {
  readonly field: string;
  readonly weight: number;
  /** 0 contradicts, 500 is not stated, 1000 agrees. */
  readonly perMille: number;
  readonly why: string;
}

export interface Match {
  /** 0 to 1000. */
  readonly perMille: number;
  readonly parts: readonly MatchPart[];
}

const WEIGHTS = { year: 30, mint_mark: 15, denomination: 20, series: 15, title: 20, attribute: 10 } as const;
const UNKNOWN = 500;
/** Another year or mint mark is another item, however similar the title is. */
const CONTRADICTED_AT_MOST = 200;

/**
 * How well a listing matches an item: the weighted mean over everything that the item states, in thousandths. A field that the
 * source gives decides; else the title is searched. What is not stated counts half.
 */
export function matchStrength(intake: MatchIntake, listing: MatchListing): Match {
  const title = tokensOf(listing.title ?? '');
  const given = (field: string): string | undefined => listing.attributes[field];
  const parts: MatchPart[] = [];
  const add = (field: string, weight: number, perMille: number, why: string): void =>
    void parts.push({ field, weight, perMille, why });

  if (intake.year !== null) add('year', WEIGHTS.year, ...yearMatch(intake.year, given('year'), title));
  if (isStated(intake.mintMark)) {
    add('mint_mark', WEIGHTS.mint_mark, ...mintMarkMatch(intake.mintMark, intake.year, given('mint_mark'), title));
  }
  if (isStated(intake.denomination)) {
    add('denomination', WEIGHTS.denomination, ...textMatch(intake.denomination, given('denomination'), title));
  }
  if (isStated(intake.series)) add('series', WEIGHTS.series, ...textMatch(intake.series, given('series'), title));
  if (isStated(intake.title)) add('title', WEIGHTS.title, ...textMatch(intake.title, undefined, title));
  for (const [name, value] of Object.entries(intake.attributes).sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (isStated(value)) add(name, WEIGHTS.attribute, ...textMatch(value, given(name), title));
  }
  return { perMille: meanOf(parts), parts };
}

type Judged = readonly [perMille: number, why: string];

function yearMatch(year: number, given: string | undefined, title: readonly string[]): Judged {
  const stated = given === undefined ? yearsIn(title) : yearsIn(tokensOf(given));
  if (stated.includes(year)) return [1000, `${year}`];
  return stated.length === 0 ? [UNKNOWN, 'no year is stated'] : [0, `${stated.join(', ')} instead of ${year}`];
}

/** `1921-d`, `1921d` and `d` are tokens: a letter directly after a year is its mint mark. */
function yearsIn(tokens: readonly string[]): readonly number[] {
  return tokens.flatMap((token) => /^(1[0-9]{3}|20[0-9]{2})[a-z]{0,2}$/.exec(token)?.[1] ?? []).map(Number);
}

function mintMarkMatch(mark: string, year: number | null, given: string | undefined, title: readonly string[]): Judged {
  const wanted = mark.normalize('NFKC').toLowerCase().trim();
  const stated = given?.normalize('NFKC').toLowerCase().trim() ?? markAfterYear(title, year);
  if (stated === wanted) return [1000, mark];
  if (stated !== undefined && stated !== '') return [0, `${stated.toUpperCase()} instead of ${mark}`];
  return title.includes(wanted) ? [1000, mark] : [UNKNOWN, 'no mint mark is stated'];
}

function markAfterYear(title: readonly string[], year: number | null): string | undefined {
  for (const [index, token] of title.entries()) {
    const joined = /^(1[0-9]{3}|20[0-9]{2})([a-z]{0,2})$/.exec(token);
    if (joined === null || (year !== null && Number(joined[1]) !== year)) continue;
    if (joined[2] !== '') return joined[2];
    const next = title[index + 1];
    if (next !== undefined && MINT_MARKS.has(next)) return next;
  }
  return undefined;
}

/** Letters that stand alone after a year. Others, such as `a`, are words. */
const MINT_MARKS = new Set(['p', 'd', 's', 'o', 'w', 'cc', 'c', 'f', 'g', 'j']);

/** The share of the words of the item that the listing has. */
function textMatch(wanted: string, given: string | undefined, title: readonly string[]): Judged {
  const words = [...new Set(tokensOf(wanted))];
  const stated = new Set(given === undefined ? title : tokensOf(given));
  if (words.length === 0 || stated.size === 0) return [UNKNOWN, 'nothing to compare'];
  const missing = words.filter((word) => !stated.has(word));
  const perMille = Math.floor((2000 * (words.length - missing.length) + words.length) / (2 * words.length));
  return [perMille, missing.length === 0 ? 'all words' : `without ${missing.slice(0, 5).join(', ')}`];
}

/** Rounded half up. An item that states nothing matches everything. */
function meanOf(parts: readonly MatchPart[]): number {
  let [sum, weights] = [0, 0];
  for (const { weight, perMille } of parts) [sum, weights] = [sum + weight * perMille, weights + weight];
  if (weights === 0) return 1000;
  const mean = Math.floor((2 * sum + weights) / (2 * weights));
  const isContradicted = parts.some(
    ({ field, perMille }) => (field === 'year' || field === 'mint_mark') && perMille === 0,
  );
  return isContradicted ? Math.min(mean, CONTRADICTED_AT_MOST) : mean;
}

/** Words and numbers, without accents: `Peso Oro, Año 1921-D` is peso oro ano 1921 d. */
function tokensOf(text: string): string[] {
  return normalisedTitle(text)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .split(/[^\p{L}\p{N}$€£.]+/u)
    .map((token) => token.replace(/^\.+|\.+$/g, ''))
    .filter((token) => token !== '');
}

function isStated(value: string | null): value is string {
  return value !== null && value.trim() !== '';
}
