import { CasparianError } from '../../platform/index.js';
import { runProcess, tailText, type ProcessResult } from '../../process/index.js';
import type { Signer } from './signer.js';

export interface SigningCommand {
  readonly keyId: string;
  /** The 32 bytes of the public key that belongs to the command's private key. */
  readonly publicKey: Uint8Array;
  /** The program and its arguments. */
  readonly argv: readonly string[];
  /** The environment of the program. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const SIGNATURE_BYTES = 64;
/** A signature has 128 characters at most; more is kept to show what a program printed instead. */
const MAX_OUTPUT_BYTES = 4_096;

/**
 * A signer whose key is elsewhere, such as in an HSM or KMS. The program gets the 32 bytes of the hash on stdin, and in hexadecimal
 * as CASPARIAN_HASH; it prints the signature as 64 bytes, base64 or hexadecimal.
 */
export function commandSigner(command: SigningCommand): Signer {
  const { keyId, publicKey, argv, env, timeoutMs = DEFAULT_TIMEOUT_MS } = command;
  return {
    keyId,
    publicKey,
    async sign(hash) {
      const result = await runProcess({
        argv,
        env: { ...env, CASPARIAN_HASH: Buffer.from(hash).toString('hex'), CASPARIAN_SIGNING_KEY_ID: keyId },
        stdin: { data: hash },
        timeoutMs,
        maxOutputBytes: MAX_OUTPUT_BYTES,
      });
      if (result.ending !== 'exited' || result.exitCode !== 0) throw failed(argv, result);
      return signatureOf(result.stdoutTail, argv);
    },
  };
}

function signatureOf(output: Buffer, argv: readonly string[]): Buffer {
  if (output.length === SIGNATURE_BYTES) return output;
  const text = output.toString('latin1').trim();
  const isHex = /^[0-9a-f]{128}$/i.test(text);
  const signature = Buffer.from(text, isHex ? 'hex' : 'base64');
  if (signature.length === SIGNATURE_BYTES && (isHex || /^[A-Za-z0-9+/]{86}={0,2}$/.test(text))) return signature;
  throw new CasparianError('SIGNATURE_INVALID', `the signing command '${argv[0]}' did not print a signature`, {
    why: `It printed ${output.length} bytes. A signature has 64 bytes, or is base64 or hexadecimal text.`,
  });
}

function failed(argv: readonly string[], { ending, exitCode, startError, stderrTail }: ProcessResult): CasparianError {
  const how = ending === 'exited' ? `exited with code ${exitCode}` : ending.replaceAll('_', ' ');
  return new CasparianError('SIGNER_FAILED', `the signing command '${argv[0]}' failed: ${startError?.reason ?? how}`, {
    detail: tailText(stderrTail),
    // A program that does not exist will not exist at the next attempt either.
    ...(ending === 'not_started' ? { retryable: false } : {}),
  });
}
