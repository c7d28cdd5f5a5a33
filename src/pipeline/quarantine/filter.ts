import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import { CasparianError, nearest } from '../../platform/index.js';
import type { PipelineSchema, QuarantineStatus } from '../schema/tables.js';
import type { TenantExecutor } from '../../database/index.js';
import { searchable } from './searchable.js';

/** Selects rows of the ledger. Absent members do not filter. */
export interface QuarantineFilter {
  readonly statuses: readonly QuarantineStatus[];
  readonly jobId?: string | undefined;
  /** The parser's name. */
  readonly parser?: string | undefined;
  readonly output?: string | undefined;
  /** Null selects rows whose error names no column. */
  readonly column?: string | null | undefined;
  readonly errorType?: string | undefined;
  readonly rowNumbers?: readonly number[] | undefined;
  readonly fileId?: string | undefined;
  /** Resolved at this time or later. */
  readonly resolvedSince?: number | undefined;
}

export const QUARANTINE_STATUSES: readonly QuarantineStatus[] = [
  'quarantined',
  'recovered',
  'discarded',
  'superseded',
  'evidence',
];

export function parseQuarantineStatus(text: string): QuarantineStatus {
  const status = QUARANTINE_STATUSES.find((known) => known === text.toLowerCase());
  if (status !== undefined) return status;
  const meant = nearest(text, QUARANTINE_STATUSES);
  throw new CasparianError('OPTION_INVALID', `'${text}' is not a status of a quarantined row`, {
    why: `They are ${QUARANTINE_STATUSES.join(', ')}.`,
    next: meant === undefined ? [] : [`Did you mean ${meant}?`],
  });
}

type Builder = ExpressionBuilder<PipelineSchema, 'cf_quarantine'>;

/** The filter as SQL. The status is a literal: with a parameter, SQLite would not use the partial index. */
export function matches({ tenant }: TenantExecutor, filter: QuarantineFilter): (eb: Builder) => Expression<SqlBool> {
  const { statuses, jobId, parser, output, column, errorType, rowNumbers, fileId, resolvedSince } = filter;
  const literals = statuses.map((status) => sql.lit(status));
  return (eb) =>
    eb.and([
      eb('tenant', '=', tenant),
      literals.length === 1 ? sql<SqlBool>`status = ${literals[0]}` : sql<SqlBool>`status IN (${sql.join(literals)})`,
      ...(jobId === undefined ? [] : [eb('job_id', '=', jobId)]),
      ...(parser === undefined ? [] : [eb('parser', '=', parser)]),
      ...(output === undefined ? [] : [eb('output', '=', output)]),
      ...(column === undefined
        ? []
        : [column === null ? eb('column_name', 'is', null) : eb('column_name', '=', searchable(column))]),
      ...(errorType === undefined ? [] : [eb('error_type', '=', errorType)]),
      ...(fileId === undefined ? [] : [eb('file_id', '=', fileId)]),
      ...(resolvedSince === undefined ? [] : [eb('resolved_at', '>=', resolvedSince)]),
      ...(rowNumbers === undefined ? [] : [eb('row_number', 'in', rowNumbers)]),
    ]);
}
