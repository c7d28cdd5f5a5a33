import type { WrittenAs } from '../../table/table-reader.js';
import { type ColumnView, createColumnView } from './column-view.js';
import { createSighting, type Sighting } from './sighting.js';
import type { Shape } from './shape.js';

/** What was seen of all rows of a table, before anything is decided about its columns. */
export interface SeenTable {
  readonly columns: readonly SeenColumn[];
  /** How many rows were looked at. */
  readonly rows: number;
  readonly isWhole: boolean;
}

export interface SeenColumn {
  readonly name: string;
  readonly view: SeenView;
  /** Null when the file does not tell texts from numbers. */
  readonly written: WrittenAs | null;
}

/** A view that is complete. */
export type SeenView = Omit<ColumnView, 'add'>;

export interface SeenFile {
  readonly file: string;
  readonly seen: SeenTable;
}

/** The tables of several files as one, with the columns of all. What a file does not have is null in its rows. */
export function mergeSeen(files: readonly SeenFile[]): SeenTable {
  const names = [...new Set(files.flatMap(({ seen }) => seen.columns.map(({ name }) => name)))];
  return {
    columns: names.map((name) => mergeColumn(name, files)),
    rows: files.reduce((sum, { seen }) => sum + seen.rows, 0),
    isWhole: files.every(({ seen }) => seen.isWhole),
  };
}

function mergeColumn(name: string, files: readonly SeenFile[]): SeenColumn {
  const parts = files.map(({ file, seen }) => {
    const column = seen.columns.find((one) => one.name === name);
    return { file, rows: seen.rows, view: column?.view ?? createColumnView(), written: column?.written, column };
  });
  const views = parts.map(({ view }) => view);
  const given = new Set(views.filter(({ values }) => values > 0).map(({ givenType }) => givenType));
  return {
    name,
    view: {
      sightings: mergeSightings(parts),
      nulls: parts.reduce((sum, { column, view, rows }) => sum + (column === undefined ? rows : view.nulls), 0),
      values: views.reduce((sum, { values }) => sum + values, 0),
      // Of types that files give and do not agree on, text is the one that takes them all.
      givenType: given.size === 1 ? ([...given][0] ?? null) : given.size === 0 || given.has(null) ? null : 'string',
      isTooFine: views.some((view) => view.isTooFine),
      isQuotedText: views.every(({ values, isQuotedText }) => values === 0 || isQuotedText),
    },
    written: mergeWritten(parts.flatMap(({ written }) => written ?? [])),
  };
}

function mergeSightings(parts: readonly { file: string; view: SeenView }[]): ReadonlyMap<Shape, Sighting> {
  const merged = new Map<Shape, Sighting>();
  for (const [fileIndex, { file, view }] of parts.entries()) {
    for (const [shape, one] of view.sightings) {
      const into = merged.get(shape) ?? { ...createSighting(shape, one.firstRow, one.firstText), file, fileIndex };
      merged.set(shape, into);
      into.count += one.count;
      into.mostWhole = Math.max(into.mostWhole, one.mostWhole);
      into.mostPlaces = Math.max(into.mostPlaces, one.mostPlaces);
      into.fewestDigits = Math.min(into.fewestDigits, one.fewestDigits);
      into.mostDigits = Math.max(into.mostDigits, one.mostDigits);
      into.smallest = Math.min(into.smallest, one.smallest);
      into.largest = Math.max(into.largest, one.largest);
      into.distinct =
        into.distinct === null || one.distinct === null ? null : new Set([...into.distinct, ...one.distinct]);
    }
  }
  return merged;
}

function mergeWritten(all: readonly WrittenAs[]): WrittenAs | null {
  if (all.length === 0) return null;
  const some = (what: keyof WrittenAs): boolean => all.some((one) => one[what]);
  return { texts: some('texts'), numbers: some('numbers'), booleans: some('booleans'), nested: some('nested') };
}
