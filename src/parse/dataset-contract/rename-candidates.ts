import type { ProfiledColumn } from '../../tables/index.js';
import type { Evidence } from './evidence.js';
import { bareName } from './related-headers.js';

/** A column with what decides whether another one is its later name. */
export interface Candidate {
  readonly column: ProfiledColumn;
  /** Its place among the columns of the dataset. */
  readonly index: number;
  readonly bare: string;
  /** The files that have it, by the number of their header. */
  readonly files: ReadonlySet<number>;
  /** Its places in these files. */
  readonly positions: ReadonlySet<number>;
}

/** An abbreviation: `Latitude` and `Lat`, `Longitude` and `Long_`. */
const SHORTEST_ABBREVIATION = 3;

export function startsAlike(one: Candidate, other: Candidate): boolean {
  const [long, short] = one.bare.length < other.bare.length ? [other.bare, one.bare] : [one.bare, other.bare];
  return short.length >= SHORTEST_ABBREVIATION && long.startsWith(short);
}

export function haveSamePosition(one: Candidate, other: Candidate): boolean {
  return [...one.positions].some((position) => other.positions.has(position));
}

/** All columns, and a function that returns those that one of them may be called since: in their order. */
export interface Candidates {
  readonly all: readonly Candidate[];
  readonly laterNamesOf: (one: Candidate) => Candidate[];
}

/**
 * Later columns that no file has together with a column, and that have its position, its bare name, or a name that
 * starts alike. They are looked up: comparing each pair of 2,000 columns took half a minute.
 */
export function renameCandidates(columns: readonly ProfiledColumn[], { headers }: Evidence): Candidates {
  const all = describe(columns, headers);
  const byPosition = new Map<number, Candidate[]>();
  for (const one of all) {
    for (const position of one.positions) addTo(byPosition, position, one);
  }
  const byName = createNameIndex(all);
  return {
    all,
    laterNamesOf(one) {
      const near = [...one.positions].flatMap((position) => byPosition.get(position) ?? []);
      const found = new Set([...near, ...byName(one.bare)]);
      const later = [...found].filter((other) => other.index > one.index && areApart(one, other));
      return later.sort((first, second) => first.index - second.index);
    },
  };
}

function describe(columns: readonly ProfiledColumn[], headers: Evidence['headers']): Candidate[] {
  const places = columns.map(({ name }) => ({ name, files: new Set<number>(), positions: new Set<number>() }));
  const byName = new Map(places.map((place) => [place.name, place]));
  for (const [file, header] of headers.entries()) {
    for (const [position, name] of header.columns.entries()) {
      byName.get(name)?.files.add(file);
      byName.get(name)?.positions.add(position);
    }
  }
  return columns.map((column, index) => ({
    column,
    index,
    bare: bareName(column.name),
    files: places[index]?.files ?? new Set(),
    positions: places[index]?.positions ?? new Set(),
  }));
}

function areApart(one: Candidate, other: Candidate): boolean {
  const [few, many] = one.files.size < other.files.size ? [one.files, other.files] : [other.files, one.files];
  return ![...few].some((file) => many.has(file));
}

/** Returns a function that finds the columns whose bare name starts with a name, or is the start of it. */
function createNameIndex(all: readonly Candidate[]): (bare: string) => Candidate[] {
  const byName = new Map<string, Candidate[]>();
  for (const one of all) addTo(byName, one.bare, one);
  const sorted = [...byName.keys()].sort();
  return (bare) => {
    const starts = Array.from({ length: bare.length }, (_, index) => bare.slice(0, index + 1));
    const found = [...starts, ...startingWith(bare, sorted)].filter((name) => name.length >= SHORTEST_ABBREVIATION);
    return [bare, ...found].flatMap((name) => (name === '' ? [] : (byName.get(name) ?? [])));
  };
}

/** In a sorted list they follow each other, behind the name itself. */
function startingWith(start: string, sorted: readonly string[]): string[] {
  if (start.length < SHORTEST_ABBREVIATION) return [];
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') < start) low = middle + 1;
    else high = middle;
  }
  const names: string[] = [];
  while (sorted[low]?.startsWith(start)) names.push(sorted[low++] ?? '');
  return names;
}

function addTo<K>(index: Map<K, Candidate[]>, key: K, one: Candidate): void {
  const known = index.get(key);
  if (known === undefined) index.set(key, [one]);
  else known.push(one);
}
