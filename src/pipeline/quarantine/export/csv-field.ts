const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

export interface CsvOptions {
  /** Keep text that a spreadsheet would run as a formula. */
  readonly verbatim: boolean;
}

/**
 * One field. Null is an empty field and an empty string is `""`, so that they differ. These rows come from untrusted
 * files and are opened in spreadsheets, which run text that begins like a formula: a leading apostrophe prevents that.
 */
export function csvField(text: string | undefined, { verbatim }: CsvOptions): string {
  if (text === undefined) return '';
  const safe = !verbatim && FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return safe === '' || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text without the apostrophe that keeps a spreadsheet from running it. */
export function withoutGuard(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}

/** A value of a raw row as the text of a field: text as it is; numbers, objects and lists as JSON. */
export function fieldText(json: string | undefined): string | undefined {
  if (json === undefined || json === 'null') return undefined;
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}
