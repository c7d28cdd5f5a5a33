import type { Cell, ColumnContract } from '../../contract/index.js';
import type { TenantExecutor } from '../../database/index.js';
import type { ContractChange } from '../../parse/index.js';
import { type QuarantineGroup, quarantineGroups } from '../quarantine/groups.js';
import { loadTrials } from './load-trials.js';
import { sampleCells, sampleRows } from './sample-cells.js';
import type { RepairedOutput } from './suggest-repairs.js';

/** Each group multiplies the work of counting. More causes than these are better repaired one after the other. */
const LARGEST_GROUPS = 10;

/** The error of a row with a value in a column that the contract does not have. */
const UNEXPECTED_COLUMN = 'unexpected_column';

export interface ProposedChange extends ContractChange {
  /** The index of its group. */
  readonly group: number;
}

export interface Proposals {
  readonly groups: readonly QuarantineGroup[];
  readonly changes: readonly ProposedChange[];
  /** The sampled cells of each group. */
  readonly samples: readonly (readonly Cell[])[];
}

/** The largest groups of quarantined rows, with the changes that repair rows of their samples. */
export async function proposeForGroups(
  database: TenantExecutor,
  { parser, output }: RepairedOutput,
  columns: readonly ColumnContract[],
): Promise<Proposals> {
  const { proposeAliases, proposeChanges } = await loadTrials();
  const filter = { statuses: ['quarantined'] as const, parser, output };
  const groups = await quarantineGroups(database, filter, LARGEST_GROUPS);
  const changes: ProposedChange[] = [];
  const samples: Cell[][] = [];
  for (const [group, { column: name, errorType }] of groups.entries()) {
    if (errorType === UNEXPECTED_COLUMN) {
      const rows = await sampleRows(database, { ...filter, column: null, errorType });
      changes.push(...proposeAliases(columns, rows).map((change) => ({ ...change, group })));
    }
    const column = columns.find((one) => one.name === name);
    const sample =
      column === undefined ? [] : await sampleCells(database, { ...filter, column: column.name, errorType });
    samples.push(sample);
    if (column === undefined) continue;
    changes.push(...proposeChanges({ column, errorType, sample }).map((change) => ({ ...change, group })));
  }
  return { groups, changes, samples };
}
