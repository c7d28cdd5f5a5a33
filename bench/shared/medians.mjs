import { median } from './statistics.mjs';

/** Returns the median of a metric over the runs of a case; undefined if no run has it. */
export function medianOver(results) {
  return (id, metric) => {
    const values = (results.find((one) => one.id === id)?.runs ?? [])
      .map((run) => run[metric])
      .filter((value) => value !== undefined);
    return values.length === 0 ? undefined : median(values);
  };
}

export function buildFailures(results) {
  return results.filter(({ failures }) => failures.length > 0).map(({ id, failures }) => ({ id, failures }));
}

export function ratio(value, base) {
  return value === undefined || base === undefined ? undefined : value / base;
}
