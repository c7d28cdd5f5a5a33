import {
  type BundleVerification,
  checkStatus,
  evidenceOf,
  isCredential,
  isExcerpt,
  isHistory,
  statusIndexOf,
  verifyBundle,
  verifyCredential,
  verifyExcerpt,
  verifyHistory,
} from '../../../passport/index.js';
import { verificationJson } from '../../../passport/bundle/verification-json.js';
import { CasparianError } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import { ReportedFailure } from '../../output/failure.js';
import { readInput, readPublicKey } from './input-file.js';
import { printChecks } from './print-checks.js';
import { agesOf, type StatusListOptions } from './status-list-check.js';

interface VerifyOptions extends StatusListOptions {
  history?: string;
  statusList?: string;
  statusKey?: string;
}

export async function run({ args, options, output }: Invocation<VerifyOptions>): Promise<void> {
  const publicKey = options.publicKey === undefined ? undefined : await readPublicKey(options.publicKey);
  const bytes = await readInput(args[0] ?? '');
  const isOfBattery = isHistory(bytes);
  if (isOfBattery && (options.history ?? options.statusList) !== undefined) throw notForHistory();
  const parts = [isOfBattery ? verifyHistory(bytes, { publicKey }) : verifyPassport(bytes, publicKey)];
  if (options.history !== undefined) {
    parts.push(verifyHistory(await readInput(options.history), { publicKey, bundle: bytes }));
  }
  if (options.statusList !== undefined) parts.push(await statusOf(bytes, publicKey, options.statusList, options));
  const verification = { ok: parts.every(({ ok }) => ok), checks: parts.flatMap(({ checks }) => checks) };
  const { ok } = verification;
  if (output.asJson) output.json(verificationJson(verification));
  else {
    printChecks(output, verification);
    const what = isOfBattery ? 'history' : 'passport';
    output.print(ok ? `\nThe ${what} is valid.` : `\n${output.paint('red', `The ${what} is not valid.`)}`);
    if (ok && publicKey === undefined) {
      output.message('To check who signed it, give the key that the maker published: --public-key KEY');
    }
  }
  if (!ok) throw new ReportedFailure(1);
}

function verifyPassport(bytes: Buffer, publicKey: Buffer | undefined): BundleVerification {
  if (isCredential(bytes)) return verifyCredential(bytes, publicKey);
  return isExcerpt(bytes) ? verifyExcerpt(bytes, publicKey) : verifyBundle(bytes, { publicKey });
}

/** The list must be signed with the key of the passport, unless another one is given: keys are rotated. */
async function statusOf(
  bytes: Buffer,
  publicKey: Buffer | undefined,
  path: string,
  options: VerifyOptions,
): Promise<BundleVerification> {
  const list = await readInput(path);
  const { receipt, public_key: own, index } = passportOf(bytes);
  const given = options.statusKey === undefined ? undefined : await readPublicKey(options.statusKey);
  return checkStatus(list, {
    versionId: receipt?.passport_version_id ?? '',
    index,
    publicKey: given ?? publicKey ?? Buffer.from(own ?? '', 'base64'),
    now: new Date(),
    ...agesOf(options),
  });
}

interface SignedPassport {
  readonly receipt?: { readonly passport_version_id?: string };
  readonly public_key?: string;
  /** The place in status lists, if the file is a credential. */
  readonly index?: number;
}

function passportOf(bytes: Buffer): SignedPassport {
  try {
    if (!isCredential(bytes)) return JSON.parse(bytes.toString('utf8')) as SignedPassport;
    const index = statusIndexOf(bytes);
    return {
      ...(JSON.parse(evidenceOf(bytes).toString('utf8')) as SignedPassport),
      ...(index === undefined ? {} : { index }),
    };
  } catch {
    return {};
  }
}

function notForHistory(): CasparianError {
  return new CasparianError('OPTION_INVALID', '--history and --status-list need the bundle of a passport', {
    next: [
      'Verify a history alone, or give it together with a bundle: casparian passport verify BUNDLE --history FILE',
    ],
  });
}
