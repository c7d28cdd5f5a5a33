import { median } from '../../shared/statistics.mjs';
import { subjectNamed } from '../subjects/index.mjs';

/** The table's rows: every metric of every result, with its ratio to the scenario's base and its verdicts. */
export function buildRows(results) {
  const lookUp = createLookUp(results);
  return results.flatMap((result) =>
    result.scenario.metrics
      .filter((metric) => result.values[metric.key] !== undefined)
      .map((metric) => buildRow(result, metric, lookUp)),
  );
}

/** Measurements with failed rounds. */
export function buildFailures(results) {
  return results
    .filter((result) => result.failures.length > 0)
    .map(({ scenario, subject, variant, failures }) => ({ scenario: scenario.name, subject, variant, failures }));
}

function buildRow(result, metric, lookUp) {
  const { scenario, subject, variant } = result;
  const runs = result.values[metric.key];
  const { label, enqueueLabel = label, store, durability } = subjectNamed(subject);
  return {
    scenario: scenario.name,
    store,
    subject,
    label: scenario.onlyEnqueues ? enqueueLabel : label,
    variant,
    metric: metric.key,
    metricLabel: variant === undefined ? metric.label : `${metric.label}, ${variant}`,
    unit: metric.unit,
    informative: metric.informative === true, // in the raw data, not in the tables
    median: median(runs),
    runs,
    ratio: ratioToBase(result, metric, lookUp),
    verdicts: verdicts(result, metric, lookUp),
    durability,
  };
}

function ratioToBase({ scenario, subject, variant, values }, metric, lookUp) {
  if (scenario.base === undefined || metric.informative) return undefined;
  const { name, of, variant: baseVariant = variant } = scenario.base;
  const subjects = of === 'itself' ? [subject] : of[subjectNamed(subject).store];
  const base = lookUp.best(scenario, subjects ?? [], baseVariant, metric);
  return base === undefined ? undefined : { name, value: median(values[metric.key]) / base };
}

function verdicts({ scenario, subject, variant, values }, metric, lookUp) {
  return scenario.targets
    .filter((target) => target.subject === subject && target.variant === variant && target.metric === metric.key)
    .map((target) => verdict(target, median(values[metric.key]), scenario, metric, lookUp));
}

/** A target is either a limit in the metric's own unit, or a ratio to what other subjects did in the same run. */
function verdict(target, value, scenario, metric, lookUp) {
  if (target.limit !== undefined) {
    return { target: `≤ ${target.limit} ${metric.unit}`, actual: value, met: value <= target.limit };
  }
  const againstMetric = scenario.metrics.find((one) => one.key === (target.againstMetric ?? metric.key));
  const base = lookUp.best(scenario, target.against, target.againstVariant ?? target.variant, againstMetric);
  const wanted = target.atLeast !== undefined ? `≥ ${target.atLeast} ×` : `≤ ${target.atMost} ×`;
  const text = `${wanted} ${target.name}`;
  if (base === undefined) return { target: text, actual: undefined, met: undefined };
  const actual = value / base;
  const met = target.atLeast !== undefined ? actual >= target.atLeast : actual <= target.atMost;
  return { target: text, actual, isRatio: true, met };
}

/** Finds the best median among several subjects: the largest, or for latencies the smallest. */
function createLookUp(results) {
  const medianOf = (scenario, subject, variant, metric) => {
    const result = results.find(
      (one) => one.scenario === scenario && one.subject === subject && one.variant === variant,
    );
    const runs = result?.values[metric.key];
    return runs === undefined ? undefined : median(runs);
  };
  return {
    best: (scenario, subjects, variant, metric) => {
      const medians = subjects
        .map((subject) => medianOf(scenario, subject, variant, metric))
        .filter((value) => value !== undefined);
      if (medians.length === 0) return undefined;
      return metric.lowerIsBetter ? Math.min(...medians) : Math.max(...medians);
    },
  };
}
