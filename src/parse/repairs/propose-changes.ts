import {
  type Cell,
  type ColumnContract,
  declarationOf,
  declaredFormat,
  formatsOf,
  isTypeFault,
  NULL_WORDS,
  parseColumn,
  parseTypeText,
} from '../../contract/index.js';
import { CasparianError } from '../../platform/index.js';
import { createColumnProfile, decideColumn, type InferredColumn } from '../../tables/index.js';
import type { ChangeKind, ContractChange } from './change.js';
import { commonType } from './common-type.js';
import { repairedBy } from './repaired-by.js';
import { numberStyles } from './number-styles.js';

/** Errors of values that are written in another way. The others are broken rules, by values that could be read. */
const OF_FORM = /^(?:invalid_|out_of_range$|too_precise$|zone_)/;
/** A text that makes up this share of a sample may be a null word, even if it is not a usual one. */
const REPEATED_SHARE = 0.5;
const LONGEST_NULL_WORD = 24;
const STYLES_TRIED = 3;

/** Rows with the same error in one column. */
export interface BadColumn {
  readonly column: ColumnContract;
  readonly errorType: string;
  /** The cells of some of its rows. */
  readonly sample: readonly Cell[];
}

/**
 * The changes of a column that make some rows of the sample valid, by the real casts. Whether a change is offered is decided from the
 * counts over all rows.
 */
export function proposeChanges({ column, errorType, sample }: BadColumn): ContractChange[] {
  if (!OF_FORM.test(errorType) || sample.length === 0) return [];
  const readings = [sample, ...clustersOf(sample)].map((cells) => inferred(column.name, cells));
  const proposals = [
    ...nullWords(column, sample),
    ...readings.flatMap((found) => formats(column, found)),
    ...styles(column, readings, sample),
    ...readings.flatMap((found) => widerTypes(column, found)),
    ...asText(column),
  ];
  const seen = new Set<string>([JSON.stringify(column)]);
  return proposals
    .filter(({ after }) => !seen.has(JSON.stringify(after)) && seen.add(JSON.stringify(after)))
    .map(({ kind, after }) => ({ kind, before: column, after }))
    .filter(({ after }) => repairedBy(after, sample) > 0);
}

interface Proposal {
  readonly kind: ChangeKind;
  readonly after: ColumnContract;
}

/** Only bad values were profiled, so the result describes these and not the column. */
function inferred(name: string, sample: readonly Cell[]): InferredColumn {
  const profile = createColumnProfile();
  profile.add({ form: 'cells', name, cells: sample }, sample.length, 0, null);
  const surroundings = {
    hasDecimalCommas: false,
    textsStayText: false,
    distinguishesNumbers: true,
    areNumbers: false,
    severalFiles: false,
  };
  return decideColumn(name, { ...profile, isQuotedText: false }, surroundings);
}

const CLUSTERS = 3;

/** Values that are written alike. A few values in another form would otherwise hide the form of the others. */
function clustersOf(sample: readonly Cell[]): Cell[][] {
  const clusters = new Map<string, Cell[]>();
  for (const cell of sample) {
    const shape = typeof cell === 'string' ? cell.replace(/\d+/g, '9').replace(/\p{L}+/gu, 'a') : typeof cell;
    const known = clusters.get(shape);
    if (known === undefined) clusters.set(shape, [cell]);
    else known.push(cell);
  }
  if (clusters.size === 1) return [];
  return [...clusters.values()].sort((one, other) => other.length - one.length).slice(0, CLUSTERS);
}

function nullWords(column: ColumnContract, sample: readonly Cell[]): Proposal[] {
  if (column.required || column.type.kind === 'string') return [];
  const usual = [...new Set(sample.map(trimmedText))].filter((text) =>
    (NULL_WORDS as readonly string[]).includes(text),
  );
  const repeated = repeatedWord(sample);
  const words = [...new Set([...usual, ...(repeated === undefined ? [] : [repeated])])];
  if (words.length === 0) return [];
  return [{ kind: 'null_word', after: { ...column, nulls: [...column.nulls, ...words].sort() } }];
}

/** Numbers and dates are values, however often they occur. */
function repeatedWord(sample: readonly Cell[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of sample.map(trimmedText)) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  if (most === undefined || most[1] < Math.max(2, sample.length * REPEATED_SHARE)) return undefined;
  return most[0] !== '' && most[0].length <= LONGEST_NULL_WORD && !/\d/.test(most[0]) ? most[0] : undefined;
}

function trimmedText(cell: Cell): string {
  return typeof cell === 'string' ? cell.trim() : '';
}

/**
 * Formats of the same type: the inferred one, and those that explain the values as well. A format is added to those of the column, or
 * replaces them if the two could be confused.
 */
function formats(column: ColumnContract, found: InferredColumn): Proposal[] {
  const { kind } = column.type;
  return [found, ...found.alternatives].flatMap(({ type, format }): Proposal[] => {
    const parsed = parseTypeText(type);
    if (isTypeFault(parsed) || parsed.type.kind !== kind || format === null) return [];
    if (kind === 'bool') return [{ kind: 'bool_words', after: { ...column, format } }];
    const added = { ...column, format: declaredFormat([...formatsOf(column.format), ...formatsOf(format)]) };
    return [{ kind: 'date_format', after: isDeclarable(added) ? added : { ...column, format } }];
  });
}

/** Whether a contract may declare the column: formats that can be confused are refused. */
function isDeclarable(column: ColumnContract): boolean {
  try {
    parseColumn({}, column.name, declarationOf(column));
    return true;
  } catch (error) {
    if (error instanceof CasparianError) return false;
    throw error;
  }
}

/** The styles that repair most of the sample, with the type as it is or wide enough for the inferred one. */
function styles(column: ColumnContract, readings: readonly InferredColumn[], sample: readonly Cell[]): Proposal[] {
  const candidates = numberStyles(column).map((numberStyle) => ({ ...column, numberStyle }));
  const best = candidates
    .map((after) => ({ after, repaired: repairedBy(after, sample) }))
    .filter(({ repaired }) => repaired > 0)
    .sort((one, other) => other.repaired - one.repaired)
    .slice(0, STYLES_TRIED)
    .map(({ after }): Proposal => ({ kind: 'decimal_style', after }));
  const wider = readings.flatMap(({ numberStyle, type: found }): Proposal[] => {
    const type = numberStyle === null ? null : commonType(column, found);
    return type === null ? [] : [{ kind: 'decimal_style', after: { ...column, type, numberStyle } }];
  });
  return [...best, ...wider];
}

/** The type of both the column and the bad values. */
function widerTypes(column: ColumnContract, found: InferredColumn): Proposal[] {
  const type = commonType(column, found.type);
  if (type === null) return [];
  const format = type.kind === 'datetime' ? found.format : column.format;
  return [{ kind: 'wider_type', after: { ...column, type, format } }];
}

/** Text holds every value. A column with rules about numbers or dates cannot become text. */
function asText(column: ColumnContract): Proposal[] {
  const hasRules = column.min !== null || column.max !== null || column.enum !== null || column.unique;
  if (hasRules || ['string', 'json', 'binary'].includes(column.type.kind)) return [];
  const after: ColumnContract = {
    ...column,
    type: { kind: 'string' },
    ...{ format: null, numberStyle: null, localZone: null },
  };
  return [{ kind: 'wider_type', after }];
}
