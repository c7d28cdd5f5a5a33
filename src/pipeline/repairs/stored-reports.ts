import { sql } from 'kysely';
import { queryBuilder, type TenantDatabase, type TenantExecutor } from '../../database/index.js';
import { isoTime } from '../../platform/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import type { Repair, RepairReport, StoredReport } from './report.js';

/** Shorter beginnings of an id match by accident. */
const SHORTEST_PART = 4;

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

/** The suggestion with this id, or whose id alone begins with it. */
export async function findRepair(database: TenantExecutor, id: string): Promise<FoundRepair | undefined> {
  const all = (await repairReports(database)).flatMap((report) =>
    report.groups.flatMap(({ suggestions }) => suggestions.map((repair) => ({ report, repair }))),
  );
  const exact = all.find(({ repair }) => repair.id === id);
  if (exact !== undefined || id.length < SHORTEST_PART) return exact;
  const [first, ...others] = all.filter(({ repair }) => repair.id.startsWith(id));
  return others.every(({ repair }) => repair.id === first?.repair.id) ? first : undefined;
}
