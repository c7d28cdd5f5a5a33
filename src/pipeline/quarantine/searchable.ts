/**
 * Text for the searched columns: PostgreSQL cannot store NUL, so U+2400 replaces it. Nothing is lost: the JSON column
 * escapes NUL, and display reads that column.
 */
export function searchable(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '␀') : text;
}
