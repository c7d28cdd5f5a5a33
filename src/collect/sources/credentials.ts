import { readFile } from 'node:fs/promises';
import { CasparianError, errorMessage, hint } from '../../platform/index.js';

const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const REFERENCE = /^(?<prefix>[^{}]*?)(?:\{)?(?<kind>env|file):(?<place>[^{}]+?)(?:\})?$/;
/** Headers that the client itself sends. */
const NOT_ALLOWED = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'user-agent',
  'accept-encoding',
]);

/** `env:NAME`, `file:PATH`, or with a fixed beginning `Bearer {env:NAME}`. A value itself is refused: it would be stored. */
export function checkReference(header: string, reference: string): void {
  if (!HEADER.test(header) || NOT_ALLOWED.has(header.toLowerCase())) {
    throw new CasparianError('OPTION_INVALID', `'${header}' cannot be a header of a source`, {
      why: 'It is not the name of a header, or it is one that the client sets.',
    });
  }
  if (REFERENCE.test(reference)) return;
  // The reference is not named: it may be the secret itself.
  throw new CasparianError('OPTION_INVALID', `The value of the header '${header}' is not a reference`, {
    why: 'Secrets are not stored. The worker reads them from its environment or from a file.',
    next: [
      hint('For example', { options: { header: `${header}=Bearer {env:API_KEY}` } }),
      hint('Or', { options: { header: `${header}=file:/run/secrets/api-key` } }),
    ],
  });
}

/** The headers with the values of the secrets, read now. */
export async function resolveCredentials(
  credentials: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [header, reference] of Object.entries(credentials)) {
    headers[header.toLowerCase()] = await resolveReference(header, reference, env);
  }
  return headers;
}

async function resolveReference(
  header: string,
  reference: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const { prefix = '', kind, place = '' } = REFERENCE.exec(reference)?.groups ?? {};
  const value = kind === 'env' ? env[place] : await readSecret(header, place);
  if (value !== undefined && value !== '' && !/[\r\n\0]/.test(value)) return prefix + value;
  throw missing(
    header,
    kind === 'env' ? `The variable ${place} of the worker is empty or not a header value.` : `${place} is empty.`,
  );
}

async function readSecret(header: string, path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    throw missing(header, errorMessage(error));
  }
}

function missing(header: string, why: string): CasparianError {
  return new CasparianError('CREDENTIAL_MISSING', `The credential for the header '${header}' is not available`, {
    why,
  });
}
