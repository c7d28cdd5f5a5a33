import { scenarioNamed, scenarios } from './scenarios/index.mjs';
import { subjectNamed } from './subjects/index.mjs';

/**
 * The measurements of this run in order. Rounds are outermost within a scenario, so that subjects take turns and a slow
 * minute of the machine affects all of them.
 */
export function planMeasurements(options, { places, runtimes }) {
  const skipped = new Map();
  const measurements = chosenScenarios(options).flatMap((scenario) => {
    const cases = scenario.cases(options.amounts).filter((one) => {
      const subject = subjectNamed(one.subject);
      if (!isChosen(subject, options)) return false;
      const reason = whyNot(subject, places, runtimes);
      if (reason !== undefined) skipped.set(subject.id, { label: subject.label, reason });
      return reason === undefined;
    });
    const rounds = scenario.rounds?.(options.amounts) ?? options.amounts.repeat;
    return Array.from({ length: rounds }, (_, round) =>
      cases.map((one) => ({ ...one, scenario, round: round + 1, rounds })),
    ).flat();
  });
  return { measurements, skipped: [...skipped.values()] };
}

/** The stores that the chosen scenarios and subjects need; only their servers are started. */
export function storesNeeded(options) {
  const subjects = chosenScenarios(options).flatMap((scenario) =>
    scenario.cases(options.amounts).map((one) => subjectNamed(one.subject)),
  );
  return new Set(subjects.filter((subject) => isChosen(subject, options)).map((subject) => subject.store));
}

function chosenScenarios(options) {
  return options.scenarios === undefined ? scenarios : options.scenarios.map(scenarioNamed);
}

function isChosen(subject, { subjects, stores }) {
  if (stores !== undefined && !stores.includes(subject.store)) return false;
  return subjects === undefined || subjects.some((prefix) => subject.id.startsWith(prefix));
}

function whyNot(subject, places, runtimes) {
  if (!places.has(subject.store)) return `no ${subject.store} server is available`;
  if (subject.runtime === 'newer' && runtimes.newer === undefined)
    return 'it needs Node 22.18 or newer, which npm does not have for this platform';
  return subject.missing?.();
}
