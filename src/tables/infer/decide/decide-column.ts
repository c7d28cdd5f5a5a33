import type { Alternative, InferredColumn, Misfits, TypeOverride } from '../inferred-table.js';
import { NULL_WORDS } from '../../../contract/index.js';
import { detailOf } from '../look/shape.js';
import type { SeenView } from '../look/seen-table.js';
import type { Sighting } from '../look/sighting.js';
import { alternativesTo, groupedReadings, mayBeThousands, nearReadings, readingOf } from './alternatives.js';
import { type Candidate, earliest, total, type Weighed } from './candidate.js';
import { type Choice, choose } from './choose.js';
import { isNamedLikeCode } from './code-name.js';
import { compactDateCandidates } from './compact-date.js';
import { dateCandidates, timeCandidates } from './date-candidates.js';
import * as evidence from './evidence.js';
import { numberCandidates, styleOfExample } from './number-candidates.js';
import { boolCandidates, jsonCandidates } from './word-candidates.js';

interface Surroundings {
  /** Whether another column of the table is written with decimal commas. */
  readonly hasDecimalCommas: boolean;
  /** Whether the file itself says that the column has texts only. */
  readonly areTextsTexts: boolean;
  /** Whether the file itself says what is a number: then a code that is one is meant so. */
  readonly tellsNumbers: boolean;
  /** Whether it says so of every value of the column. */
  readonly areNumbers: boolean;
}

export function decideColumn(name: string, view: SeenView, surroundings: Surroundings): InferredColumn {
  const seen = [...view.sightings.values()];
  const nullWords = seen.filter(({ family }) => family === 'nullWord');
  const values = valuesOf(seen);
  if (view.givenType !== null) {
    if (!view.isTooFine)
      return columnOf(name, view, { type: view.givenType, evidence: [evidence.givenByFile(view.givenType)] });
    return columnOf(name, view, { type: 'string', evidence: [evidence.tooFine(view.givenType)] });
  }
  if (values.length === 0) return emptyColumn(name, view, nullWords);
  const areTextsTexts = view.isQuotedText || surroundings.areTextsTexts;
  const choice = choose(candidatesOf(name, values, { ...surroundings, areTextsTexts }), values);
  if (choice.kind === 'type') {
    if (surroundings.hasDecimalCommas && mayBeThousands(choice.chosen, values))
      return asked(name, view, values, groupedReadings(choice.chosen));
    if (!surroundings.tellsNumbers && isNamedLikeCode(name, choice.chosen, values))
      return codeColumn(name, view, choice.chosen, values);
    return typedColumn(name, view, choice, values, nullWords);
  }
  if (choice.kind === 'ambiguous')
    return asked(
      name,
      view,
      values,
      choice.readings.map((reading) => readingOf(reading)),
    );
  return textColumn(name, view, choice, seen);
}

function candidatesOf(
  name: string,
  values: readonly Sighting[],
  { areTextsTexts, areNumbers }: Surroundings,
): readonly Candidate[] {
  const always = [...dateCandidates(values), ...timeCandidates(values), ...jsonCandidates(values)];
  if (areTextsTexts) return always;
  return [
    ...compactDateCandidates(values, name),
    ...boolCandidates(values),
    ...numberCandidates(values, areNumbers),
    ...always,
  ];
}

function typedColumn(
  name: string,
  view: SeenView,
  { chosen, ruledOut }: Extract<Choice, { kind: 'type' }>,
  values: readonly Sighting[],
  nullWords: readonly Sighting[],
): InferredColumn {
  return columnOf(name, view, {
    type: chosen.type,
    format: chosen.format,
    numberStyle: chosen.numberStyle,
    nulls: nullWords.map(({ shape }) => NULL_WORDS[detailOf(shape)] ?? '').sort(),
    nullable: view.nulls > 0 || nullWords.length > 0,
    values: total(values),
    evidence: [
      ...evidence.ofType(chosen, values),
      ...ruledOut.map(({ candidate, by }) => evidence.ruledOut(candidate.label, by)),
      ...evidence.ofNulls(view.nulls, nullWords),
    ],
    alternatives: alternativesTo(chosen, values),
    misfits: {
      count: chosen.misfits,
      first: chosen.firstMisfit && firstOf(chosen.firstMisfit),
    },
  });
}

function textColumn(
  name: string,
  view: SeenView,
  choice: Extract<Choice, { kind: 'text' | 'contradiction' }>,
  seen: readonly Sighting[],
): InferredColumn {
  const why = choice.kind === 'text' ? evidence.ofText(choice.nearest, seen) : evidence.ofContradiction(choice.rulings);
  return columnOf(name, view, {
    type: 'string',
    evidence: [...why, ...evidence.ofNulls(view.nulls, [])],
    alternatives: choice.kind === 'text' && choice.nearest !== null ? nearReadings(choice.nearest, valuesOf(seen)) : [],
  });
}

function codeColumn(name: string, view: SeenView, chosen: Weighed, values: readonly Sighting[]): InferredColumn {
  return columnOf(name, view, {
    type: 'string',
    evidence: [evidence.ofCode(name, chosen), ...evidence.ofNulls(view.nulls, [])],
    alternatives: chosen.misfits === 0 ? [readingOf(chosen)] : nearReadings(chosen, values),
  });
}

/** Left as text, with every reading as an alternative. */
function asked(
  name: string,
  view: SeenView,
  values: readonly Sighting[],
  alternatives: readonly Alternative[],
): InferredColumn {
  return columnOf(name, view, {
    type: 'string',
    evidence: [
      evidence.ofAmbiguity(total(values), alternatives, earliest(values)),
      ...evidence.ofNulls(view.nulls, []),
    ],
    alternatives,
  });
}

function valuesOf(seen: readonly Sighting[]): Sighting[] {
  return seen.filter(({ family }) => family !== 'nullWord');
}

function firstOf({ firstRow, file, firstText }: Sighting): Misfits['first'] {
  return { row: firstRow, file, value: firstText };
}

function emptyColumn(name: string, view: SeenView, nullWords: readonly Sighting[]): InferredColumn {
  return columnOf(name, view, { type: 'string', evidence: evidence.ofNothing(view.nulls, nullWords) });
}

function columnOf(
  name: string,
  view: SeenView,
  said: Partial<InferredColumn> & Pick<InferredColumn, 'type' | 'evidence'>,
): InferredColumn {
  return {
    name,
    format: null,
    numberStyle: null,
    nulls: [],
    nullable: view.nulls > 0,
    values: view.values,
    alternatives: [],
    misfits: { count: 0, first: null },
    ...said,
  };
}

/** A column whose type the user names. Words for "no value" are still found, unless it is text. */
export function overriddenColumn(name: string, view: SeenView, { type, format }: TypeOverride): InferredColumn {
  const isText = /^(?:string|json|binary)\b/.test(type);
  const nullWords = isText ? [] : [...view.sightings.values()].filter(({ family }) => family === 'nullWord');
  const numberStyle = format === null ? null : styleOfExample(format);
  return {
    name,
    type,
    format: numberStyle === null ? format : null,
    numberStyle,
    nulls: nullWords.map(({ shape }) => NULL_WORDS[detailOf(shape)] ?? '').sort(),
    nullable: view.nulls > 0 || nullWords.length > 0,
    values: view.values - total(nullWords),
    evidence: [evidence.declared(type, format), ...evidence.ofNulls(view.nulls, nullWords)],
    alternatives: [],
    misfits: { count: 0, first: null },
  };
}
