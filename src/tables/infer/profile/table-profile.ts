import type { WrittenAs } from '../../table/table-reader.js';
import { type ColumnProfile, createColumnProfile } from './column-profile.js';
import { createTally, noteText, type Tally } from './tally.js';
import type { Shape } from './shape.js';

/** The profiles of all columns of a table, before their types are decided. */
export interface TableProfile {
  readonly columns: readonly ProfiledColumn[];
  /** The number of rows that were read. */
  readonly rows: number;
  readonly isWhole: boolean;
}

export interface ProfiledColumn {
  readonly name: string;
  readonly profile: FinishedProfile;
  /** Null when the format does not distinguish text from numbers. */
  readonly written: WrittenAs | null;
}

/** A profile that is complete. */
export type FinishedProfile = Omit<ColumnProfile, 'add'>;

export interface FileProfile {
  readonly file: string;
  readonly seen: TableProfile;
}

/** Merges the profiles of several files. A column that a file does not have is null in its rows. */
export function mergeProfiles(files: readonly FileProfile[]): TableProfile {
  const names = [...new Set(files.flatMap(({ seen }) => seen.columns.map(({ name }) => name)))];
  return {
    columns: names.map((name) => mergeColumn(name, files)),
    rows: files.reduce((sum, { seen }) => sum + seen.rows, 0),
    isWhole: files.every(({ seen }) => seen.isWhole),
  };
}

function mergeColumn(name: string, files: readonly FileProfile[]): ProfiledColumn {
  const parts = files.map(({ file, seen }) => {
    const column = seen.columns.find((one) => one.name === name);
    return {
      file,
      rows: seen.rows,
      profile: column?.profile ?? createColumnProfile(),
      written: column?.written,
      column,
    };
  });
  const profiles = parts.map(({ profile }) => profile);
  const given = new Set(profiles.filter(({ values }) => values > 0).map(({ givenType }) => givenType));
  return {
    name,
    profile: {
      tallies: mergeTallies(parts),
      nulls: parts.reduce((sum, { column, profile, rows }) => sum + (column === undefined ? rows : profile.nulls), 0),
      values: profiles.reduce((sum, { values }) => sum + values, 0),
      // Files that declare different types agree on text only.
      givenType: given.size === 1 ? ([...given][0] ?? null) : given.size === 0 || given.has(null) ? null : 'string',
      isTooFine: profiles.some((profile) => profile.isTooFine),
      isQuotedText: profiles.every(({ values, isQuotedText }) => values === 0 || isQuotedText),
    },
    written: mergeWritten(parts.flatMap(({ written }) => written ?? [])),
  };
}

function mergeTallies(parts: readonly { file: string; profile: FinishedProfile }[]): ReadonlyMap<Shape, Tally> {
  const merged = new Map<Shape, Tally>();
  for (const [fileIndex, { file, profile }] of parts.entries()) {
    for (const [shape, one] of profile.tallies) {
      const into = merged.get(shape) ?? { ...createTally(shape, one.firstRow, one.firstText), file, fileIndex };
      merged.set(shape, into);
      into.count += one.count;
      into.mostWhole = Math.max(into.mostWhole, one.mostWhole);
      into.mostPlaces = Math.max(into.mostPlaces, one.mostPlaces);
      into.fewestDigits = Math.min(into.fewestDigits, one.fewestDigits);
      into.mostDigits = Math.max(into.mostDigits, one.mostDigits);
      into.smallest = Math.min(into.smallest, one.smallest);
      into.largest = Math.max(into.largest, one.largest);
      if (one.distinct === null) into.distinct = null;
      else for (const hash of one.distinct) noteText(into, hash);
    }
  }
  return merged;
}

function mergeWritten(all: readonly WrittenAs[]): WrittenAs | null {
  if (all.length === 0) return null;
  const some = (what: keyof WrittenAs): boolean => all.some((one) => one[what]);
  return { texts: some('texts'), numbers: some('numbers'), booleans: some('booleans'), nested: some('nested') };
}
