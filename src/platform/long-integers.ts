/** An integer with this many digits may be beyond what a double holds exactly. */
const LONG = 16;

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const INTEGER = /^-?[1-9]\d{15,}$/;
const AFTER_INTEGER = ',]} \n\r\t';

/**
 * The same JSON text with a replacement for each integer beyond ±2^53-1, which JSON.parse would round silently. The
 * replacement must be an object: a text would turn an integer in the place of a name into a valid name.
 */
export function replaceLongIntegers(json: string, replacement: (integer: string) => string): string {
  if (!holdsLongInteger(json)) return json;
  return replaceNumbers(json, (number) => (isLongInteger(number) ? replacement(number) : number));
}

/** The same JSON text with a replacement for each number outside of texts and names. */
export function replaceNumbers(json: string, replaced: (number: string) => string): string {
  const parts: string[] = [];
  let position = 0;
  while (position < json.length) {
    const quote = json.indexOf('"', position);
    const outsideEnd = quote === -1 ? json.length : quote;
    parts.push(json.slice(position, outsideEnd).replace(NUMBER, replaced));
    if (quote === -1) break;
    position = stringEnd(json, quote);
    parts.push(json.slice(quote, position));
  }
  return parts.join('');
}

/**
 * Whether there is a run of 16 digits that looks like an integer, inside or outside a string. Nearly no text has one,
 * and every text is checked, so this reads one character in 16: a longer run cannot be missed.
 */
export function holdsLongInteger(json: string): boolean {
  for (let at = LONG - 1; at < json.length; at += LONG) {
    if (!isDigit(json.charCodeAt(at))) continue;
    let start = at;
    while (start > 0 && isDigit(json.charCodeAt(start - 1))) start -= 1;
    while (at + 1 < json.length && isDigit(json.charCodeAt(at + 1))) at += 1;
    const isLong = at + 1 - start >= LONG && (start === 0 || canPrecede(json.charCodeAt(start - 1)));
    if (isLong && AFTER_INTEGER.includes(json.charAt(at + 1))) return true;
  }
  return false;
}

/** White space, a comma, a minus, a colon, a bracket. Most long runs are fractions, or in a text such as a hash. */
function canPrecede(code: number): boolean {
  return code <= 32 || code === 44 || code === 45 || code === 58 || code === 91;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLongInteger(number: string): boolean {
  return INTEGER.test(number) && !Number.isSafeInteger(Number(number));
}

/** The position after the closing quote: the first one with an even number of backslashes before it. */
function stringEnd(json: string, openingQuote: number): number {
  let quote = openingQuote;
  do {
    quote = json.indexOf('"', quote + 1);
    if (quote === -1) return json.length;
  } while (isEscaped(json, quote));
  return quote + 1;
}

function isEscaped(json: string, quote: number): boolean {
  let backslashes = 0;
  while (json[quote - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}
