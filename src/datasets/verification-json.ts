import type { DamagedOutput, Verification } from './verify/verify-outputs.js';

export interface VerificationJson {
  readonly checked: number;
  readonly ok: number;
  readonly missing: readonly DamagedOutputJson[];
  readonly changed: readonly DamagedOutputJson[];
}

export interface DamagedOutputJson {
  readonly path: string;
  readonly dataset: string;
  readonly job_id: string;
  readonly source: string | null;
  readonly reason: DamagedOutput['reason'];
}

export function verificationJson({ checked, ok, missing, changed }: Verification): VerificationJson {
  return { checked, ok, missing: missing.map(damagedOutputJson), changed: changed.map(damagedOutputJson) };
}

function damagedOutputJson({ path, dataset, jobId, source, reason }: DamagedOutput): DamagedOutputJson {
  return { path, dataset, job_id: jobId, source, reason };
}
