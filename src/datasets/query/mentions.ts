/** Statements that ask what there is, or put the names of tables together while they run. */
const ASKS_FOR_ALL = /\bshow\b|\binformation_schema\b|\bduckdb_|\bpg_|\bpragma_|\bsqlite_|\bquery(?:_table)?\s*\(/i;

/**
 * Whether a statement may use the name. A dataset it does not name is not opened, and a name that occurs by chance
 * costs only time: so a look at the text is enough.
 */
export function mentions(sql: string): (name: string) => boolean {
  if (ASKS_FOR_ALL.test(sql)) return () => true;
  const folded = sql.toLowerCase();
  return (name) => folded.includes(name.toLowerCase());
}
