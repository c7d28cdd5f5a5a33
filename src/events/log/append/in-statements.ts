/** Rows of one statement, the largest first: few different texts, so that they are written and prepared once. */
const STATEMENT_SIZES = [100, 10, 1];

/** Cuts a list into pieces for statements. */
export function* inStatements<T>(items: readonly T[]): Generator<readonly T[]> {
  let start = 0;
  for (const size of STATEMENT_SIZES) {
    for (; items.length - start >= size; start += size) yield items.slice(start, start + size);
  }
}
