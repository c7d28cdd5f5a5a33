/** Columns that begin so say where a row comes from; one of the file would not be told from them. */
const RESERVED = /^_cf_/i;

/** The names that a file with types gives its columns, each its own: what has none gets one, what stands twice a number. */
export function givenNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((name, column) => {
    const own = name === '' ? `column_${column + 1}` : name.replace(RESERVED, 'cf_');
    let free = own;
    const isFree = (): boolean => !seen.has(free) && (own === name || !taken.has(free));
    for (let number = 2; !isFree(); number += 1) free = `${own}_${number}`;
    seen.add(free);
    return free;
  });
}
