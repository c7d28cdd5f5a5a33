import { VERSION } from '../platform/index.js';
import { path, paths, text, url, wholeNumber, words } from './kinds.js';
import { GIBIBYTE, type SettingDefinition } from './setting-definition.js';

/** The settings of signing keys and passports. */
export const PASSPORT_SETTINGS = {
  signing_key: {
    env: 'CASPARIAN_SIGNING_KEY',
    aliases: ['BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64'],
    kind: text(),
    secret: true,
    description:
      'Ed25519 key that signs passports and tree heads: PEM, or base64 of its seed. Without any key, a development key is created in `<home>/keys`.',
  },
  signing_key_file: {
    env: 'CASPARIAN_SIGNING_KEY_FILE',
    kind: path(),
    description: 'File with the signing key, such as a mounted secret, instead of `signing_key`.',
  },
  signing_command: {
    env: 'CASPARIAN_SIGNING_COMMAND',
    kind: words(),
    default: [],
    description:
      'Command that signs instead of a key in memory, for an HSM or KMS: words separated by spaces, or an array. Needs `signing_public_key`.',
  },
  signing_public_key: {
    env: 'CASPARIAN_SIGNING_PUBLIC_KEY',
    kind: text(),
    description: 'Public key of `signing_command`: PEM or base64.',
  },
  signing_key_id: {
    env: 'CASPARIAN_SIGNING_KEY_ID',
    aliases: ['BPC_SIGNING_KEY_ID'],
    kind: text(),
    derived: { description: '16 digits of the hash of the public key', from: () => undefined },
    description: 'Name of the signing key in signatures.',
  },
  compiler_build_id: {
    env: 'CASPARIAN_COMPILER_BUILD_ID',
    aliases: ['BPC_COMPILER_BUILD_ID'],
    kind: text(),
    default: `casparian-${VERSION}`,
    description: 'Name of the program that compiles passports, in every receipt; for example a commit hash.',
  },
  passport_payload_max_bytes: {
    env: 'CASPARIAN_PASSPORT_PAYLOAD_MAX_BYTES',
    aliases: ['BPC_PAYLOAD_MAX_BYTES'],
    kind: wholeNumber({ min: 1, max: GIBIBYTE }),
    default: 131_072,
    description: 'Maximum size of the payload of a passport. Values above 131072 have no effect.',
  },
  passport_proof_max_bytes: {
    env: 'CASPARIAN_PASSPORT_PROOF_MAX_BYTES',
    aliases: ['BPC_PROOF_MAX_BYTES'],
    kind: wholeNumber({ min: 1, max: GIBIBYTE }),
    default: 262_144,
    description: 'Maximum size of the proof of a passport. Values above 262144 have no effect.',
  },
  passport_receipt_max_bytes: {
    env: 'CASPARIAN_PASSPORT_RECEIPT_MAX_BYTES',
    aliases: ['BPC_RECEIPT_MAX_BYTES'],
    kind: wholeNumber({ min: 1, max: GIBIBYTE }),
    default: 16_384,
    description: 'Maximum size of the receipt of a passport. Values above 16384 have no effect.',
  },
  public_url: {
    env: 'CASPARIAN_PUBLIC_URL',
    kind: url('https:', 'http:'),
    description:
      'Address under which others reach the public pages of the server, such as `https://passports.example.com`. Credentials and status lists contain it, so that a verifier can fetch the list.',
  },
  ingest_folders: {
    env: 'CASPARIAN_INGEST_FOLDERS',
    kind: paths(),
    default: [],
    description:
      'Folders from which INGEST_DOCUMENT may read local files, separated by commas. Without any, it reads URLs only.',
  },
} as const satisfies Record<string, SettingDefinition>;
