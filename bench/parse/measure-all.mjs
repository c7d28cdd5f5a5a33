import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { csvFile, warm } from './data/csv-file.mjs';
import { measureProcess } from '../shared/measured-process.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(ROOT, 'bench', '.cache', 'parse');

/** Measures the cases in turns, so that a slow minute of the machine affects all of them; each in its own processes. */
export async function measureAll(chosen, { amounts, python, signal, log }) {
  const results = chosen.map((one) => ({
    ...one,
    file: csvFile(amounts[one.input ?? 'rows'], log),
    runs: [],
    failures: [],
  }));
  for (let round = 1; round <= amounts.repeat; round++) {
    for (const result of results) {
      const title = `${result.id} (${round}/${amounts.repeat})`;
      try {
        const run = await measureOnce(result, python, signal);
        result.runs.push(run);
        log(`${title}: ${brief(run)}`);
      } catch (error) {
        signal.throwIfAborted();
        result.failures.push(error.message.split('\n')[0].replaceAll(ROOT, ''));
        log(`${title} FAILED: ${error.message}`);
      }
    }
  }
  return results;
}

async function measureOnce({ command, file, sets, isHost }, python, signal) {
  warm(file);
  const folder = mkdtempSync(join(CACHE, 'output-'));
  try {
    const argv = command({ python, source: file.path, folder });
    const { seconds, rootMb, pythonMb, answer } = await measureProcess(argv, signal);
    checkAnswer(answer, file, sets);
    return isHost ? { seconds, hostMb: rootMb, pythonMb } : { seconds, pythonMb: rootMb };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A fast run that loses rows does not count. */
function checkAnswer({ rows_valid: valid, rows_quarantined: setAside = 0 }, { rows, badRows }, sets) {
  if (valid === undefined) return;
  const expected = { bad: badRows, all: rows }[sets] ?? 0;
  if (setAside !== expected) throw new Error(`rejected ${setAside} rows instead of ${expected}`);
  if (valid + setAside !== rows) throw new Error(`${valid} valid + ${setAside} rejected rows of ${rows}`);
}

function brief(run) {
  const { seconds, hostMb, pythonMb } = run;
  const memory = [hostMb && `host ${hostMb.toFixed(0)} MB`, pythonMb && `Python ${pythonMb.toFixed(0)} MB`];
  return [`${seconds.toFixed(2)} s`, ...memory.filter(Boolean)].join(', ');
}
