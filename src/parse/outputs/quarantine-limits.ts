import type { OutputLimits } from '../../contract/index.js';
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
  /** The limits that the contract gives the output. */
  readonly limits?: OutputLimits | null;
}

/** Fewer rows say nothing about a share: one bad row of one is 100 %. The contract can set another number. */
const LEAST_ROWS = 10;

/** Checked after each batch, so that a run that must fail does not continue for an hour. Each output is counted alone. */
export function rowLimitFailure(
  outputs: ReadonlyMap<string, RowCounts>,
  limits: QuarantineLimits,
  quarantinedBefore = 0,
): CasparianError | null {
  for (const [name, { rowsIn, quarantined, limits: own }] of outputs) {
    const most = own?.rows ?? limits.rows;
    if (quarantinedBefore + quarantined <= most) continue;
    const whose = outputs.size === 1 ? '' : ` of '${name}'`;
    return new CasparianError('QUARANTINE_LIMIT', `More than ${count(most)} rows${whose} break the contract`, {
      why: `The run was stopped after ${count(rowsIn)} rows, of which ${count(quarantinedBefore + quarantined)} were bad.`,
      next: [
        'Look at the first bad rows above: usually one column is wrong.',
        hint('Allow more with {}', { options: { max_quarantine_rows: 'N' } }),
      ],
    });
  }
  return null;
}

/**
 * Checked at the end. Each output with enough rows must not exceed its share, and must have a valid row unless the limit
 * is 100 %. All outputs together must not either: so a small output fails the file only if the others are bad too.
 */
export function shareFailure(outputs: ReadonlyMap<string, RowCounts>, limits: QuarantineLimits): CasparianError | null {
  let total = { rowsIn: 0, quarantined: 0 };
  for (const [name, counts] of outputs) {
    total = { rowsIn: total.rowsIn + counts.rowsIn, quarantined: total.quarantined + counts.quarantined };
    const share = counts.limits?.share ?? limits.share;
    const isEnough = counts.rowsIn >= (counts.limits?.minRows ?? LEAST_ROWS);
    const failure = isEnough ? failureOf(counts, share, name, outputs.size === 1) : null;
    if (failure !== null) return failure;
  }
  const [only, ...others] = [...outputs];
  const share = others.length === 0 ? (only?.[1].limits?.share ?? limits.share) : limits.share;
  const least = others.length === 0 ? (only?.[1].limits?.minRows ?? 0) : 0;
  if (total.rowsIn < least) return null;
  return failureOf(total, share, others.length === 0 ? (only?.[0] ?? '') : null, others.length === 0);
}

/** `name` is null for all outputs together. The only output of a run need not be named. */
function failureOf(
  { rowsIn, quarantined }: RowCounts,
  share: number,
  name: string | null,
  isOnly: boolean,
): CasparianError | null {
  const whose = name === null ? 'of all outputs' : `of '${name}'`;
  if (rowsIn > 0 && quarantined === rowsIn && share < 1) return everyRow(whose, rowsIn);
  if (quarantined <= rowsIn * share) return null;
  const rows = isOnly ? 'the rows' : `the rows ${whose}`;
  return new CasparianError('QUARANTINE_LIMIT', `${percent(quarantined / rowsIn)} of ${rows} break the contract`, {
    why: `The limit is ${percent(share)}. If most rows are bad, the contract or the parser is usually wrong.`,
    next: [
      'Look at the first bad rows above.',
      hint('Allow more, for example with {}', { options: { quarantine_threshold: 0.9 } }),
    ],
  });
}

function everyRow(whose: string, rowsIn: number): CasparianError {
  const rows = rowsIn === 1 ? 'The only row' : `Every one of the ${count(rowsIn)} rows`;
  return new CasparianError('QUARANTINE_LIMIT', `${rows} ${whose} breaks the contract`, {
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
