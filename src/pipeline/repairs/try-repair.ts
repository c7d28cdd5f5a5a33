import type { OutputContract } from '../../contract/index.js';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { BUILTIN } from '../builtin/builtin-parser.js';
import { contractWithHash } from '../builtin/contracts.js';
import { matches } from '../quarantine/filter.js';
import { entryOfRow, type QuarantineEntry } from '../quarantine/quarantine-entry.js';
import { parserNamed } from '../registry/find-parsers.js';
import type { PipelineSchema } from '../schema/tables.js';
import { unknownRepair } from './apply-repair.js';
import { rawCells } from './raw-cells.js';
import type { Repair, RepairGroup, StoredReport } from './report.js';
import { repairReports } from './stored-reports.js';

/** A quarantined row before and after a change. Printed by `--json` and returned by the API: add members, never rename. */
export interface TriedRow {
  readonly row_id: string;
  readonly job_id: string;
  readonly row_number: number;
  /** The text of the value as JSON. */
  readonly value: string | null;
  /** Why it was rejected. */
  readonly before: string;
  readonly valid: boolean;
  /** Its value in the dataset if it is valid then, else why it is still rejected. */
  readonly after: string | null;
}

/** Shows what a suggestion does to some rows of its group. Writes nothing. */
export async function tryRepair(database: TenantExecutor, id: string, limit: number): Promise<TriedRow[]> {
  const found = await groupOf(database, id);
  if (found === undefined) throw unknownRepair(id);
  const { report, group, repair } = found;
  const { createPreview } = await import('./preview-rows.js');
  const preview = createPreview(await contractOf(database, report, repair), repair.column);
  const entries = await someEntries(database, report, group, limit);
  return entries.map((entry) => {
    const { valid, text, value } = preview(rawCells(entry.raw));
    return {
      ...{ row_id: entry.id, job_id: entry.jobId, row_number: entry.rowNumber },
      ...{ value, before: entry.errorMessage, valid, after: text },
    };
  });
}

async function groupOf(
  database: TenantExecutor,
  id: string,
): Promise<{ report: StoredReport; group: RepairGroup; repair: Repair } | undefined> {
  for (const report of await repairReports(database)) {
    for (const group of report.groups) {
      const repair = group.suggestions.find((one) => one.id === id);
      if (repair !== undefined) return { report, group, repair };
    }
  }
  return undefined;
}

async function contractOf(database: TenantExecutor, report: StoredReport, repair: Repair): Promise<OutputContract> {
  const { changedContract, changedOutput } = await import('./changed-contract.js');
  if (report.parser !== BUILTIN) {
    return changedOutput((await parserNamed(database, report.parser)).outputs, report, repair);
  }
  const base = await contractWithHash(database, report.output, report.contract_hash);
  if (base === undefined) throw unknownRepair(repair.id);
  return (await changedContract(base.contract, repair)).contract;
}

async function someEntries(
  database: TenantExecutor,
  { parser, output }: StoredReport,
  { column, error_type }: RepairGroup,
  limit: number,
): Promise<QuarantineEntry[]> {
  const rows = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_quarantine')
    .selectAll()
    .where(matches(database, { statuses: ['quarantined'], parser, output, column, errorType: error_type }))
    .limit(limit)
    .execute();
  return rows.map(entryOfRow);
}
