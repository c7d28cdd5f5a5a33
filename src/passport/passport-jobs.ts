import { handleJobLazily, type JobDefinition } from '../engine/index.js';
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

/** The job definitions of a worker. */
export function passportJobs(runtime: PassportRuntime): JobDefinition[] {
  return [
    handleJobLazily(INGEST_DOCUMENT_JOB, async () => {
      const { ingestDocument } = await import('./jobs/ingest-document.js');
      return (payload, context) => ingestDocument(runtime, payload, context);
    }),
    handleJobLazily(PARSE_FACTS_JOB, async () => {
      const { parseDocument } = await import('./jobs/parse-facts.js');
      return (payload, context) => parseDocument(runtime, payload, context);
    }),
    handleJobLazily(BUILD_SNAPSHOT_JOB, async () => {
      const { buildSnapshot } = await import('./jobs/build-snapshot.js');
      return (payload, context) => buildSnapshot(runtime, payload, context);
    }),
    handleJobLazily(RUN_RULE_TESTS_JOB, async () => {
      const { runRuleTests } = await import('./jobs/run-rule-tests.js');
      return (payload, context) => runRuleTests(runtime, payload, context);
    }),
    handleJobLazily(COMPILE_PASSPORT_JOB, async () => {
      const { compileVersion } = await import('./jobs/compile-passport.js');
      return (payload, context) => compileVersion(runtime, payload, context);
    }),
    handleJobLazily(SIGN_PASSPORT_JOB, async () => {
      const { signVersion } = await import('./jobs/sign-passport.js');
      return (payload, context) => signVersion(runtime, payload, context);
    }),
    handleJobLazily(GENERATE_QR_JOB, async () => {
      const { generateQr } = await import('./jobs/generate-qr.js');
      return (payload, context) => generateQr(runtime, payload, context);
    }),
    handleJobLazily(EXPORT_PASSPORT_JOB, async () => {
      const { exportVersion } = await import('./jobs/export-passport.js');
      return (payload, context) => exportVersion(runtime, payload, context);
    }),
    handleJobLazily(ISSUE_BATTERIES_JOB, async () => {
      const { issueBatteries } = await import('./jobs/issue-batteries.js');
      return (payload, context) => issueBatteries(runtime, payload, context);
    }),
    handleJobLazily(RECORD_STATEMENTS_JOB, async () => {
      const { recordStatements } = await import('./jobs/record-statements.js');
      return (payload, context) => recordStatements(runtime, payload, context);
    }),
    handleJobLazily(REFRESH_PASSPORTS_JOB, async () => {
      const { refreshPassports } = await import('./jobs/refresh-passports.js');
      return (payload, context) => refreshPassports(runtime, payload, context);
    }),
    handleJobLazily(PUBLISH_STATUS_LIST_JOB, async () => {
      const { publishStatusList } = await import('./jobs/publish-status-list.js');
      return (payload, context) => publishStatusList(runtime, payload, context);
    }),
  ];
}
