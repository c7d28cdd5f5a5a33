import { collectChecks } from '../../collect/index.js';
import { type Database, requireCurrentSchema, sqliteResult } from '../../database/index.js';
import { foreignDatabase, type PipelineHome, pipelineHome } from '../../pipeline/index.js';
import { passportChecks } from '../../passport/index.js';
import { CasparianError, errorMessage } from '../../platform/index.js';
import { type DatabaseCheck, type Finding, jobChecks } from '../../engine/index.js';
import { eventChecks } from './event-checks.js';
import { outputChecks } from './output-checks.js';
import { skippedChecks } from './skipped-checks.js';
import { storageChecks } from './storage-checks.js';
import { type DatabaseLocation, migrateIfSqlite, SCHEMA_LINES, withDatabase } from './open-database.js';

export interface CheckReport {
  /** Names of the checks that ran. */
  checks: string[];
  findings: Finding[];
}

/** Checks a database and its outputs. `full` reads every output as well. */
export async function checkDatabase(
  location: DatabaseLocation,
  options: { full: boolean; home?: PipelineHome },
): Promise<CheckReport> {
  const report: CheckReport = { checks: [], findings: [] };
  const home = options.home ?? pipelineHome(location.home);
  try {
    await withDatabase(location, (database) =>
      runChecks(database, report, [
        ...eventChecks(database, options),
        ...collectChecks(database),
        { name: 'home', run: () => homeFindings(database, home) },
        ...outputChecks(database, home, options),
        ...skippedChecks(database),
        ...passportChecks(database, options),
      ]),
    );
  } catch (error) {
    report.findings.push(damageFinding(error, 'open'));
  }
  return report;
}

async function homeFindings(database: Database, home: PipelineHome): Promise<Finding[]> {
  const message = await foreignDatabase(database, home);
  return message === undefined ? [] : [{ check: 'home', severity: 'damage', message }];
}

async function runChecks(database: Database, report: CheckReport, ofModules: readonly DatabaseCheck[]): Promise<void> {
  for (const check of storageChecks(database)) await run(check, report);
  // A file with broken pages is not migrated: its schema cannot be trusted.
  if (!isDamaged(report)) await migrateIfSqlite(database);
  await run({ name: 'schema', run: () => requireSchema(database) }, report);
  // The rows of an unknown schema cannot be checked.
  if (report.findings.some((finding) => finding.check === 'schema')) return;
  for (const check of [...jobChecks(database), ...ofModules]) await run(check, report);
}

async function run(check: DatabaseCheck, report: CheckReport): Promise<void> {
  report.checks.push(check.name);
  const damaged = isDamaged(report);
  const refusal = (error: unknown): Finding[] => [
    damaged ? consequence(error, check.name) : damageFinding(error, check.name),
  ];
  report.findings.push(...(await check.run().catch(refusal)));
}

function isDamaged({ findings }: CheckReport): boolean {
  return findings.some((finding) => finding.severity === 'damage');
}

/** A wrong schema is not damage. Its error codes explain what to do. */
async function requireSchema(database: Database): Promise<Finding[]> {
  await requireCurrentSchema(database, SCHEMA_LINES);
  return [];
}

/** After damage was found, other checks most likely fail because of it. */
function consequence(error: unknown, check: string): Finding {
  return { check, severity: 'damage', message: `It cannot be checked: ${errorMessage(error)}` };
}

/** SQLite fails to read a damaged file. That is a finding; any other failure is an error. */
function damageFinding(error: unknown, check: string): Finding {
  const cause = error instanceof CasparianError ? error.cause : undefined;
  const result = sqliteResult(cause);
  if (result !== 'SQLITE_CORRUPT' && result !== 'SQLITE_NOTADB') throw error;
  return { check, severity: 'damage', message: `SQLite cannot read the file: ${errorMessage(cause)} (${result})` };
}
