import { CasparianError, errorMessage } from '../../platform/index.js';

/** These belong to the connection. A different host would also be one that was not checked. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The caller's headers with names in lower case. Fails if one cannot be sent: that is not a failure of the source. */
export function checkedHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http');
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    if (OF_THE_CONNECTION.has(key)) throw invalid(name, 'It belongs to the connection.');
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch (error) {
      throw invalid(name, errorMessage(error), error);
    }
    checked[key] = value;
  }
  return checked;
}

/** Does not contain the value: it can be a credential. */
function invalid(name: string, why: string, cause?: unknown): CasparianError {
  return new CasparianError('OPTION_INVALID', `The header ${JSON.stringify(name)} cannot be sent`, { why, cause });
}
