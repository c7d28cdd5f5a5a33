import type { BundleCheck, BundleVerification } from './verify-bundle.js';

export interface BundleVerificationJson {
  readonly ok: boolean;
  readonly checks: readonly BundleCheck[];
}

export function verificationJson({ ok, checks }: BundleVerification): BundleVerificationJson {
  return { ok, checks: checks.map((check) => ({ name: check.name, ok: check.ok, reason: check.reason })) };
}
