import { sql } from 'kysely';
import { queryBuilder, tenantDatabase, tenantTransaction, type TenantTransaction } from '../../database/index.js';
import { complete, completeWithWarnings, type JobContext, type Outcome } from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, exactJson, newId } from '../../platform/index.js';
import type { RunRuleTestsPayload } from '../job-types.js';
import { checkedRules } from '../records/checked-rules.js';
import { findRuleVersion, ruleSources } from '../records/rule-version.js';
import { type RulesTestJson, rulesTestJson } from '../rules/rules-json.js';
import { passesGate, REQUIRED_CASES } from '../rules/testing/gate.js';
import { runTests } from '../rules/testing/run-tests.js';
import type { PassportSchema } from '../schema/tables.js';
import type { PassportRuntime } from './runtime.js';

/** Runs the tests of a rule version and stores the result. A draft whose tests pass the gate becomes VALIDATED. */
export async function runRuleTests(
  runtime: PassportRuntime,
  { rule_package_version_id: given, seed }: RunRuleTestsPayload,
  { job, log }: JobContext,
): Promise<Outcome> {
  const database = tenantDatabase(runtime.database, job.tenant);
  const { id } = await findRuleVersion(database, given);
  const rules = checkedRules(await ruleSources(database, id));
  if (rules.examples.length + rules.properties.length === 0) throw withoutTests(id);
  const report = runTests(rules, { seed: BigInt(seed) });
  const run = { id: newId(), ...rulesTestJson(report) };
  const isValid = passesGate(report);
  log.info(`${run.passed} of ${run.total_cases} cases passed`);
  const write = (scope: Parameters<typeof tenantTransaction>[0]): Promise<void> =>
    store(tenantTransaction(scope, job.tenant), { versionId: id, seed: BigInt(seed), run, isValid });
  const result = {
    run_id: run.id,
    status: run.status,
    total_cases: run.total_cases,
    passed: run.passed,
    failed: run.failed,
  };
  if (isValid) return complete(result, { write });
  const why =
    run.status === 'FAILED'
      ? `${run.failed} of ${run.total_cases} cases failed: ${report.firstFailure?.message ?? ''}`
      : `The tests have ${run.total_cases} cases, and ${REQUIRED_CASES} are required`;
  return completeWithWarnings(result, [why], { write });
}

interface TestRun {
  readonly versionId: string;
  readonly seed: bigint;
  readonly run: RulesTestJson & { readonly id: string };
  readonly isValid: boolean;
}

async function store(tx: TenantTransaction, { versionId, seed, run, isValid }: TestRun): Promise<void> {
  const builder = queryBuilder<PassportSchema>(tx);
  await builder
    .insertInto('cf_rule_test_runs')
    .values({
      ...{ id: run.id, tenant: tx.tenant, rule_package_version_id: versionId, seed: String(seed) },
      ...{ total_cases: run.total_cases, passed_count: run.passed, failed_count: run.failed, status: run.status },
      first_failure: run.first_failure && exactJson(run.first_failure),
      created_at: sql<number>`cf_now()`,
    })
    .execute();
  if (isValid) {
    await builder
      .updateTable('cf_rule_package_versions')
      .set({ status: 'VALIDATED', validated_at: sql<number>`cf_now()` })
      .where('tenant', '=', tx.tenant)
      .where('id', '=', versionId)
      .where('status', '=', 'DRAFT')
      .execute();
  }
  await recordEvent(tx, {
    ...{ eventType: 'TESTS_RUN', aggregateType: 'RulePackageVersion', aggregateId: versionId },
    payload: { run_id: run.id, status: run.status, total_cases: run.total_cases, passed: run.passed },
  });
}

function withoutTests(id: string): CasparianError {
  return new CasparianError('VALIDATION_ERROR', `The rules ${id} have no tests`, {
    why: `At least ${REQUIRED_CASES} cases must pass before rules are published.`,
  });
}
