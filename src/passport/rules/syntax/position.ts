import type { RuleComplaint, RuleProblem } from '../problem.js';

/** Adds line and column to complaints about one source. */
export function createLocator(source: string): (complaint: RuleComplaint) => RuleProblem {
  const lineStarts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  return (complaint) => {
    const { start } = complaint.span;
    const index = lastAtMost(lineStarts, start);
    const before = source.slice(lineStarts[index], start);
    return { ...complaint, line: index + 1, column: [...before].length + 1 };
  };
}

/** The index of the last number that is not greater. The first always is not. */
function lastAtMost(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sorted[middle] as number) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
