import type { Alternative, InferredColumn, Misfits, TypeOverride } from '../inferred-table.js';
import { NULL_WORDS } from '../../../contract/index.js';
import { detailOf } from '../profile/shape.js';
import type { FinishedProfile } from '../profile/table-profile.js';
import type { Tally } from '../profile/tally.js';
import { alternativesTo, groupedReadings, mayBeThousands, nearReadings, readingOf } from './alternatives.js';
import { type Candidate, earliest, total, type Weighed } from './candidate.js';
import { type Choice, choose } from './choose.js';
import { isNamedLikeCode } from './code-name.js';
import { compactDateCandidates } from './compact-date.js';
import { dateCandidates, timeCandidates } from './date-candidates.js';
import * as evidence from './evidence.js';
import { numberCandidates, styleOfExample } from './number-candidates.js';
import { severalDateCandidates } from './several-dates.js';
import { boolCandidates, jsonCandidates } from './word-candidates.js';

interface Surroundings {
  /** Whether another column of the table has decimal commas. */
  readonly hasDecimalCommas: boolean;
  /** Whether the format declares that the column has only text. */
  readonly textsStayText: boolean;
  /** Whether the format distinguishes numbers from text: then a code that is a number was meant as one. */
  readonly distinguishesNumbers: boolean;
  /** Whether every value of the column is a number in the file. */
  readonly areNumbers: boolean;
  /** Whether dates may be written in several ways, because they come from several files. */
  readonly severalFiles: boolean;
  /** The values of the column in each file; absent with one file. */
  readonly files?: readonly (readonly Tally[])[];
}

export function decideColumn(name: string, profile: FinishedProfile, surroundings: Surroundings): InferredColumn {
  const seen = [...profile.tallies.values()];
  const nullWords = seen.filter(({ family }) => family === 'nullWord');
  const values = valuesOf(seen);
  if (profile.givenType !== null) {
    if (!profile.isTooFine)
      return columnOf(name, profile, { type: profile.givenType, evidence: [evidence.givenByFile(profile.givenType)] });
    return columnOf(name, profile, { type: 'string', evidence: [evidence.tooFine(profile.givenType)] });
  }
  if (values.length === 0) return emptyColumn(name, profile, nullWords);
  const textsStayText = profile.isQuotedText || surroundings.textsStayText;
  const choice = chooseType(name, values, { ...surroundings, textsStayText });
  if (choice.kind === 'type') {
    if (surroundings.hasDecimalCommas && mayBeThousands(choice.chosen, values))
      return asked(name, profile, values, groupedReadings(choice.chosen));
    if (!surroundings.distinguishesNumbers && isNamedLikeCode(name, choice.chosen, values))
      return codeColumn(name, profile, choice.chosen, values);
    return typedColumn(name, profile, choice, values, nullWords);
  }
  if (choice.kind === 'ambiguous')
    return asked(
      name,
      profile,
      values,
      choice.readings.map((reading) => readingOf(reading)),
    );
  const { files = [] } = surroundings;
  if (choice.kind === 'text' && choice.nearest !== null && isTypeOfFiles(choice.nearest, values, files)) {
    return typedColumn(name, profile, { kind: 'type', chosen: choice.nearest, ruledOut: [] }, values, nullWords);
  }
  return textColumn(name, profile, choice, seen);
}

/** In one file, several ways of writing dates count only if no other type fits: a single other date is a slip. */
function chooseType(name: string, values: readonly Tally[], surroundings: Surroundings): Choice {
  const choice = choose(candidatesOf(name, values, surroundings), values);
  if (choice.kind !== 'text' || surroundings.severalFiles) return choice;
  const several = choose(severalDateCandidates(values), values);
  return several.kind === 'type' ? several : choice;
}

/** Most values of a file must have its type; a word in the others is a slip, and its row is quarantined. */
const LEAST_SHARE_OF_FILE = 0.5;

/**
 * Small files have too few values to tolerate a misfit. But a type that one file has throughout and every file has
 * mostly is the type of the column: it would be, had the files arrived one by one.
 */
function isTypeOfFiles(type: Weighed, values: readonly Tally[], files: readonly (readonly Tally[])[]): boolean {
  if (values.some((tally) => !type.fits(tally) && type.forbids(tally))) return false;
  const own = files.map(valuesOf).filter((tallies) => tallies.length > 0);
  const share = (tallies: readonly Tally[]): number => total(tallies.filter((one) => type.fits(one))) / total(tallies);
  return own.some((tallies) => share(tallies) === 1) && own.every((tallies) => share(tallies) > LEAST_SHARE_OF_FILE);
}

function candidatesOf(
  name: string,
  values: readonly Tally[],
  { textsStayText, areNumbers, severalFiles }: Surroundings,
): readonly Candidate[] {
  const always = [
    ...dateCandidates(values),
    ...(severalFiles ? severalDateCandidates(values) : []),
    ...timeCandidates(values),
    ...jsonCandidates(values),
  ];
  if (textsStayText) return always;
  return [
    ...compactDateCandidates(values, name),
    ...boolCandidates(values),
    ...numberCandidates(values, areNumbers),
    ...always,
  ];
}

function typedColumn(
  name: string,
  profile: FinishedProfile,
  { chosen, ruledOut }: Extract<Choice, { kind: 'type' }>,
  values: readonly Tally[],
  nullWords: readonly Tally[],
): InferredColumn {
  return columnOf(name, profile, {
    type: chosen.type,
    format: chosen.format,
    numberStyle: chosen.numberStyle,
    nulls: nullWords.map(({ shape }) => NULL_WORDS[detailOf(shape)] ?? '').sort(),
    nullable: profile.nulls > 0 || nullWords.length > 0,
    values: total(values),
    evidence: [
      ...evidence.ofType(chosen, values),
      ...ruledOut.map(({ candidate, by }) => evidence.ruledOut(candidate.label, by)),
      ...evidence.ofNulls(profile.nulls, nullWords),
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
  profile: FinishedProfile,
  choice: Extract<Choice, { kind: 'text' | 'contradiction' }>,
  seen: readonly Tally[],
): InferredColumn {
  const why = choice.kind === 'text' ? evidence.ofText(choice.nearest, seen) : evidence.ofContradiction(choice.rulings);
  return columnOf(name, profile, {
    type: 'string',
    evidence: [...why, ...evidence.ofNulls(profile.nulls, [])],
    alternatives: choice.kind === 'text' && choice.nearest !== null ? nearReadings(choice.nearest, valuesOf(seen)) : [],
  });
}

function codeColumn(name: string, profile: FinishedProfile, chosen: Weighed, values: readonly Tally[]): InferredColumn {
  return columnOf(name, profile, {
    type: 'string',
    evidence: [evidence.ofCode(name, chosen), ...evidence.ofNulls(profile.nulls, [])],
    alternatives: chosen.misfits === 0 ? [readingOf(chosen)] : nearReadings(chosen, values),
  });
}

/** Stays text, with every interpretation as an alternative. */
function asked(
  name: string,
  profile: FinishedProfile,
  values: readonly Tally[],
  alternatives: readonly Alternative[],
): InferredColumn {
  return columnOf(name, profile, {
    type: 'string',
    evidence: [
      evidence.ofAmbiguity(total(values), alternatives, earliest(values)),
      ...evidence.ofNulls(profile.nulls, []),
    ],
    alternatives,
  });
}

function valuesOf(seen: readonly Tally[]): Tally[] {
  return seen.filter(({ family }) => family !== 'nullWord');
}

function firstOf({ firstRow, file, firstText }: Tally): Misfits['first'] {
  return { row: firstRow, file, value: firstText };
}

function emptyColumn(name: string, profile: FinishedProfile, nullWords: readonly Tally[]): InferredColumn {
  return columnOf(name, profile, { type: 'string', evidence: evidence.ofNothing(profile.nulls, nullWords) });
}

function columnOf(
  name: string,
  profile: FinishedProfile,
  decided: Partial<InferredColumn> & Pick<InferredColumn, 'type' | 'evidence'>,
): InferredColumn {
  return {
    name,
    format: null,
    numberStyle: null,
    nulls: [],
    nullable: profile.nulls > 0,
    values: profile.values,
    alternatives: [],
    misfits: { count: 0, first: null },
    ...decided,
  };
}

/** A column whose type the user declared. Null words are still found, unless it is text. */
export function overriddenColumn(
  name: string,
  profile: FinishedProfile,
  { type, format }: TypeOverride,
): InferredColumn {
  const isText = /^(?:string|json|binary)\b/.test(type);
  const nullWords = isText ? [] : [...profile.tallies.values()].filter(({ family }) => family === 'nullWord');
  const numberStyle = format === null ? null : styleOfExample(format);
  return {
    name,
    type,
    format: numberStyle === null ? format : null,
    numberStyle,
    nulls: nullWords.map(({ shape }) => NULL_WORDS[detailOf(shape)] ?? '').sort(),
    nullable: profile.nulls > 0 || nullWords.length > 0,
    values: profile.values - total(nullWords),
    evidence: [evidence.declared(type, format), ...evidence.ofNulls(profile.nulls, nullWords)],
    alternatives: [],
    misfits: { count: 0, first: null },
  };
}
