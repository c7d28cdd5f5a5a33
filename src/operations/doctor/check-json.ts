import type { Hint } from '../../platform/index.js';
import type { CheckResult } from './check.js';

export interface CheckJson {
  readonly check: string;
  readonly status: CheckResult['status'];
  readonly message: string;
  readonly next: readonly Hint[];
}

export function checkJson({ check, status, message, next }: CheckResult): CheckJson {
  return { check, status, message, next };
}
