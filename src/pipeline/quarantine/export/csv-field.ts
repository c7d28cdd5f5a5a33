const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

export interface CsvOptions {
  /** Leave text that a spreadsheet would take for a formula as it is. */
  readonly verbatim: boolean;
}

/**
 * One field. Nothing is an empty field and an empty string is `""`, so that they differ. These rows come from files that
 * nobody trusts and end in spreadsheets, which run text that begins like a formula: an apostrophe tells them not to.
 */
export function csvField(text: string | undefined, { verbatim }: CsvOptions): string {
  if (text === undefined) return '';
  const safe = !verbatim && FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return safe === '' || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
