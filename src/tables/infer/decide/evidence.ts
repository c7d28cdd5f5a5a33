import { quote } from '../../../contract/index.js';
import type { Alternative } from '../inferred-table.js';
import type { Family } from '../profile/shape.js';
import { byPlace, type Tally } from '../profile/tally.js';
import { earliest, total, type Weighed } from './candidate.js';
import type { Ruling } from './choose.js';
import { exampleOf } from './number-candidates.js';

export { exampleOf };

/** Sentences that a person can check against the file. Rows count from 1 after the header. */
export function ofType(chosen: Weighed, values: readonly Tally[]): string[] {
  const all = total(values);
  const { firstMisfit, misfits, fitting, label } = chosen;
  if (firstMisfit === null) return [`${allFit(all)} ${label}`, ...ruledOutByNumbers(chosen, values)];
  const stray =
    misfits === 1 ? '1 does not and would be quarantined' : `${counted(misfits)} do not and would be quarantined`;
  return [
    `${counted(fitting)} of ${counted(all)} values fit ${label}; ${stray}, first ${cited(firstMisfit)}`,
    ...ruledOutByNumbers(chosen, values),
  ];
}

/** Why a column of numbers does not have a narrower type. */
function ruledOutByNumbers(chosen: Weighed, values: readonly Tally[]): string[] {
  const { type } = chosen;
  const narrower: [Family[], string][] =
    type === 'float'
      ? [[['exponent', 'bareExponent', 'hugeDecimal', 'infinite'], 'decimal']]
      : type.startsWith('decimal')
        ? [[['decimal', 'longDecimal', 'styled', 'bigInt'], 'int']]
        : [];
  return narrower.flatMap(([families, label]) => {
    const by = earliest(values.filter((tally) => families.includes(tally.family) && chosen.fits(tally)));
    return by === null ? [] : [ruledOut(label, by)];
  });
}

export function ruledOut(label: string, by: Tally): string {
  return `${cited(by)} rules out ${label}`;
}

export function ofNulls(nulls: number, nullWords: readonly Tally[]): string[] {
  return [
    ...(nulls === 0 ? [] : [`${nulls === 1 ? '1 row is' : `${counted(nulls)} rows are`} empty`]),
    ...[...nullWords]
      .sort(byPlace)
      .map(
        (word) =>
          `${quote(word.firstText)} means no value in ${word.count === 1 ? '1 row' : `${counted(word.count)} rows`}, first ${placeOf(word)}`,
      ),
  ];
}

export function ofNothing(nulls: number, nullWords: readonly Tally[]): string[] {
  if (nullWords.length === 0) return nulls === 0 ? ['there are no rows'] : ['every row is empty: the type is unknown'];
  const words = nullWords.map(({ firstText }) => quote(firstText)).join(', ');
  return [`every value is ${words}, which may mean no value, or be text`, ...ofNulls(nulls, [])];
}

const LOSSES: Partial<Record<Family, string>> = {
  padded: 'would lose its leading zeros as a number',
  plus: 'would lose its plus sign as a number',
  hugeInt: 'has more digits than any number type',
  bareExponent: 'may be a code or a number with an exponent',
  tooFine: 'has more digits than microseconds: a time would lose them',
  currency: 'has a currency sign, which a number would lose',
  percent: 'has a percent sign, which a number would lose',
  bracketed: 'is in brackets, which a number would lose',
};

/** Why the column is text: what a number would lose, and which value rules out the nearest type. */
export function ofText(nearest: Weighed | null, seen: readonly Tally[]): string[] {
  const losses = seen
    .filter(({ family }) => LOSSES[family] !== undefined)
    .sort(byPlace)
    .map((tally) => `${cited(tally)} ${LOSSES[tally.family] ?? ''}`);
  if (nearest?.firstMisfit == null) return losses.length > 0 ? losses : ['every value is text'];
  const { fitting, misfits, label, firstMisfit } = nearest;
  const words = seen.filter(({ family }) => family === 'nullWord').sort(byPlace);
  const none =
    words.length === 0
      ? ''
      : `, and ${counted(total(words))} may mean no value (${words.map(({ firstText }) => quote(firstText)).join(', ')})`;
  const share = `${counted(fitting)} of ${counted(fitting + misfits + total(words))} values fit ${label}${none}`;
  return [...losses, losses.length > 0 ? share : `${share}; ${cited(firstMisfit)} rules it out`];
}

export function ofContradiction(rulings: readonly Ruling[]): string[] {
  return [...rulings.map(({ candidate, by }) => ruledOut(candidate.label, by)), 'no date format fits all values'];
}

export function ofAmbiguity(values: number, alternatives: readonly Alternative[], first: Tally | null): string {
  const readings = alternatives.map(({ type, format }) => (format === null ? type : `${type} ${format}`)).join(' and ');
  const where = first === null ? '' : ` (first ${cited(first)})`;
  return `${howMany(values)}${where} ${values === 1 ? 'fits' : 'fit'} ${readings} equally well, and no row decides: it stays text until you declare the type`;
}

export function ofCode(name: string, { label, fitting, misfits }: Weighed): string {
  const fit = misfits > 0 ? `${counted(fitting)} of ${counted(fitting + misfits)} values fit` : allFit(fitting);
  return `${fit} ${label}, but ${quote(name)} is the name of a code: it stays text and keeps its zeros`;
}

export function givenByFile(type: string): string {
  return `the file declares ${type}`;
}

export function tooFine(type: string): string {
  return `${givenByFile(type)}; some values are finer than microseconds: text keeps all digits`;
}

export function declared(type: string, format: string | null): string {
  return `declared as ${type}${format === null ? '' : ` ${format}`}`;
}

function allFit(values: number): string {
  return `${howMany(values)} ${values === 1 ? 'fits' : 'fit'}`;
}

function howMany(values: number): string {
  return values === 1 ? 'the only value' : `all ${counted(values)} values`;
}

export function cited(tally: Tally): string {
  return `${placeOf(tally)} ${quote(tally.firstText)}`;
}

function placeOf({ firstRow, file }: Tally): string {
  return `row ${counted(firstRow)}${file === null ? '' : ` of ${file}`}`;
}

export function counted(value: number): string {
  return value.toLocaleString('en-US');
}
