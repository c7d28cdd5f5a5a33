import { basename } from 'node:path';
import type { ClaimedJob, Ending } from '../../engine/index.js';
import { factsOf, fileJobOf } from '../../operations/index.js';
import { FILE_JOBS } from '../../pipeline/index.js';

/** Of a job over a file: what can be said of its end in a line, and the fields that go with it. */
export interface FileJobWords {
  readonly message: string;
  readonly fields: object;
}

/** Undefined for a job of another kind, and for one that is not done. */
export function fileJobWords(job: ClaimedJob, ending: Ending): FileJobWords | undefined {
  if (!FILE_JOBS.some(({ type }) => type === job.type) || ending.status === 'pending') return undefined;
  const { parser, path } = fileJobOf(job);
  const { rowsValid, rowsQuarantined, alreadyProcessed } = factsOf(ending);
  // The tail of an id is its own; the head is the time, which it shares with its neighbours.
  const name = `Job ${job.id.slice(-8)}`;
  const about = { parser, path };
  if (ending.status !== 'completed' && ending.status !== 'completed_with_warnings') {
    const words = ending.status === 'cancelled' ? 'cancelled' : 'failed';
    return { message: `${name} ${words}: ${basename(path)}. See: casparian job show ${job.id}`, fields: about };
  }
  if (alreadyProcessed) return { message: `${name}: ${basename(path)} is already processed`, fields: about };
  const bad = rowsQuarantined > 0 ? `, ${rowsQuarantined} quarantined` : '';
  return {
    message: `${name} completed (${rowsValid} ${rowsValid === 1 ? 'row' : 'rows'}${bad}): ${basename(path)}`,
    fields: { ...about, rows_valid: rowsValid, rows_quarantined: rowsQuarantined },
  };
}
