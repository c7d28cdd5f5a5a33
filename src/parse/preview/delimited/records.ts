export interface RecordOptions {
  readonly delimiter: string;
  /** Whether `"` at the start of a field opens a quoted one. */
  readonly quoted: boolean;
  readonly limit: number;
}

export interface Records {
  readonly records: readonly (readonly string[])[];
  /** Where a quoted field begins that never ends; null when all end. */
  readonly unclosedAt: number | null;
  /** Whether the text ended before the limit was reached. */
  readonly reachedEnd: boolean;
}

/** Splits text into records of fields. Lines without anything in them are no records. */
export function readRecords(text: string, { delimiter, quoted, limit }: RecordOptions): Records {
  const records: string[][] = [];
  const fieldEnd = new RegExp(`[\\r\\n${delimiter}]`, 'g');
  let fields: string[] = [];
  let at = 0;
  while (at < text.length && records.length < limit) {
    let field = '';
    if (quoted && text[at] === '"') {
      const close = closingQuote(text, at);
      if (close === -1) return { records, unclosedAt: at, reachedEnd: true };
      field = text.slice(at + 1, close).replaceAll('""', '"');
      at = close + 1;
    }
    // What follows a closing quote up to the delimiter is kept as it stands: showing is not judging.
    fieldEnd.lastIndex = at;
    const end = fieldEnd.exec(text)?.index ?? text.length;
    fields.push(field + text.slice(at, end));
    const isLast = text[end] !== delimiter;
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    if (!isLast && end === text.length - 1) fields.push('');
    if (isLast || at >= text.length) {
      if (fields.length > 1 || fields[0] !== '') records.push(fields);
      fields = [];
    }
  }
  return { records, unclosedAt: null, reachedEnd: at >= text.length };
}

/** Inside quotes a quote is written twice. */
function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}
