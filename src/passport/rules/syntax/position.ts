import type { RuleComplaint, RuleProblem } from '../problem.js';

/** Adds line and column to complaints about one source. */
export function createLocator(source: string): (complaint: RuleComplaint) => RuleProblem {
  const lineStarts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  return (complaint) => {
    const { start } = complaint.span;
    const index = lastAtMost(lineStarts, start);
    const column = 1 + charactersBetween(source, lineStarts[index] as number, start);
    return { ...complaint, line: index + 1, column };
  };
}

/** Code points. Not by spreading: a line can have millions of them. */
function charactersBetween(source: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    count += 1;
    if ((source.codePointAt(at) as number) > 0xffff) at += 1;
  }
  return count;
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
