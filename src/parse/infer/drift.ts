import { nearest } from '../../platform/index.js';
import type { ColumnContract } from '../contract/contract.js';
import { isTypeFault, parseTypeText, typeText } from '../contract/declare/type-text.js';
import { exampleOf } from './decide/number-candidates.js';
import type { InferredColumn, NumberStyle } from './inferred-table.js';

/** How the columns of a file differ from those of a contract. */
export interface Drift {
  readonly added: readonly string[];
  readonly missing: readonly string[];
  /** Missing and added columns that look like one under two names; both are also listed above. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  readonly changed: readonly TypeChange[];
}

export interface TypeChange {
  readonly column: string;
  readonly declared: string;
  readonly found: string;
}

export function driftOf(contract: readonly ColumnContract[], found: readonly InferredColumn[]): Drift {
  const declared = new Map(contract.map((column) => [column.name, column]));
  const names = new Set(found.map(({ name }) => name));
  const added = found.flatMap(({ name }) => (declared.has(name) ? [] : [name]));
  const missing = contract.flatMap(({ name }) => (names.has(name) ? [] : [name]));
  return {
    added,
    missing,
    renamed: renamedPairs(missing, added),
    changed: found.flatMap((column) => {
      const wanted = declared.get(column.name);
      if (wanted === undefined || reads(wanted, column)) return [];
      return [{ column: column.name, declared: written(wanted), found: foundText(column) }];
    }),
  };
}

export function hasDrift({ added, missing, changed }: Drift): boolean {
  return added.length + missing.length + changed.length > 0;
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
    ...changed.map(({ column, declared, found }) => `column '${column}' was ${declared} and is now ${found}`),
  ];
}

/** Names that are the same but for case and marks first, then those that are nearly the same. */
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

/** Whether the contract's type takes what was found, so that nothing changed for whoever reads the output. */
function reads(wanted: ColumnContract, found: InferredColumn): boolean {
  const { kind } = wanted.type;
  if (kind === 'string' || kind === 'binary' || found.values === 0) return true;
  const parsed = parseTypeText(found.type);
  if (isTypeFault(parsed)) return false;
  const isAsked = found.alternatives.some(
    ({ type, format, misfits }) => misfits === 0 && type.startsWith(kind) && (format ?? null) === wanted.format,
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
  if (kind === 'datetime' && type.kind === 'date') return wanted.format === null && found.format === null;
  return type.kind === kind && found.format === wanted.format;
}

function written({ type, localZone, format, numberStyle }: ColumnContract): string {
  return typeText(type, localZone) + how(format, numberStyle);
}

function foundText({ type, format, numberStyle }: InferredColumn): string {
  return type + how(format, numberStyle);
}

function how(format: string | null, numberStyle: NumberStyle | null): string {
  if (format !== null) return ` ${format}`;
  return numberStyle === null ? '' : ` written like ${exampleOf(numberStyle)}`;
}
