/** Measures the cases in turns, so that a slow minute of the machine affects all of them; each in its own processes. */
export async function measureAll(chosen, bench) {
  const { amounts, signal, log } = bench;
  const results = chosen.map((one) => ({ ...one, runs: [], failures: [] }));
  for (let round = 1; round <= amounts.repeat; round++) {
    for (const result of results) {
      const title = `${result.id} (${round}/${amounts.repeat})`;
      try {
        const run = await measureOnce(result, bench);
        result.runs.push(run);
        log(`${title}: ${brief(run)}`);
      } catch (error) {
        signal.throwIfAborted();
        result.failures.push(error.message.split('\n')[0]);
        log(`${title} FAILED: ${error.message}`);
      }
    }
  }
  return results;
}

async function measureOnce({ measure, measureStartUp }, bench) {
  const startUp = await measureStartUp?.(bench);
  const run = await measure(bench);
  if (startUp === undefined) return run;
  return { ...run, startUp: startUp.seconds, work: Math.max(0, run.seconds - startUp.seconds) };
}

function brief({ seconds, startUp, cpuMs }) {
  const parts = [
    `${seconds.toFixed(2)} s`,
    startUp && `start-up ${startUp.toFixed(2)} s`,
    cpuMs && `${cpuMs.toFixed(0)} ms CPU`,
  ];
  return parts.filter(Boolean).join(', ');
}
