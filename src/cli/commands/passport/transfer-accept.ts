import { configuredSigningKeys } from '../../../app/index.js';
import { decisionBytes, decisionFile, readOffer } from '../../../passport/index.js';
import { CasparianError, sha256Hex } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import { printable } from '../../output/printable.js';
import { settingsOf } from '../../settings.js';
import { readInput, writeOutput } from './input-file.js';

interface DecisionOptions {
  reason?: string;
  output: string;
}

/** Signs the acceptance of an offer; with a reason, its refusal. */
export async function run(invocation: Invocation<DecisionOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const offer = readOffer(await readInput(args[0] ?? ''));
  const key = await configuredSigningKeys(await settingsOf(invocation)).current();
  if (!offer.operatorKey.equals(Buffer.from(key.publicKey, 'base64'))) {
    throw new CasparianError('SIGNING_KEY_MISSING', 'The offer is made to another key than yours', {
      why: `Your key is ${key.publicKey}.`,
      next: ['Configure the key that the offer names, or ask for an offer to this key.'],
    });
  }
  if (Date.parse(offer.expiresAt) < Date.now()) {
    throw new CasparianError('PASSPORT_STATE_CONFLICT', `The offer expired on ${offer.expiresAt.slice(0, 10)}`);
  }
  const accepted = options.reason === undefined;
  const decision = {
    ...{ offerHash: offer.hash, accepted, reason: options.reason ?? null },
    ...{ decidedAt: new Date().toISOString(), publicKey: key.publicKey },
  };
  const signature = await key.sign(Buffer.from(sha256Hex(decisionBytes(decision)), 'hex'));
  await writeOutput(options.output, decisionFile({ ...decision, signature }));
  if (output.asJson)
    return output.json({ accepted, offer_hash: offer.hash, passport_id: offer.passportId, path: options.output });
  output.print(printable(`✓ ${accepted ? 'Accepted' : 'Refused'} as ${offer.operator.name}`));
  output.message(
    `\nSend ${options.output} back. ${accepted ? 'You are responsible once it was recorded.' : ''}`.trimEnd(),
  );
}
