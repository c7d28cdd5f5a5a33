/** No source and no seller decides a value alone. */
const MOST = 0.4;
/** Two groups cannot both have at most 40 %. */
const MIN_GROUPS = 3;

/**
 * Reduces the weights of each group to at most 40 % of the total. With fewer than three groups nothing changes. Weights are
 * integers; totals are exact, so the order of points has no influence.
 */
export function capShares(weights: readonly number[], groups: readonly string[]): readonly number[] {
  const totals = new Map<string, number>();
  for (const [index, group] of groups.entries()) {
    totals.set(group, (totals.get(group) ?? 0) + (weights[index] ?? 0));
  }
  for (const [group, total] of totals) if (total === 0) totals.delete(group);
  if (totals.size < MIN_GROUPS) return weights;
  const limits = limitsOf(totals);
  if (limits.size === 0) return weights;
  return weights.map((weight, index) => {
    const group = groups[index] ?? '';
    const limit = limits.get(group);
    return limit === undefined ? weight : Math.round((weight / (totals.get(group) ?? 1)) * limit);
  });
}

/** The new total of every group that is above the limit. Reducing one raises the share of the next, so one after another. */
function limitsOf(totals: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const largestFirst = [...totals].sort(([, one], [, other]) => other - one);
  let rest = largestFirst.reduce((sum, [, total]) => sum + total, 0);
  const capped: string[] = [];
  let limit = MOST * rest;
  for (const [group, total] of largestFirst) {
    if (total <= limit) break;
    rest -= total;
    capped.push(group);
    limit = (MOST * rest) / (1 - MOST * capped.length);
  }
  return new Map(capped.map((group) => [group, limit]));
}
