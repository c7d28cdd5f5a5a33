const NUMBER = /^[-+]?[\d.,' ]*\d[\d.,' ]*%?$/;
const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/;

/** Whether a record reads like the names of columns: all there, all different, and none a number or a date. */
export function looksLikeHeader(fields: readonly string[]): boolean {
  const names = fields.map((field) => field.trim());
  return new Set(names).size === names.length && names.every((name) => name !== '' && !isValue(name));
}

/** A year may be the name of a column; other numbers are values. */
function isValue(text: string): boolean {
  return DATE.test(text) || (NUMBER.test(text) && !/^(19|20)\d\d$/.test(text));
}
