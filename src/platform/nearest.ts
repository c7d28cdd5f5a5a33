/** The known name closest to a misspelt one, if any is close enough to be worth suggesting. */
export function nearest(wanted: string, known: Iterable<string>): string | undefined {
  let best: { name: string; distance: number } | undefined;
  for (const name of known) {
    const distance = editDistance(wanted.toLowerCase(), name.toLowerCase());
    if (!best || distance < best.distance) best = { name, distance };
  }
  const closeEnough = Math.max(1, Math.floor(wanted.length / 3));
  return best && best.distance <= closeEnough ? best.name : undefined;
}

/** Letters inserted, omitted or exchanged; two neighbours in the wrong order, the most common typo, count once. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const substitute = at(row - 1, column - 1) + (isSame ? 0 : 1);
      const swap = isSwapped ? at(row - 2, column - 2) + 1 : Infinity;
      current[column] = Math.min(substitute, swap, at(row - 1, column) + 1, at(row, column - 1) + 1);
    }
  }
  return at(a.length, b.length);
}
