import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor, type TenantTransaction } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { newId, parseExactJson, sha256Hex } from '../../platform/index.js';
import { RUN_RULE_TESTS_JOB } from '../job-types.js';
import type { PassportSchema, RulePackageVersionsTable, RuleStatus, RuleTestRunsTable } from '../schema/tables.js';
import { checkedRules, type RuleSources } from './checked-rules.js';
import { enqueueJob } from './enqueue.js';
import { bufferOf, found, type Page, pageOf, requireId } from './references.js';
import { findRulePackage } from './rule-package.js';

/** One version of a rule package. Its sources never change. */
export interface RuleVersionRecord {
  readonly id: string;
  readonly packageId: string;
  readonly packageName: string;
  readonly version: number;
  readonly status: RuleStatus;
  readonly dslSha256: string;
  readonly testsSha256: string;
  readonly createdBy: string | null;
  readonly createdAt: number;
  readonly publishedAt: number | null;
}

export interface TestRunRecord {
  readonly id: string;
  readonly ruleVersionId: string;
  readonly seed: bigint;
  readonly totalCases: number;
  readonly passedCount: number;
  readonly failedCount: number;
  readonly status: 'PASSED' | 'FAILED';
  readonly firstFailure: unknown;
  readonly createdAt: number;
}

/**
 * Adds a draft of rules to a package (id or name). The same sources again return the existing version. Rules with errors are
 * refused with RULE_PARSE_ERROR, RULE_TYPE_ERROR, RULE_CYCLE_DETECTED or UNIT_MISMATCH.
 */
export async function addRuleVersion(
  tx: TenantTransaction,
  { rulePackage, dsl, tests = '' }: { readonly rulePackage: string; readonly dsl: string; readonly tests?: string },
): Promise<{ readonly version: RuleVersionRecord; readonly isNew: boolean }> {
  checkedRules({ dsl, tests });
  const { id: packageId, name } = await findRulePackage(tx, rulePackage);
  const number = await countVersion(tx, packageId, 1);
  const [dslSource, testsSource] = [Buffer.from(dsl, 'utf8'), Buffer.from(tests, 'utf8')];
  const hashes = { dsl_sha256: sha256Hex(dslSource), tests_sha256: sha256Hex(testsSource) };
  const [row] = await queryBuilder<PassportSchema>(tx)
    .insertInto('cf_rule_package_versions')
    .values({
      ...{ id: newId(), tenant: tx.tenant, rule_package_id: packageId, version: number, status: 'DRAFT', ...hashes },
      ...{ dsl_source: dslSource, tests_source: testsSource, created_by: tx.actor, created_at: sql<number>`cf_now()` },
      ...{ validated_at: null, published_at: null, deprecated_at: null, retired_at: null },
    })
    .onConflict((conflict) => conflict.columns(['tenant', 'rule_package_id', 'dsl_sha256', 'tests_sha256']).doNothing())
    .returning(['id', 'version'])
    .execute();
  if (row === undefined) {
    await countVersion(tx, packageId, -1);
    const same = await ruleVersions(tx)
      .where('rule_package_id', '=', packageId)
      .where('dsl_sha256', '=', hashes.dsl_sha256)
      .where('tests_sha256', '=', hashes.tests_sha256)
      .executeTakeFirst();
    return { version: ruleVersionOf(found(same, 'version of the rule package', name)), isNew: false };
  }
  await recordEvent(tx, {
    ...{ eventType: 'RULES_ADDED', aggregateType: 'RulePackageVersion', aggregateId: row.id },
    payload: { rule_package_id: packageId, version: row.version, ...hashes },
  });
  return { version: await findRuleVersion(tx, row.id), isNew: true };
}

/** Changes the number of versions, and locks the package to the end of the transaction. */
async function countVersion(tx: TenantTransaction, id: string, by: 1 | -1): Promise<number> {
  const [row] = await queryBuilder<PassportSchema>(tx)
    .updateTable('cf_rule_packages')
    .set(({ eb }) => ({ versions: eb('versions', '+', by) }))
    .where('tenant', '=', tx.tenant)
    .where('id', '=', id)
    .returning('versions')
    .execute();
  return found(row, 'rule package', id).versions;
}

export async function findRuleVersion(database: TenantExecutor, id: string): Promise<RuleVersionRecord> {
  const row = await ruleVersions(database)
    .where('cf_rule_package_versions.id', '=', requireId('rule package version', id))
    .executeTakeFirst();
  return ruleVersionOf(found(row, 'rule package version', id));
}

/** Versions of one package (id or name) or of all, oldest first. */
export async function listRuleVersions(
  database: TenantExecutor,
  { rulePackage, ...page }: Page & { readonly rulePackage?: string | undefined } = {},
): Promise<RuleVersionRecord[]> {
  const { limit, after } = pageOf(page);
  const packageId = rulePackage === undefined ? undefined : (await findRulePackage(database, rulePackage)).id;
  const rows = await ruleVersions(database)
    .where('cf_rule_package_versions.id', '>', after)
    .$if(packageId !== undefined, (query) => query.where('rule_package_id', '=', packageId ?? ''))
    .orderBy('cf_rule_package_versions.id')
    .limit(limit)
    .execute();
  return rows.map(ruleVersionOf);
}

/** The sources of a version, as they were added. */
export async function ruleSources(database: TenantExecutor, id: string): Promise<RuleSources> {
  const row = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_rule_package_versions')
    .select(['dsl_source', 'tests_source'])
    .where('tenant', '=', database.tenant)
    .where('id', '=', requireId('rule package version', id))
    .executeTakeFirst();
  const { dsl_source: dsl, tests_source: tests } = found(row, 'rule package version', id);
  return { dsl: bufferOf(dsl).toString('utf8'), tests: bufferOf(tests).toString('utf8') };
}

/** Enqueues RUN_RULE_TESTS. Returns the job's id. */
export async function requestRuleTests(
  tx: TenantTransaction,
  { ruleVersionId, seed }: { readonly ruleVersionId: string; readonly seed: bigint },
): Promise<string> {
  const { id } = await findRuleVersion(tx, ruleVersionId);
  const isShort = BigInt(Number(seed)) === seed && Number.isSafeInteger(Number(seed));
  return enqueueJob(tx, RUN_RULE_TESTS_JOB, { rule_package_version_id: id, seed: isShort ? Number(seed) : seed });
}

/** The runs of the tests of a version, oldest first. */
export async function listTestRuns(
  database: TenantExecutor,
  { ruleVersionId, ...page }: Page & { readonly ruleVersionId: string },
): Promise<TestRunRecord[]> {
  const { limit, after } = pageOf(page);
  const { id } = await findRuleVersion(database, ruleVersionId);
  const rows = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_rule_test_runs')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('rule_package_version_id', '=', id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(testRunOf);
}

function ruleVersions(database: TenantExecutor) {
  return queryBuilder<PassportSchema>(database)
    .selectFrom('cf_rule_package_versions')
    .innerJoin('cf_rule_packages', 'cf_rule_packages.id', 'cf_rule_package_versions.rule_package_id')
    .select(['cf_rule_package_versions.id', 'rule_package_id', 'version', 'status', 'dsl_sha256', 'tests_sha256'])
    .select(['cf_rule_package_versions.created_by', 'cf_rule_package_versions.created_at', 'published_at'])
    .select('cf_rule_packages.name as package_name')
    .where('cf_rule_package_versions.tenant', '=', database.tenant)
    .where('cf_rule_packages.tenant', '=', database.tenant);
}

type RuleVersionRow = Pick<
  RulePackageVersionsTable,
  | ('id' | 'rule_package_id' | 'version' | 'status' | 'dsl_sha256' | 'tests_sha256')
  | ('created_by' | 'created_at' | 'published_at')
> & { readonly package_name: string };

function ruleVersionOf(row: RuleVersionRow): RuleVersionRecord {
  return {
    id: row.id,
    packageId: row.rule_package_id,
    packageName: row.package_name,
    version: row.version,
    status: row.status,
    dslSha256: row.dsl_sha256,
    testsSha256: row.tests_sha256,
    createdBy: row.created_by,
    createdAt: row.created_at,
    publishedAt: row.published_at,
  };
}

function testRunOf(row: RuleTestRunsTable): TestRunRecord {
  return {
    id: row.id,
    ruleVersionId: row.rule_package_version_id,
    seed: BigInt(row.seed),
    totalCases: row.total_cases,
    passedCount: row.passed_count,
    failedCount: row.failed_count,
    status: row.status,
    firstFailure: row.first_failure === null ? null : parseExactJson(row.first_failure),
    createdAt: row.created_at,
  };
}
