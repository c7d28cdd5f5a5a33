/** A number token of 16 digits or more that is no fraction: it may lie beyond what a double holds exactly. */
const LONG_INTEGER = /[:[,\s]-?\d{16,}(?![\d.eE])/;

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const INTEGER = /^-?[1-9]\d{15,}$/;

/**
 * The same JSON with integers beyond ±2^53-1 in the form that our own shims give them, `{"$int":"…"}`, because JSON.parse
 * would round them without a word. Lines that hold no long integer, nearly all, are returned as they are.
 */
export function exactIntegers(line: string): string {
  if (!LONG_INTEGER.test(line)) return line;
  const parts: string[] = [];
  let position = 0;
  while (position < line.length) {
    const quote = line.indexOf('"', position);
    const outsideEnd = quote === -1 ? line.length : quote;
    parts.push(line.slice(position, outsideEnd).replace(NUMBER, tagged));
    if (quote === -1) break;
    position = stringEnd(line, quote);
    parts.push(line.slice(quote, position));
  }
  return parts.join('');
}

function tagged(number: string): string {
  return INTEGER.test(number) && !Number.isSafeInteger(Number(number)) ? `{"$int":"${number}"}` : number;
}

/** Behind the quote that closes the string: the first one with an even number of backslashes before it. */
function stringEnd(line: string, openingQuote: number): number {
  let quote = openingQuote;
  do {
    quote = line.indexOf('"', quote + 1);
    if (quote === -1) return line.length;
  } while (isEscaped(line, quote));
  return quote + 1;
}

function isEscaped(line: string, quote: number): boolean {
  let backslashes = 0;
  while (line[quote - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}
