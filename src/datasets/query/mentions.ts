/** Statements that list everything, or build table names at run time. */
const ASKS_FOR_ALL = /\bshow\b|\binformation_schema\b|\bduckdb_|\bpg_|\bpragma_|\bsqlite_|\bquery(?:_table)?\s*\(/i;

/**
 * Whether a statement may use the name. Datasets that it does not mention are not opened, and a name that occurs by
 * chance only costs time: so searching the text is enough.
 */
export function mentions(sql: string): (name: string) => boolean {
  if (ASKS_FOR_ALL.test(sql)) return () => true;
  const folded = sql.toLowerCase();
  return (name) => folded.includes(name.toLowerCase());
}
