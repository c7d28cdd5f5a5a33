import { handleJob, type JobDefinition } from '../engine/index.js';
import {
  BUILD_SNAPSHOT_JOB,
  COMPILE_PASSPORT_JOB,
  EXPORT_PASSPORT_JOB,
  GENERATE_QR_JOB,
  INGEST_DOCUMENT_JOB,
  ISSUE_BATTERIES_JOB,
  PARSE_FACTS_JOB,
  PUBLISH_STATUS_LIST_JOB,
  RECORD_STATEMENTS_JOB,
  REFRESH_PASSPORTS_JOB,
  RUN_RULE_TESTS_JOB,
  SIGN_PASSPORT_JOB,
} from './job-types.js';
import type { PassportRuntime } from './jobs/runtime.js';

/** The job definitions of a worker. The handlers are loaded here, because only workers need them. */
export async function passportJobs(runtime: PassportRuntime): Promise<JobDefinition[]> {
  const { ingestDocument } = await import('./jobs/ingest-document.js');
  const { parseDocument } = await import('./jobs/parse-facts.js');
  const { buildSnapshot } = await import('./jobs/build-snapshot.js');
  const { runRuleTests } = await import('./jobs/run-rule-tests.js');
  const { compileVersion } = await import('./jobs/compile-passport.js');
  const { signVersion } = await import('./jobs/sign-passport.js');
  const { generateQr } = await import('./jobs/generate-qr.js');
  const { exportVersion } = await import('./jobs/export-passport.js');
  const { issueBatteries } = await import('./jobs/issue-batteries.js');
  const { recordStatements } = await import('./jobs/record-statements.js');
  const { refreshPassports } = await import('./jobs/refresh-passports.js');
  const { publishStatusList } = await import('./jobs/publish-status-list.js');
  return [
    handleJob(INGEST_DOCUMENT_JOB, (payload, context) => ingestDocument(runtime, payload, context)),
    handleJob(PARSE_FACTS_JOB, (payload, context) => parseDocument(runtime, payload, context)),
    handleJob(BUILD_SNAPSHOT_JOB, (payload, context) => buildSnapshot(runtime, payload, context)),
    handleJob(RUN_RULE_TESTS_JOB, (payload, context) => runRuleTests(runtime, payload, context)),
    handleJob(COMPILE_PASSPORT_JOB, (payload, context) => compileVersion(runtime, payload, context)),
    handleJob(SIGN_PASSPORT_JOB, (payload, context) => signVersion(runtime, payload, context)),
    handleJob(GENERATE_QR_JOB, (payload, context) => generateQr(runtime, payload, context)),
    handleJob(EXPORT_PASSPORT_JOB, (payload, context) => exportVersion(runtime, payload, context)),
    handleJob(ISSUE_BATTERIES_JOB, (payload, context) => issueBatteries(runtime, payload, context)),
    handleJob(RECORD_STATEMENTS_JOB, (payload, context) => recordStatements(runtime, payload, context)),
    handleJob(REFRESH_PASSPORTS_JOB, (payload, context) => refreshPassports(runtime, payload, context)),
    handleJob(PUBLISH_STATUS_LIST_JOB, (payload, context) => publishStatusList(runtime, payload, context)),
  ];
}
