import { nearest } from '../../platform/index.js';
import { decideTable, type ProfiledColumn } from '../../tables/index.js';
import type { Evidence } from './evidence.js';
import { bareName } from './related-headers.js';

/** A column that files probably call by another name since. */
export interface Rename {
  readonly from: string;
  readonly to: string;
  /** Why: one phrase each. */
  readonly evidence: readonly string[];
}

/**
 * Columns that never occur in one file, have similar names and similar values. Names that differ only in case and
 * punctuation are enough; other similar names also need the same position.
 */
export function findRenames(evidence: Evidence, contracted: ReadonlySet<string>): Rename[] {
  const columns = evidence.profile.columns.filter(({ name }) => contracted.has(name));
  const laterApart = columnsApart(columns, evidence);
  const renames: Rename[] = [];
  const taken = new Set<string>();
  for (const [index, column] of columns.entries()) {
    if (taken.has(column.name)) continue;
    const free = laterApart(index).filter(({ name }) => !taken.has(name));
    const later = alike(column, free) ?? similar(column, free, evidence);
    if (later === undefined || !haveSimilarValues(column, later, evidence)) continue;
    taken.add(later.name);
    renames.push({ from: column.name, to: later.name, evidence: reasons(column.name, later.name, evidence) });
  }
  return renames;
}

function alike({ name }: ProfiledColumn, others: readonly ProfiledColumn[]): ProfiledColumn | undefined {
  const bare = bareName(name);
  return bare === '' ? undefined : others.find((other) => bareName(other.name) === bare);
}

function similar(
  { name }: ProfiledColumn,
  others: readonly ProfiledColumn[],
  evidence: Evidence,
): ProfiledColumn | undefined {
  const here = others.filter((other) => haveSamePosition(evidence, name, other.name) || startsAlike(name, other.name));
  const found = nearest(
    name,
    here.map((other) => other.name),
  );
  return here.find((other) => other.name === found) ?? here.find((other) => startsAlike(name, other.name));
}

/** An abbreviation: `Latitude` and `Lat`, `Longitude` and `Long_`. */
const SHORTEST_ABBREVIATION = 3;

function startsAlike(one: string, other: string): boolean {
  const [long, short] = [bareName(one), bareName(other)].sort((a, b) => b.length - a.length);
  return (short ?? '').length >= SHORTEST_ABBREVIATION && (long ?? '').startsWith(short ?? '');
}

/**
 * Returns the later columns that no file has together with a column. Columns in the same files are looked at together:
 * each pair of ten thousand columns would take minutes.
 */
function columnsApart(
  columns: readonly ProfiledColumn[],
  { headers }: Evidence,
): (index: number) => readonly ProfiledColumn[] {
  const filesOf = new Map<string, number[]>(columns.map(({ name }) => [name, []]));
  for (const [file, header] of headers.entries()) {
    for (const name of new Set(header.columns)) filesOf.get(name)?.push(file);
  }
  const groups = new Map<string, { files: readonly number[]; members: number[] }>();
  for (const [index, { name }] of columns.entries()) {
    const files = filesOf.get(name) ?? [];
    const group = groups.get(files.join()) ?? { files, members: [] };
    group.members.push(index);
    groups.set(files.join(), group);
  }
  return (index) => {
    const own = new Set(filesOf.get(columns[index]?.name ?? ''));
    const others = [...groups.values()].filter(({ files }) => !files.some((file) => own.has(file)));
    const later = others.flatMap(({ members }) => members).filter((other) => other > index);
    return later.sort((one, other) => one - other).flatMap((other) => columns[other] ?? []);
  };
}

function haveSamePosition({ headers }: Evidence, one: string, other: string): boolean {
  const positions = (name: string): Set<number> =>
    new Set(headers.flatMap(({ columns }) => (columns.includes(name) ? [columns.indexOf(name)] : [])));
  const here = positions(other);
  return [...positions(one)].some((position) => here.has(position));
}

/** The values of one fit the type of the other, or one has no values. */
function haveSimilarValues(one: ProfiledColumn, other: ProfiledColumn, { hasTypes }: Evidence): boolean {
  if (one.profile.values === 0 || other.profile.values === 0) return true;
  const [first, second] = [one, other].map((column) => kindOf(column, hasTypes));
  return first === second;
}

function kindOf(column: ProfiledColumn, hasTypes: boolean): string {
  const table = { columns: [column], rows: column.profile.values, isWhole: true };
  const type = decideTable(table, { hasTypes, severalFiles: true }).columns[0]?.type ?? 'string';
  const kind = type.replace(/\(.*/, '');
  return KINDS[kind] ?? kind;
}

const KINDS: Readonly<Record<string, string>> = { int: 'number', decimal: 'number', float: 'number', datetime: 'date' };

function reasons(from: string, to: string, evidence: Evidence): string[] {
  return [
    ...(haveSamePosition(evidence, from, to) ? ['same position'] : []),
    bareName(from) === bareName(to) ? 'same name but for case and punctuation' : 'similar name',
    'similar values',
    'never both in one file',
  ];
}
