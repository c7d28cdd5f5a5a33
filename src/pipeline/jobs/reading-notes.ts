import { driftSentences } from '../../tables/index.js';
import type { Reading } from '../../parse/index.js';

/** Remarks for the log of a job: what is uncertain about the file, and which differences its contract allows. */
export function readingNotes({ notes, warnings, drift, table }: Reading, dataset: string): string[] {
  return [
    ...warnings,
    ...notes,
    ...(table?.columns ?? []).filter(({ alternatives }) => alternatives.length > 0).map(questionOf),
    ...(drift === null ? [] : driftSentences(drift).map((sentence) => `By the contract of '${dataset}', ${sentence}`)),
  ];
}

function questionOf({ name, type, alternatives }: NonNullable<Reading['table']>['columns'][number]): string {
  const others = alternatives.map((other) => (other.format === null ? other.type : `${other.type} ${other.format}`));
  return `'${name}' is read as ${type}, but could be ${others.join(' or ')}; its contract can set the type`;
}
