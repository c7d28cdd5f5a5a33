/** A name made of a file's stem that can be a table, a file and a variable: `2024 sales-report` → `parser_2024_sales_report`. */
export function parserName(stem: string): string {
  const name = stem.replace(/[^\p{L}\p{N}_]+/gu, '_').replace(/^_+|_+$/g, '');
  if (name === '') return 'parser';
  return /^\p{N}/u.test(name) ? `parser_${name}` : name;
}
