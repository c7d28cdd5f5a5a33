import type { ParserRun } from '../../parse/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import { readQuarantineLines } from '../quarantine/quarantine-lines.js';
import { countRows, type RowNumbers } from './wanted-rows.js';

interface RowProblem {
  readonly column: string | null;
  readonly error_type: string;
  readonly error_message: string;
}

/** The outcome of one row, with its remaining errors. Scripts depend on these names: add, never change. */
export interface ReplayedRow extends Partial<RowProblem> {
  readonly output: string;
  readonly row_number: number;
  readonly status: 'recovered' | 'quarantined';
}

/** The outcome of the wanted rows. */
export interface Verdict {
  readonly recovered: RowNumbers;
  readonly stillBad: number;
  /** The first rows, for display. */
  readonly rows: readonly ReplayedRow[];
}

const SHOWN_ROWS = 20;

/** Separates the rows that are valid now from the others. Every wanted row must be in one of the two sets. */
export async function verdictOn(wanted: RowNumbers, run: ParserRun): Promise<Verdict> {
  const bad = new Map<string, Map<number, RowProblem | null>>();
  for (const { output, path } of run.quarantines) bad.set(output, await badRows(path));
  const recovered = new Map<string, Set<number>>();
  const rows: ReplayedRow[] = [];
  for (const [output, numbers] of wanted) {
    const good = new Set<number>();
    for (const row_number of numbers) {
      const found = bad.get(output)?.get(row_number);
      if (found === undefined) good.add(row_number);
      const status = found === undefined ? 'recovered' : 'quarantined';
      if (rows.length < SHOWN_ROWS) rows.push({ output, row_number, status, ...found });
    }
    recovered.set(output, good);
  }
  requireSameOutputs({ wanted, recovered, bad }, run);
  return { recovered, stillBad: countRows(wanted) - countRows(recovered), rows };
}

/** Keeps the errors of the first rows only, for display. */
async function badRows(path: string): Promise<Map<number, RowProblem | null>> {
  const rows = new Map<number, RowProblem | null>();
  for await (const { rowNumber, column, errorType, errorMessage } of readQuarantineLines(path)) {
    const problem = { column, error_type: errorType, error_message: errorMessage };
    rows.set(rowNumber, rows.size < SHOWN_ROWS ? problem : null);
  }
  return rows;
}

/**
 * Each output was also asked for a row after its last one. The total number of rows is unchanged, so if no output has
 * more rows than before, each has the same number.
 */
function requireSameOutputs({ wanted, recovered, bad }: Sorted, run: ParserRun): void {
  const outputs = new Set([...wanted.keys(), ...bad.keys(), ...run.outputs.map(({ output }) => output)]);
  for (const output of outputs) {
    const good = run.outputs.find((file) => file.output === output)?.rows ?? 0;
    const all = good + (bad.get(output)?.size ?? 0);
    if (good === (recovered.get(output)?.size ?? 0) && all === (wanted.get(output)?.size ?? 0)) continue;
    throw new CasparianError('REPLAY_IMPOSSIBLE', `The rows of '${output}' have changed`, {
      why: 'This version of the parser has other outputs, or assigns its rows to them differently.',
      next: [
        hint('Read the whole file again with it', {
          ...{ action: 'backfill', arguments: [run.parser?.name ?? 'PARSER'], options: { execute: true } },
        }),
      ],
    });
  }
}

interface Sorted {
  readonly wanted: RowNumbers;
  readonly recovered: RowNumbers;
  readonly bad: ReadonlyMap<string, ReadonlyMap<number, RowProblem | null>>;
}
