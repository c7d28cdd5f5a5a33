/** A run of digits that JSON.parse may round, inside or outside of a text. */
const LONG_RUN = /\d{16}/;
/** A text, or a whole number: digits behind a point are not an integer. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const INTEGER = /^-?[1-9]\d{15,}$/;

/** JSON.parse, but integers beyond ±2^53-1 are bigints instead of being rounded. */
export function parseExactJson(json: string): unknown {
  if (!LONG_RUN.test(json)) return JSON.parse(json);
  // No text of the document contains the mark.
  let mark = 'integer:';
  while (json.includes(mark)) mark = `${Math.random().toString(36).slice(2)}:`;
  const marked = json.replace(TOKEN, (token) =>
    INTEGER.test(token) && !Number.isSafeInteger(Number(token)) ? `"${mark}${token}"` : token,
  );
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/** JSON.stringify, but bigints are written as their digits. */
export function exactJson(value: unknown, indent = 0): string {
  let mark = 'integer:';
  const isBigint = (member: unknown): member is bigint => typeof member === 'bigint';
  const plain = JSON.stringify(value, (_, member: unknown) => (isBigint(member) ? '' : member), indent) as
    | string
    | undefined;
  if (plain === undefined) return 'null';
  while (plain.includes(mark)) mark = `${Math.random().toString(36).slice(2)}:`;
  const marked = JSON.stringify(
    value,
    (_, member: unknown) => (isBigint(member) ? `${mark}${member}` : member),
    indent,
  );
  return marked.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}
