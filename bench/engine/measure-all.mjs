import { fileURLToPath } from 'node:url';
import { runChild } from './children/run-child.mjs';
import { subjectNamed } from './subjects/index.mjs';

const CHILD_LIMIT_MS = 900_000;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Runs all planned measurements, each in its own process and empty database, and collects the values. */
export async function measureAll(measurements, { places, runtimes, signal, log }) {
  const results = new Map();
  for (const [index, measurement] of measurements.entries()) {
    const { scenario, subject, variant, round, rounds } = measurement;
    const title = [scenario.name, subject, variant].filter(Boolean).join(' · ');
    const result = resultOf(results, measurement);
    try {
      const values = await measureOnce(measurement, { places, runtimes, signal });
      for (const [metric, value] of Object.entries(values)) (result.values[metric] ??= []).push(value);
      log(`[${index + 1}/${measurements.length}] ${title} (${round}/${rounds}): ${brief(values)}`);
    } catch (error) {
      signal.throwIfAborted();
      result.failures.push(withoutLocalPaths(firstLines(error, 1)));
      log(`[${index + 1}/${measurements.length}] ${title} (${round}/${rounds}) FAILED: ${firstLines(error, 4)}`);
    }
  }
  return [...results.values()];
}

async function measureOnce({ scenario, subject: id, params }, { places, runtimes, signal }) {
  const subject = subjectNamed(id);
  const { discard, ...place } = await places.make(subject.store);
  try {
    return await runChild({
      node: runtimes[subject.runtime ?? 'current'].path,
      order: { scenario: scenario.name, subject: id, place, params },
      limitMs: CHILD_LIMIT_MS,
      signal,
    });
  } finally {
    await discard();
  }
}

function resultOf(results, { scenario, subject, variant, params }) {
  const key = JSON.stringify([scenario.name, subject, variant]);
  if (!results.has(key)) results.set(key, { scenario, subject, variant, params, values: {}, failures: [] });
  return results.get(key);
}

function firstLines(error, count) {
  return error.message.split('\n').slice(0, count).join('\n');
}

/** Removes the path of the repository from a report. */
function withoutLocalPaths(message) {
  return message.replaceAll(ROOT, '');
}

function brief(values) {
  return Object.entries(values)
    .map(([metric, value]) => `${metric} ${value.toPrecision(4)}`)
    .join(', ');
}
