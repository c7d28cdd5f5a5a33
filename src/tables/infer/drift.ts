import { nearest } from '../../platform/index.js';
import {
  type ColumnContract,
  type DeclaredFormat,
  formatsOf,
  formatText,
  isTypeFault,
  parseTypeText,
  quote,
  typeText,
} from '../../contract/index.js';
import { exampleOf } from './decide/number-candidates.js';
import type { InferredColumn, NumberStyle } from './inferred-table.js';

/** How the columns of a file differ from those of a contract. */
export interface Drift {
  readonly added: readonly string[];
  readonly missing: readonly string[];
  /** Missing and added columns that are probably renamed; both are also listed above. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  readonly changed: readonly TypeChange[];
}

export interface TypeChange {
  readonly column: string;
  readonly declared: string;
  readonly found: string;
  /** The number of values that do not have the declared type, with the first of them; null when it was not counted. */
  readonly misfits: number | null;
  readonly first: { readonly row: number; readonly value: string } | null;
}

/** What `TypeChange.found` says of numbers that would lose their leading zeros. */
export const LEADING_ZEROS = 'string (leading zeros)';

export function driftOf(contract: readonly ColumnContract[], found: readonly InferredColumn[]): Drift {
  const declared = new Map(
    contract.flatMap((column) => [column.name, ...column.aliases].map((name) => [name, column])),
  );
  const names = new Set(found.map(({ name }) => declared.get(name)?.name));
  const added = found.flatMap(({ name }) => (declared.has(name) ? [] : [name]));
  const missing = contract.flatMap(({ name }) => (names.has(name) ? [] : [name]));
  return {
    added,
    missing,
    renamed: renamedPairs(missing, added),
    changed: found.flatMap((column) => {
      const wanted = declared.get(column.name);
      if (wanted === undefined || reads(wanted, column)) return [];
      const types = { declared: declaredText(wanted), found: foundText(column) };
      return [{ column: column.name, ...types, misfits: null, first: null }];
    }),
  };
}

/** One sentence for each column. */
export function driftSentences({ added, missing, renamed, changed }: Drift): string[] {
  const newName = new Map(renamed.map(({ from, to }) => [from, to]));
  const taken = new Set(newName.values());
  return [
    ...missing.map((name) => {
      const other = newName.get(name);
      return other === undefined
        ? `column '${name}' is missing`
        : `column '${name}' is missing; '${other}' looks like it`;
    }),
    ...added.filter((name) => !taken.has(name)).map((name) => `column '${name}' is new`),
    ...changed.map(changeSentence),
  ];
}

function changeSentence({ column, declared, found, misfits, first }: TypeChange): string {
  if (misfits === null || first === null) return `column '${column}' was ${declared} and is now ${found}`;
  const values = misfits === 1 ? '1 value is' : `${misfits.toLocaleString('en-US')} values are`;
  const where = `first row ${first.row.toLocaleString('en-US')} ${quote(first.value)}`;
  return `column '${column}' was ${declared}, and ${values} not: ${misfits === 1 ? 'it is' : 'they are'} ${found}, ${where}`;
}

/** Pairs names that differ only in case and punctuation first, then similar names. */
function renamedPairs(missing: readonly string[], added: readonly string[]): { from: string; to: string }[] {
  const left = new Set(added);
  const pairs: { from: string; to: string }[] = [];
  const pair = (from: string, to: string | undefined): void => {
    if (to === undefined) return;
    left.delete(to);
    pairs.push({ from, to });
  };
  for (const name of missing)
    pair(
      name,
      [...left].find((other) => bare(other) === bare(name)),
    );
  for (const name of missing) if (!pairs.some(({ from }) => from === name)) pair(name, nearest(name, left));
  return pairs;
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Whether the declared type accepts the found values, so that nothing changes for readers of the output. */
function reads(wanted: ColumnContract, found: InferredColumn): boolean {
  const { kind } = wanted.type;
  if (kind === 'string' || kind === 'binary' || found.values === 0) return true;
  const parsed = parseTypeText(found.type);
  if (isTypeFault(parsed)) return false;
  const isAsked = found.alternatives.some(
    ({ type, format, misfits }) => misfits === 0 && type.startsWith(kind) && isAmong(format, wanted.format),
  );
  if (isAsked) return true;
  const { type } = parsed;
  if (kind === 'int' || kind === 'float' || kind === 'decimal') {
    if (type.kind !== 'int' && found.numberStyle?.decimal !== wanted.numberStyle?.decimal) return false;
    if (type.kind === 'int') return true;
    if (type.kind === 'decimal')
      return kind === 'float' || (wanted.type.kind === 'decimal' && type.scale <= wanted.type.scale);
    return type.kind === kind;
  }
  if (kind === 'datetime' && type.kind === 'date') return found.format === null && isAmong(null, wanted.format);
  return type.kind === kind && isAmong(found.format, wanted.format);
}

/** Whether all formats of the first are formats of the second. */
function isAmong(found: DeclaredFormat | null, wanted: DeclaredFormat | null): boolean {
  const accepted = formatsOf(wanted);
  return formatsOf(found).every((format) => accepted.includes(format));
}

export function declaredText({ type, localZone, format, numberStyle }: ColumnContract): string {
  return typeText(type, localZone) + how(format, numberStyle);
}

export function foundText({
  type,
  format,
  numberStyle,
}: Pick<InferredColumn, 'type' | 'format' | 'numberStyle'>): string {
  return type + how(format, numberStyle);
}

function how(format: DeclaredFormat | null, numberStyle: NumberStyle | null): string {
  if (format !== null) return ` ${formatText(format)}`;
  return numberStyle === null ? '' : ` written like ${exampleOf(numberStyle)}`;
}
