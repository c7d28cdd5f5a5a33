import { CasparianError, hint } from '../../platform/index.js';

export interface QuarantineLimits {
  /** More than this share of bad rows fails the run. */
  readonly share: number;
  /** More than this number of bad rows fails the run. */
  readonly rows: number;
}

export interface RowCounts {
  readonly rowsIn: number;
  readonly quarantined: number;
}

/** Checked after each batch, so that a run that must fail does not continue for an hour. */
export function rowLimitFailure({ rowsIn, quarantined }: RowCounts, limits: QuarantineLimits): CasparianError | null {
  if (quarantined <= limits.rows) return null;
  return new CasparianError('QUARANTINE_LIMIT', `More than ${count(limits.rows)} rows break the contract`, {
    why: `The run was stopped after ${count(rowsIn)} rows, of which ${count(quarantined)} were bad.`,
    next: [
      'Look at the first bad rows above: usually one column is wrong.',
      hint('Allow more with {}', { options: { max_quarantine_rows: 'N' } }),
    ],
  });
}

/**
 * Checked at the end. Every output with rows must have a valid one, unless the limit is 100 %, and the share over all
 * outputs must not exceed the limit.
 */
export function shareFailure(outputs: ReadonlyMap<string, RowCounts>, limits: QuarantineLimits): CasparianError | null {
  let rowsIn = 0;
  let quarantined = 0;
  for (const [name, counts] of outputs) {
    rowsIn += counts.rowsIn;
    quarantined += counts.quarantined;
    if (counts.rowsIn > 0 && counts.quarantined === counts.rowsIn && limits.share < 1) return everyRow(name, counts);
  }
  if (quarantined <= rowsIn * limits.share) return null;
  return new CasparianError('QUARANTINE_LIMIT', `${percent(quarantined / rowsIn)} of the rows break the contract`, {
    why: `The limit is ${percent(limits.share)}. If most rows are bad, the contract or the parser is usually wrong.`,
    next: [
      'Look at the first bad rows above.',
      hint('Allow more, for example with {}', { options: { quarantine_threshold: 0.9 } }),
    ],
  });
}

function everyRow(output: string, { rowsIn }: RowCounts): CasparianError {
  const rows = rowsIn === 1 ? 'The only row' : `Every one of the ${count(rowsIn)} rows`;
  return new CasparianError('QUARANTINE_LIMIT', `${rows} of '${output}' breaks the contract`, {
    why: 'Nothing would be left to write.',
    next: [
      'Look at the bad rows above: the contract or the parser is wrong.',
      hint('Accept even this with {}', { options: { quarantine_threshold: 1 } }),
    ],
  });
}

function count(rows: number): string {
  return rows.toLocaleString('en-US');
}

function percent(share: number): string {
  return `${(share * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })} %`;
}
