import type { InferredColumn } from '../inferred-table.js';
import type { TypeOverride } from '../infer-options.js';
import type { SeenView } from '../look/seen-table.js';
import { NULL_WORDS } from '../../../contract/index.js';
import { detailOf } from '../look/shape.js';
import { total } from './candidate.js';
import * as evidence from './evidence.js';
import { styleOfExample } from './number-example.js';

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
