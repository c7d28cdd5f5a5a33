const UNRESERVED = /^[a-z0-9\-._~]$/i;
/** Characters that a URL has without an escape: unreserved ones, reserved ones, and escapes. */
const NOT_IN_URLS = /[^a-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/giu;

/**
 * The form in which paths are compared (RFC 9309 section 2.2.2): octets that cannot be in a URL are escaped, escapes of
 * unreserved characters are removed, and all other escapes are in upper case.
 */
function normalOctets(text: string): string {
  return text
    .replace(NOT_IN_URLS, (character) => escaped(character))
    .replace(/%[0-9a-f]{2}/gi, (escape) => {
      const character = String.fromCharCode(parseInt(escape.slice(1), 16));
      return UNRESERVED.test(character) ? character : escape.toUpperCase();
    });
}

/** A pattern: `*` is any text and a final `$` the end. Elsewhere, `$` is an ordinary character. */
export function normalPattern(value: string): string {
  const end = value.endsWith('$') ? '$' : '';
  return normalOctets(value.slice(0, value.length - end.length)).replaceAll('$', '%24') + end;
}

/** What patterns are compared with. A `*` or `$` of the URL is escaped, so that a pattern can name it (section 2.2.3). */
export function normalPath({ pathname, search }: URL): string {
  return normalOctets(pathname + search)
    .replaceAll('*', '%2A')
    .replaceAll('$', '%24');
}

function escaped(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
