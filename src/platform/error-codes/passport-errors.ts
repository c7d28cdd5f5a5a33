import { hint } from '../hint.js';
import type { ErrorCodeEntry } from './error-code-entry.js';

/** Battery passports: documents, rules, artefacts, signatures. In alphabetical order. */
export const PASSPORT_ERRORS = {
  ALREADY_EXISTS: {
    exit: 3,
    retryable: false,
    explain:
      'Something with this name already exists with other content, such as a battery product with the same SKU and another name. Use the existing one, or choose another name.',
  },
  DIVISION_BY_ZERO: {
    exit: 1,
    retryable: false,
    explain:
      'A rule divided by zero. The message names the field and the place in the rule. Check the divisor with assert(…) or if (…) before dividing, or correct the fact that it comes from.',
  },
  DOCUMENT_TOO_LARGE: {
    exit: 1,
    retryable: false,
    explain:
      'A document has more than 16 MiB. Documents are stored in the database and read as a whole. Split it, for example by product.',
  },
  NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain:
      'This tenant has no such document, fact, snapshot, product, passport or rule package. Rows of other tenants cannot be seen or referred to.',
  },
  PASSPORT_STATE_CONFLICT: {
    exit: 3,
    retryable: false,
    explain:
      'The status does not allow this. Only a signed passport version can be activated, only an active one can be exported, a version can be revoked once it is signed, and only published rules can be deprecated.',
  },
  DOCUMENT_REJECTED: {
    exit: 1,
    retryable: false,
    explain:
      'No facts can be read from a document, because of at least one mistake in it. The message has every reason with its place. A document is accepted or rejected as a whole: reading around a mistake would hide it.',
  },
  EXCERPT_WITHOUT_SALT: {
    exit: 3,
    retryable: false,
    explain:
      'An excerpt of a passport for an audience shows salted hashes in place of the values that the audience may not see. The data of this passport has no salt, so hidden values could be guessed from their hashes. Add "salt" with random text to the data, as the templates for batteries do, and build the passport again.',
  },
  FACT_MAPPING_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'A mapping turns the rows of a dataset into facts. It is a TOML file with dataset, fact_type, key (with columns in braces) and, if not all columns are wanted, [members]. docs/guides/passports.md has an example.',
  },
  PASSPORT_FOLDER_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'A folder from which a passport is built needs a file passport.toml that names the product, its documents and its rules. docs/guides/passports.md describes it; examples/passport has folders to begin with.',
  },
  PROOF_TOO_LARGE: {
    exit: 1,
    retryable: false,
    explain:
      'The proof of a passport is larger than 262,144 bytes, or than a lower limit that is configured. Every step of every rule is in the proof: split long lists, or compute fewer fields.',
  },
  RECEIPT_TOO_LARGE: {
    exit: 1,
    retryable: false,
    explain:
      'The receipt of a passport is larger than 16,384 bytes, or than a lower limit that is configured. It consists of ids and hashes, so one of the ids is too long.',
  },
  REPLAY_MISMATCH: {
    exit: 1,
    retryable: false,
    explain:
      'Compiling a stored passport again gives other hashes than the stored ones, or stored bytes do not have their hash. Something was changed after it was signed: the passport, its facts or its rules. Restore a backup; the event log shows what happened.',
  },
  RULE_ASSERTION_FAILED: {
    exit: 1,
    retryable: false,
    explain:
      'An assert(…) or requireSome(…) of a rule failed: the facts do not satisfy a condition that the author of the rules set, or a fact or a member of it is missing. The message has the code and the text that the author gave it.',
  },
  RULE_CYCLE_DETECTED: {
    exit: 1,
    retryable: false,
    explain:
      'Fields of the rules depend on each other in a circle, so none of them can be computed first. The message lists the fields of the circle. Remove one of the references.',
  },
  RULE_LIMIT_EXCEEDED: {
    exit: 1,
    retryable: false,
    explain:
      'Evaluating the rules needs more than a limit allows: steps, digits of a number, values in a list, or nodes of the proof. docs/reference/rules.md lists the limits.',
  },
  RULE_PARSE_ERROR: {
    exit: 1,
    retryable: false,
    explain:
      'A rule file does not follow the grammar. The message has line and column of the first place that does not. docs/reference/rules.md has the grammar.',
    next: [hint('Show the place', { action: 'rules.check', arguments: ['FILE'] })],
  },
  RULE_PKG_NOT_PUBLISHED: {
    exit: 3,
    retryable: false,
    explain:
      'Passports are compiled with published rules only. Run the tests of the rules, then publish them; deprecated and retired rules serve only to replay earlier passports.',
  },
  RULE_TESTS_FAILED: {
    exit: 1,
    retryable: false,
    explain:
      'The tests of the rules did not pass, have fewer than 500 cases, or were never run. A rule package can be published only after a run in which at least 500 cases passed and none failed.',
    next: [hint('Run the tests', { action: 'rules.test', arguments: ['FILE'] })],
  },
  RULE_TYPE_ERROR: {
    exit: 1,
    retryable: false,
    explain:
      'A rule combines values of types that do not fit, uses an unknown name or field, or calls a function with wrong arguments. While rules are evaluated: a member of a fact does not have the type that the rule needs.',
    next: [hint('List all type errors', { action: 'rules.check', arguments: ['FILE'] })],
  },
  SIGNATURE_INVALID: {
    exit: 1,
    retryable: false,
    explain:
      'A signature does not belong to its message and public key, or a signing command printed something that is not a signature. If the command signs with another key than the configured public key says, correct one of them.',
  },
  SIGNER_FAILED: {
    exit: 1,
    retryable: true,
    explain:
      'The command that signs passports could not be started, failed or took too long. Its last words are kept with the error. It gets the 32 bytes of a hash on stdin and must print the Ed25519 signature and exit with 0.',
  },
  SIGNING_KEY_EXISTS: {
    exit: 3,
    retryable: false,
    explain:
      'This installation has a signing key already, in its home or by its settings, and one key signs at a time. A key in the home can be rotated: its public half stays available for verification.',
  },
  SIGNING_KEY_ID_TAKEN: {
    exit: 3,
    retryable: false,
    explain:
      'The id of a signing key names another key that has signed here. Signatures refer to their key by its id, so an id must name one key for ever. Give the new key another id.',
    next: [hint('List the ids that are in use', { action: 'keys.signing.list' })],
  },
  SIGNING_KEY_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'The key is not an Ed25519 key in a known form. A private key is 32 bytes (the seed), 64 bytes (seed and public key), or PKCS#8 as DER or PEM without a passphrase; each may also be given as base64. `openssl genpkey -algorithm ed25519` creates one.',
  },
  SIGNING_KEY_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'No key with this id signs or has signed in this installation.',
    next: [hint('List the keys', { action: 'keys.signing.list' })],
  },
  SIGNING_KEY_MISSING: {
    exit: 2,
    retryable: false,
    explain:
      'There is no key to sign a passport with, or it is not the key that the receipt names. The id of the key is part of the receipt, so a passport that was compiled before a rotation must be signed with the old key, or compiled again.',
  },
  SNAPSHOT_NOT_READY: {
    exit: 3,
    retryable: false,
    explain:
      'The snapshot does not have the status that is needed: it is sealed when it is ready, and passports are compiled from sealed snapshots.',
  },
  SNAPSHOT_SEALED: {
    exit: 3,
    retryable: false,
    explain: 'A sealed snapshot never changes: passports were made from it. Create a new snapshot.',
  },
  UNIT_MISMATCH: {
    exit: 1,
    retryable: false,
    explain:
      'A rule combines quantities of different units, converts between units that measure different things, or names an unknown unit. The units are kg, g, kWh, Wh, gCO2e, kgCO2e, gCO2e_per_kWh, pct and each. convert(…) converts between kg and g, kWh and Wh, kgCO2e and gCO2e.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;
