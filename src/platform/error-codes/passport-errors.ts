import type { ErrorCodeEntry } from './error-code-entry.js';

/** Battery passports: documents, facts, rules, signatures. Sorted by code. */
export const PASSPORT_ERRORS = {
  SIGNING_KEY_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'The key is not an Ed25519 key in a known form. A private key is 32 bytes (the seed), 64 bytes (seed and public key), or PKCS#8 as DER or PEM without a passphrase; each may also be given as base64. `openssl genpkey -algorithm ed25519` creates one.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;
