import { CasparianError, errorMessage, parseExactJson } from '../../platform/index.js';
import { textFrom } from './text-source.js';

/** Text is read up to this many times the limit: white space does not count, but must be bounded. */
const SLACK = 8;

/** The payload from the command line: JSON, `-` for stdin, `@path` for a file. */
export async function readPayload(given: string | undefined, maxBytes: number): Promise<unknown> {
  if (given === undefined) return {};
  if (given !== '-' && !given.startsWith('@')) return parsed(given);
  const source = given === '-' ? given : given.slice(1);
  const limits = { maxBytes: maxBytes * SLACK, tooLarge: () => tooLarge(maxBytes) };
  return parsed(await textFrom(source, { what: 'The payload', ...limits }));
}

function parsed(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    throw new CasparianError('PAYLOAD_NOT_JSON', 'The payload is not JSON', {
      why: errorMessage(error),
      next: [`Quote it for the shell: --payload '{"ms": 100}'`, 'Or keep it in a file: --payload @payload.json'],
      cause: error,
    });
  }
}

function tooLarge(maxBytes: number): CasparianError {
  return new CasparianError('PAYLOAD_TOO_LARGE', `The payload is far larger than the limit of ${maxBytes} bytes`, {
    why: 'Every worker that claims the job would have to load it.',
    next: ['Store the data elsewhere and put its path or URL into the payload.', 'Or raise max_payload_bytes.'],
  });
}
