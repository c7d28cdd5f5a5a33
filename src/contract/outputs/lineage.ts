import { CasparianError } from '../../platform/index.js';
import type { OutputColumn } from '../columns/typed.js';

/**
 * The origin of the rows of one dataset. The number of each row comes with its batch. With several sources the caller
 * changes it between two batches: it is read when a batch is written.
 */
export interface Lineage {
  readonly source: string;
  /** Null outside the job engine. */
  readonly jobId: string | null;
  readonly parser: string;
}

export const SOURCE_COLUMN: OutputColumn = { name: '_cf_source', type: { kind: 'string' }, required: true };
export const ROW_COLUMN: OutputColumn = { name: '_cf_row', type: { kind: 'int' }, required: true };
export const JOB_ID_COLUMN: OutputColumn = { name: '_cf_job_id', type: { kind: 'string' }, required: false };
export const PARSER_COLUMN: OutputColumn = { name: '_cf_parser', type: { kind: 'string' }, required: true };

const LINEAGE_COLUMNS: readonly OutputColumn[] = [SOURCE_COLUMN, ROW_COLUMN, JOB_ID_COLUMN, PARSER_COLUMN];

/** The columns of a file: the user's, then lineage. */
export function withLineage(columns: readonly OutputColumn[]): readonly OutputColumn[] {
  const taken = new Set(LINEAGE_COLUMNS.map((column) => column.name));
  const colliding = columns.find((column) => taken.has(column.name));
  if (colliding) {
    throw new CasparianError('CONTRACT_INVALID', `The column name ${colliding.name} is reserved.`, {
      why: `Every output has the lineage columns ${[...taken].join(', ')}; a second ${colliding.name} would be ambiguous.`,
      next: ['Rename the column in the parser and in its outputs.'],
    });
  }
  return [...columns, ...LINEAGE_COLUMNS];
}
