import { checkStatus } from '../../../passport/index.js';
import { verificationJson } from '../../../passport/bundle/verification-json.js';
import type { Invocation } from '../../invocation.js';
import { ReportedFailure } from '../../output/failure.js';
import { readInput, readPublicKey } from './input-file.js';
import { printChecks } from './print-checks.js';

export interface StatusListOptions {
  publicKey?: string;
  minSequence?: number;
  maxAgeDays?: number;
}

const DAY_MS = 86_400_000;

export async function run({ args, options, output }: Invocation<StatusListOptions>): Promise<void> {
  const [path = '', versionId] = args;
  const verification = checkStatus(await readInput(path), {
    versionId,
    publicKey: options.publicKey === undefined ? undefined : await readPublicKey(options.publicKey),
    now: new Date(),
    ...agesOf(options),
  });
  if (output.asJson) output.json(verificationJson(verification));
  else printChecks(output, verification);
  if (!verification.ok) throw new ReportedFailure(1);
}

export function agesOf({ minSequence, maxAgeDays }: StatusListOptions): { minSequence?: number; maxAgeMs?: number } {
  return {
    ...(minSequence === undefined ? {} : { minSequence }),
    ...(maxAgeDays === undefined ? {} : { maxAgeMs: maxAgeDays * DAY_MS }),
  };
}
