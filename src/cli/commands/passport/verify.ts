import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isExcerpt, verifyBundle, verifyExcerpt } from '../../../passport/index.js';
import { verificationJson } from '../../../passport/bundle/verification-json.js';
import { CasparianError, errorMessage, readEd25519PublicKey } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import { ReportedFailure } from '../../output/failure.js';
import { printable } from '../../output/printable.js';

export async function run({ args, options, output }: Invocation<{ publicKey?: string }>): Promise<void> {
  const publicKey = options.publicKey === undefined ? undefined : await readPublicKey(options.publicKey);
  const bytes = await readInput(args[0] ?? '');
  const verification = isExcerpt(bytes) ? verifyExcerpt(bytes, publicKey) : verifyBundle(bytes, { publicKey });
  const { ok, checks } = verification;
  if (output.asJson) output.json(verificationJson(verification));
  else {
    const width = Math.max(...checks.map(({ name }) => name.length));
    for (const check of checks) {
      const mark = check.ok ? output.paint('green', '✓') : output.paint('red', '✗');
      output.print(`${mark} ${check.name.padEnd(width)}  ${printable(check.reason)}`);
    }
    output.print(ok ? '\nThe passport is valid.' : `\n${output.paint('red', 'The passport is not valid.')}`);
    if (ok && publicKey === undefined) {
      output.message('To check who signed it, give the key that the maker published: --public-key KEY');
    }
  }
  if (!ok) throw new ReportedFailure(1);
}

async function readPublicKey(given: string): Promise<Buffer> {
  return readEd25519PublicKey(existsSync(given) ? await readInput(given) : given);
}

async function readInput(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new CasparianError('INPUT_NOT_FOUND', `'${path}' cannot be read`, { why: errorMessage(error), cause: error });
  }
}
