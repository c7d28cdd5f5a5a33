import type { Alternative, InferredColumn } from '../inferred-table.js';
import { NULL_WORDS } from '../look/look-at-word.js';
import { detailOf } from '../look/shape.js';
import type { ColumnView } from '../look/column-view.js';
import type { Sighting } from '../look/sighting.js';
import { earliest, total, type Candidate, type Weighed } from './candidate.js';
import { choose, type Choice } from './choose.js';
import { compactDate, compactDateCandidates } from './compact-date.js';
import { dateCandidates } from './date-candidates.js';
import { timeCandidates } from './time-candidates.js';
import * as evidence from './evidence.js';
import { groupedReadings, mayBeThousands } from './grouped-points.js';
import { numberCandidates } from './number-candidates.js';
import { boolCandidates, jsonCandidates } from './word-candidates.js';

export interface Surroundings {
  /** Whether another column of the table is written with decimal commas. */
  readonly hasDecimalCommas: boolean;
  /** Whether the file tells texts from numbers itself. */
  readonly areTextsTexts: boolean;
}

export function decideColumn(name: string, view: ColumnView, surroundings: Surroundings): InferredColumn {
  const seen = [...view.sightings.values()];
  const nullWords = seen.filter(({ family }) => family === 'nullWord');
  const values = seen.filter(({ family }) => family !== 'nullWord');
  if (view.givenType !== null) {
    return columnOf(name, view, { type: view.givenType, evidence: [evidence.givenByFile(view.givenType)] });
  }
  if (values.length === 0) return emptyColumn(name, view, nullWords);
  const choice = choose(candidatesOf(name, values, view.isQuotedText || surroundings.areTextsTexts), values);
  if (choice.kind === 'type') {
    if (surroundings.hasDecimalCommas && mayBeThousands(choice.chosen, values))
      return asked(name, view, values, groupedReadings(choice.chosen));
    return typedColumn(name, view, choice, values, nullWords);
  }
  if (choice.kind === 'ambiguous')
    return asked(
      name,
      view,
      values,
      choice.readings.map((reading) => readingOf(name, reading)),
    );
  return textColumn(name, view, choice, seen);
}

function candidatesOf(name: string, values: readonly Sighting[], areTextsTexts: boolean): readonly Candidate[] {
  const always = [...dateCandidates(values), ...timeCandidates(values), ...jsonCandidates(values)];
  if (areTextsTexts) return always;
  return [...compactDateCandidates(values, name), ...boolCandidates(values), ...numberCandidates(values), ...always];
}

function typedColumn(
  name: string,
  view: ColumnView,
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
    alternatives: alternativesTo(name, chosen, values),
    misfits: {
      count: chosen.misfits,
      first: chosen.firstMisfit && { row: chosen.firstMisfit.firstRow, value: chosen.firstMisfit.firstText },
    },
  });
}

function textColumn(
  name: string,
  view: ColumnView,
  choice: Extract<Choice, { kind: 'text' | 'contradiction' }>,
  seen: readonly Sighting[],
): InferredColumn {
  const why = choice.kind === 'text' ? evidence.ofText(choice.nearest, seen) : evidence.ofContradiction(choice.rulings);
  return columnOf(name, view, { type: 'string', evidence: [...why, ...evidence.ofNulls(view.nulls, [])] });
}

/** Left as text, with every reading as an alternative. */
function asked(
  name: string,
  view: ColumnView,
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

function readingOf(name: string, { type, format, numberStyle, label }: Weighed): Alternative {
  const written = format ?? (numberStyle === null ? null : evidence.exampleOf(numberStyle));
  return {
    type,
    format: written,
    why: `every value fits ${label}; say so with ${evidence.override(name, type, written)}`,
  };
}

function emptyColumn(name: string, view: ColumnView, nullWords: readonly Sighting[]): InferredColumn {
  return columnOf(name, view, { type: 'string', evidence: evidence.ofNothing(view.nulls, nullWords) });
}

/** Days without separators stay numbers without better reasons, and the user may have them. */
function alternativesTo(name: string, chosen: Weighed, values: readonly Sighting[]): readonly Alternative[] {
  if (chosen.type !== 'int' || !values.every(({ family }) => family === 'compactDate')) return [];
  const { type, format, label } = compactDate();
  return [
    { type, format, why: `every value also fits ${label}; say so with ${evidence.override(name, type, format)}` },
  ];
}

function columnOf(
  name: string,
  view: ColumnView,
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
