/**
 * Text as the columns that are searched can hold it: PostgreSQL stores no NUL, so its picture stands in its place. Nothing
 * is lost, because the JSON beside those columns escapes it; what is shown is read from there.
 */
export function searchable(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '␀') : text;
}
