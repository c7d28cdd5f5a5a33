/** A name without case and punctuation: `Province/State` and `Province_State` are alike. */
export function bareName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Two tables are related if half of the columns of the narrower one are in the other. */
const RELATED_SHARE = 0.5;

/**
 * Whether files with these columns can belong to one table. A file with other columns altogether is another table:
 * widening a contract by all of them would hide that.
 */
export function areRelated(one: readonly string[], other: readonly string[]): boolean {
  const [names, others] = [bareNames(one), bareNames(other)];
  const common = [...names].filter((name) => others.has(name)).length;
  return common >= Math.min(names.size, others.size) * RELATED_SHARE && common > 0;
}

interface Counted {
  readonly columns: readonly string[];
  readonly files: number;
}

/** The headers of the table that most files have, and those that are related to one of them. */
export function mainHeaders<T extends Counted>(headers: readonly T[]): T[] {
  const [first, ...others] = [...headers].sort((a, b) => b.files - a.files);
  if (first === undefined) return [];
  const found = [first];
  let left = others;
  for (let before = -1; before !== found.length;) {
    before = found.length;
    const isClose = (header: T): boolean => found.some(({ columns }) => areRelated(columns, header.columns));
    found.push(...left.filter(isClose));
    left = left.filter((header) => !found.includes(header));
  }
  return headers.filter((header) => found.includes(header));
}

function bareNames(columns: readonly string[]): Set<string> {
  return new Set(columns.map((name) => bareName(name) || name));
}
