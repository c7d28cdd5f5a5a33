import { nearest } from '../../platform/index.js';
import { decideTable, type ProfiledColumn } from '../../tables/index.js';
import type { Evidence } from './evidence.js';
import { type Candidate, haveSamePosition, renameCandidates, startsAlike } from './rename-candidates.js';

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
  const { all, laterNamesOf } = renameCandidates(columns, evidence);
  const renames: Rename[] = [];
  const taken = new Set<Candidate>();
  for (const one of all) {
    if (taken.has(one)) continue;
    const free = laterNamesOf(one).filter((other) => !taken.has(other));
    const later = free.find((other) => isAlike(one, other)) ?? similar(one, free);
    if (later === undefined || !haveSimilarValues(one.column, later.column, evidence)) continue;
    taken.add(later);
    renames.push({ from: one.column.name, to: later.column.name, evidence: reasons(one, later) });
  }
  return renames;
}

function isAlike(one: Candidate, other: Candidate): boolean {
  return one.bare !== '' && one.bare === other.bare;
}

function similar(one: Candidate, others: readonly Candidate[]): Candidate | undefined {
  const found = nearest(
    one.column.name,
    others.map(({ column }) => column.name),
  );
  return others.find(({ column }) => column.name === found) ?? others.find((other) => startsAlike(one, other));
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

function reasons(from: Candidate, to: Candidate): string[] {
  return [
    ...(haveSamePosition(from, to) ? ['same position'] : []),
    from.bare === to.bare ? 'same name but for case and punctuation' : 'similar name',
    'similar values',
    'never both in one file',
  ];
}
