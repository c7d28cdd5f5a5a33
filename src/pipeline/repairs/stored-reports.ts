import { sql } from 'kysely';
import { queryBuilder, type TenantDatabase, type TenantExecutor } from '../../database/index.js';
import { isoTime } from '../../platform/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import type { Repair, RepairReport, StoredReport } from './report.js';

/** Replaces the report of an output. */
export async function storeReport(database: TenantDatabase, report: RepairReport): Promise<void> {
  const { tenant } = database;
  const values = { report: JSON.stringify(report), computed_at: sql<number>`cf_now()` };
  await queryBuilder<PipelineSchema>(database)
    .insertInto('cf_repair_reports')
    .values({ tenant, parser: report.parser, output: report.output, ...values })
    .onConflict((conflict) => conflict.columns(['tenant', 'parser', 'output']).doUpdateSet(values))
    .execute();
}

/** The stored reports, by dataset. */
export async function repairReports(database: TenantExecutor, dataset?: string): Promise<StoredReport[]> {
  const rows = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_repair_reports')
    .select(['report', 'computed_at'])
    .where('tenant', '=', database.tenant)
    .orderBy('parser')
    .orderBy('output')
    .execute();
  return rows
    .map(({ report, computed_at }) => ({
      ...(JSON.parse(report) as RepairReport),
      computed_at: isoTime(computed_at) ?? '',
    }))
    .filter((report) => dataset === undefined || report.dataset === dataset);
}

/** A suggestion, with the report that it is in. */
export interface FoundRepair {
  readonly report: StoredReport;
  readonly repair: Repair;
}

export async function findRepair(database: TenantExecutor, id: string): Promise<FoundRepair | undefined> {
  for (const report of await repairReports(database)) {
    const repair = report.groups.flatMap(({ suggestions }) => suggestions).find((one) => one.id === id);
    if (repair !== undefined) return { report, repair };
  }
  return undefined;
}
