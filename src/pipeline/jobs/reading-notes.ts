import { driftSentences } from '../../tables/index.js';
import type { Reading, Rename } from '../../parse/index.js';

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

/** A rename is proposed, never assumed: two columns of one name could be merged by mistake. */
export function renameNote({ from, to, evidence }: Rename, dataset: string): string {
  const why = evidence.join(', ');
  return `'${from}' looks like an earlier name of '${to}' (${why}); the contract of '${dataset}' can accept the rename`;
}
