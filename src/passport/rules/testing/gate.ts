import { CasparianError, hint } from '../../../platform/index.js';
import type { TestReport } from './report.js';

/** Cases that must pass before rules can be published. */
export const REQUIRED_CASES = 500;

export function passesGate({ status, passed }: Pick<TestReport, 'status' | 'passed'>): boolean {
  return status === 'PASSED' && passed >= REQUIRED_CASES;
}

/** Throws RULE_TESTS_FAILED unless at least 500 cases passed and none failed. */
export function requireGate(report: Pick<TestReport, 'status' | 'passed' | 'failed' | 'totalCases'>): void {
  if (passesGate(report)) return;
  const { status, passed, failed, totalCases } = report;
  const message =
    status === 'FAILED'
      ? `${failed} of ${totalCases} test cases failed`
      : `The tests have ${passed} cases, and ${REQUIRED_CASES} are required`;
  throw new CasparianError('RULE_TESTS_FAILED', message, {
    why: `Rules are published only after a run in which at least ${REQUIRED_CASES} cases passed and none failed.`,
    next: [
      status === 'FAILED'
        ? hint('See the first failure', { action: 'rules.test', arguments: ['FILE'] })
        : 'Raise the cases of a property: cases(500)',
    ],
  });
}
