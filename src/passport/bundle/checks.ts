import { errorMessage } from '../../platform/index.js';

export interface BundleCheck {
  readonly name: string;
  readonly ok: boolean;
  /** What was found: why it failed, or what it proves. */
  readonly reason: string;
}

export interface Checks {
  /** In the order in which they were made. */
  readonly checks: BundleCheck[];
  /** Makes one check. Returns what it read, or undefined if it failed. */
  readonly check: <T>(name: string, proven: string, run: () => T) => T | undefined;
}

/** A list of checks that goes on after one has failed. */
export function startChecks(): Checks {
  const checks: BundleCheck[] = [];
  return {
    checks,
    check(name, proven, run) {
      try {
        const result = run();
        checks.push({ name, ok: true, reason: proven });
        return result;
      } catch (error) {
        checks.push({ name, ok: false, reason: errorMessage(error) });
        return undefined;
      }
    },
  };
}
