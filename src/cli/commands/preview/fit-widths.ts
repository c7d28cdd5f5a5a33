const GAP = 2;
const NARROWEST = 12;
/** Cells are never longer, even without a terminal: a preview is for looking at, --json for the rest. */
const WIDEST = 80;

/**
 * The width of each column so that a table fits: narrow columns keep their width and leave the rest to the others.
 * Returns fewer widths than columns if not all fit.
 */
export function fitWidths(natural: readonly number[], total: number): number[] {
  const wanted = natural.map((width) => Math.min(width, WIDEST));
  let room = total;
  const shown = wanted.filter((width, at) => {
    room -= Math.min(width, NARROWEST) + (at === 0 ? 0 : GAP);
    return at === 0 || room >= 0;
  });
  const widths = [...shown];
  let left = total - GAP * (shown.length - 1);
  // The narrowest first; what they leave raises the share of the others.
  const order = shown.map((_, at) => at).sort((a, b) => (shown[a] ?? 0) - (shown[b] ?? 0));
  for (const [rank, at] of order.entries()) {
    const share = Math.floor(left / (order.length - rank));
    const width = Math.max(1, Math.min(shown[at] ?? 0, share));
    widths[at] = width;
    left -= width;
  }
  return widths;
}
