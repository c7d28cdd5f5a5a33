/** The 1-based numbers of the rows that are kept; of all rows when `kept` is null. */
export function numbered(rowsBefore: number, rowCount: number, kept: Int32Array | null): BigInt64Array {
  const numbers = new BigInt64Array(kept === null ? rowCount : kept.length);
  // Halves of 32 bits: a bigint for each row would take longer than most checks.
  const halves = new Int32Array(numbers.buffer);
  for (let at = 0; at < numbers.length; at += 1) {
    const number = rowsBefore + (kept === null ? at : (kept[at] ?? 0)) + 1;
    halves[at * 2] = number | 0;
    halves[at * 2 + 1] = Math.floor(number / 4_294_967_296);
  }
  return numbers;
}
