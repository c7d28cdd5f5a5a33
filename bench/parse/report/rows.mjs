import { medianOver, ratio } from '../../shared/medians.mjs';
import { targets } from '../targets.mjs';

export const METRICS = { seconds: 's', hostMb: 'MB', pythonMb: 'MB' };

const LIMIT = 'transport-text';

/** The table's rows: the medians of each case, its ratio to the bare transport, and its verdicts. */
export function buildRows(results) {
  const medianOf = medianOver(results);
  return results
    .filter(({ runs }) => runs.length > 0)
    .map(({ id, group, label, file, runs }) => ({
      id,
      group,
      label,
      rows: file.rows,
      seconds: medianOf(id, 'seconds'),
      allSeconds: runs.map((run) => run.seconds),
      ratio: group === 'memory' ? undefined : ratio(medianOf(id, 'seconds'), medianOf(LIMIT, 'seconds')),
      hostMb: medianOf(id, 'hostMb'),
      pythonMb: medianOf(id, 'pythonMb'),
      verdicts: targets.filter(({ of }) => of === id).map((target) => verdict(target, medianOf)),
    }));
}

function verdict(target, medianOf) {
  const { of, metric, limit, atMost, against = [], name } = target;
  const value = medianOf(of, metric);
  if (limit !== undefined) return judged(`${metric} ≤ ${limit} ${METRICS[metric]}`, value, limit);
  const bases = against.map((id) => medianOf(id, metric)).filter((base) => base !== undefined);
  const actual = bases.length === 0 ? undefined : ratio(value, Math.min(...bases));
  return judged(`${metric} ≤ ${atMost} × ${name}`, actual, atMost);
}

function judged(target, actual, atMost) {
  return { target, actual, met: actual === undefined ? undefined : actual <= atMost };
}
