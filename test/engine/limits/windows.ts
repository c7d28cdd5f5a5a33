/**
 * The most that a set of grants exceeds its limit by, over all windows between two of them; 0 or less is correct. A window of
 * W may contain burst + W / emission grants.
 */
export function worstExcess(
  times: readonly number[],
  { emission, burst }: { emission: number; burst: number },
): number {
  const sorted = times.toSorted((a, b) => a - b);
  let worst = -Infinity;
  // The lowest value of `grants before - time / emission` so far gives the worst window that ends here.
  let lowest = Infinity;
  sorted.forEach((time, index) => {
    lowest = Math.min(lowest, index - time / emission);
    worst = Math.max(worst, index + 1 - time / emission - lowest - burst);
  });
  return worst;
}
