import { type Cell, type IncomingBatch, type OutputContract } from '../../contract/index.js';
import type { TenantDatabase } from '../../database/index.js';
import type { Trials } from '../../parse/index.js';
import { findEntries } from '../quarantine/find-entries.js';
import { parserNamed } from '../registry/find-parsers.js';
import { declaredOutput } from './changed-contract.js';
import { loadTrials } from './load-trials.js';
import { proposeForGroups } from './propose-for-groups.js';
import { rawCells } from './raw-cells.js';
import type { RepairReport } from './report.js';
import { reportOf } from './report-of.js';
import { groupKey, OTHER_GROUP } from './row-classes.js';
import type { RepairedOutput, SuggestOptions } from './suggest-repairs.js';

const ROWS_PER_BATCH = 1_000;

/**
 * Counts with the quarantined rows of the ledger: only a parser can read its files. The contract is part of its code, so the report
 * says what to change there.
 */
export async function reportOnParser(
  database: TenantDatabase,
  output: RepairedOutput,
  { signal, onProgress }: SuggestOptions,
): Promise<RepairReport> {
  const registered = await parserNamed(database, output.parser);
  const contract = declaredOutput(registered.outputs, output);
  const subject = { ...output, contractHash: registered.sourceHash, applicable: false };
  const proposals = await proposeForGroups(database, output, contract.columns);
  const { groups, changes } = proposals;
  const { createTrials, withChange } = await loadTrials();
  const trials = createTrials(
    contract,
    changes.map((change) => ({
      contract: { ...contract, columns: withChange(contract.columns, change) },
      ...{ column: change.after.name, group: change.group },
    })),
  );
  const keys = new Map(groups.map(({ column, errorType }, index) => [groupKey(column, errorType), index]));
  const batch = createBatches(contract, trials);
  let rows = 0;
  const filter = { statuses: ['quarantined'] as const, parser: output.parser, output: output.output };
  for await (const { column, errorType, raw } of findEntries(database, filter)) {
    signal.throwIfAborted();
    batch.add(rawCells(raw), keys.get(groupKey(column, errorType)) ?? OTHER_GROUP);
    if (++rows % ROWS_PER_BATCH === 0) onProgress?.({ files: 0, rows });
  }
  batch.flush();
  const { alreadyValid, effects } = trials;
  return reportOf({ ...subject, quarantined: rows }, proposals, { files: 0, rows, alreadyValid, unread: [], effects });
}

/** Collects rows into batches of cells. */
function createBatches(contract: OutputContract, trials: Trials) {
  let rows: ReadonlyMap<string, Cell>[] = [];
  let classes: number[] = [];
  const flush = (): void => {
    if (rows.length === 0) return;
    const columns = contract.columns.map(({ name }) => ({
      ...{ form: 'cells' as const, name },
      cells: rows.map((row) => row.get(name) ?? null),
    }));
    const batch: IncomingBatch = { output: null, rowCount: rows.length, columns };
    trials.add(Int32Array.from(classes), () => batch);
    [rows, classes] = [[], []];
  };
  return {
    flush,
    /** A record that is not a row cannot be repaired by a contract. */
    add(cells: ReadonlyMap<string, Cell> | null, group: number): void {
      if (cells === null) return;
      rows.push(cells);
      classes.push(group);
      if (rows.length === ROWS_PER_BATCH) flush();
    },
  };
}
