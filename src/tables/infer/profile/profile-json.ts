import type { WrittenAs } from '../../table/table-reader.js';
import { detailOf, FAMILIES, type Family, type Shape, shapeOf } from './shape.js';
import type { ProfiledColumn, TableProfile } from './table-profile.js';
import { createTally, type Tally } from './tally.js';

/** A profile as JSON: readers send it to their worker, and datasets keep it as the evidence for their contract. */
export interface TableProfileJson {
  readonly rows: number;
  readonly whole: boolean;
  readonly columns: readonly ColumnProfileJson[];
}

export interface ColumnProfileJson {
  readonly name: string;
  readonly nulls: number;
  readonly values: number;
  readonly given: string | null;
  readonly too_fine: boolean;
  readonly quoted: boolean;
  readonly written: WrittenAs | null;
  readonly tallies: readonly TallyJson[];
}

/** Shapes are stored by the name of their family: their numbers may change with the program. */
interface TallyJson {
  readonly family: string;
  readonly detail: number;
  readonly count: number;
  readonly first: readonly [row: number, text: string];
  /** The members of a number; absent if no number was measured. */
  readonly digits?: readonly [whole: number, places: number, fewest: number, most: number];
  readonly dates?: readonly [smallest: number, largest: number];
  /** Absent if there were too many. */
  readonly distinct?: readonly number[];
}

export function profileJson({ columns, rows, isWhole }: TableProfile): TableProfileJson {
  return { rows, whole: isWhole, columns: columns.map(columnJson) };
}

export function profileOfJson({ columns, rows, whole }: TableProfileJson): TableProfile {
  return { rows, isWhole: whole, columns: columns.map(columnOfJson) };
}

function columnJson({ name, profile, written }: ProfiledColumn): ColumnProfileJson {
  const { nulls, values, givenType, isTooFine, isQuotedText, tallies } = profile;
  return {
    name,
    nulls,
    values,
    given: givenType,
    too_fine: isTooFine,
    quoted: isQuotedText,
    written,
    tallies: [...tallies.values()].map(tallyJson),
  };
}

function columnOfJson({
  name,
  nulls,
  values,
  given,
  too_fine,
  quoted,
  written,
  tallies,
}: ColumnProfileJson): ProfiledColumn {
  const known = tallies.filter(({ family }) => (FAMILIES as readonly string[]).includes(family)).map(tallyOfJson);
  const byShape = new Map<Shape, Tally>(known.map((tally) => [tally.shape, tally]));
  const profile = { nulls, values, givenType: given, isTooFine: too_fine, isQuotedText: quoted, tallies: byShape };
  return { name, profile, written };
}

/** No contract needs to cite more of a text. */
const LONGEST_TEXT = 80;

function tallyJson(tally: Tally): TallyJson {
  const { shape, family, count, firstRow, firstText, distinct } = tally;
  return {
    family,
    detail: detailOf(shape),
    count,
    first: [firstRow, firstText.slice(0, LONGEST_TEXT)],
    ...(tally.mostDigits === 0
      ? {}
      : { digits: [tally.mostWhole, tally.mostPlaces, tally.fewestDigits, tally.mostDigits] as const }),
    ...(tally.largest === 0 ? {} : { dates: [tally.smallest, tally.largest] as const }),
    ...(distinct === null ? {} : { distinct: [...distinct] }),
  };
}

function tallyOfJson({ family, detail, count, first, digits, dates, distinct }: TallyJson): Tally {
  const tally = createTally(shapeOf(family as Family, detail), first[0], first[1]);
  tally.count = count;
  if (digits !== undefined) [tally.mostWhole, tally.mostPlaces, tally.fewestDigits, tally.mostDigits] = digits;
  if (dates !== undefined) [tally.smallest, tally.largest] = dates;
  tally.distinct = distinct === undefined ? null : new Set(distinct);
  return tally;
}
