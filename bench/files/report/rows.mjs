import { medianOver, ratio } from '../../shared/medians.mjs';
import { targets } from '../targets.mjs';

const UNITS = { seconds: 's', work: 's', cpuMs: 'ms' };
const METRICS = ['seconds', 'startUp', 'work', 'cpuMs', 'hostMb', 'pythonMb', 'registerSeconds', 'scanSeconds'];

/** The table's rows: the medians of each case, its ratio to the first case of its group, and its verdicts. */
export function buildRows(results) {
  const medianOf = medianOver(results);
  return results
    .filter(({ runs }) => runs.length > 0)
    .map(({ id, group, label, runs }) => ({
      id,
      group,
      label,
      ...Object.fromEntries(METRICS.map((metric) => [metric, medianOf(id, metric)])),
      allSeconds: runs.map((run) => run.seconds),
      ratio:
        group === 'registry' ? undefined : ratio(medianOf(id, 'seconds'), medianOf(firstOf(group, results), 'seconds')),
      verdicts: targets.filter(({ of }) => of === id).map((target) => verdict(target, medianOf)),
    }));
}

function firstOf(group, results) {
  return results.find((one) => one.group === group)?.id;
}

function verdict({ of, metric, limit, atMost, timesFaster, against = [], name }, medianOf) {
  const value = medianOf(of, metric);
  if (limit !== undefined) return judged(`${metric} ≤ ${limit} ${UNITS[metric]}`, value, (actual) => actual <= limit);
  const bases = against.map((id) => medianOf(id, metric)).filter((base) => base !== undefined);
  const base = bases.length === 0 ? undefined : Math.min(...bases);
  if (timesFaster !== undefined) {
    return judged(`≥ ${timesFaster} × faster than ${name}`, ratio(base, value), (actual) => actual >= timesFaster);
  }
  return judged(`${metric} ≤ ${atMost} × ${name}`, ratio(value, base), (actual) => actual <= atMost);
}

function judged(target, actual, isMet) {
  return { target, actual, met: actual === undefined ? undefined : isMet(actual) };
}
