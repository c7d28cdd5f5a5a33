#!/usr/bin/env node
// Runs all checks of a change, starting from a bare clone. Stops at the first failed stage; extra arguments go to vitest.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { allEnded, run, stopAll } from './commands.mjs';
import { root } from './setup/root.mjs';

const npmRun = (script, ...args) => ['npm', ['run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])]];
const setUp = (...args) => [process.execPath, ['scripts/setup.mjs', ...args]];

const services = [
  ['set-up of services', ...setUp('--services')],
  // The services include ruff.
  ['lint of Python', ...npmRun('lint:python')],
];
const build = ['build', ...npmRun('build')];
// They need no services, and nothing waits for them. They use what the set-up and the tests leave of the processor.
const checks = [
  // Also reports type errors, in half the time of the compiler and the linter one after the other.
  ['lint and types', ...npmRun('lint')],
  ['format', ...npmRun('format:check')],
  ['import direction', ...npmRun('imports:check')],
  ['unused exports', ...npmRun('unused:check')],
];

const startedAt = Date.now();
let isStopping = false;
// Stay alive until the stages end, so that they can stop their servers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));

await runStage('set-up of packages', ...setUp(), { live: true });
const built = runLane([build]);
const checked = built.then(() => runLane(checks, { yields: true }));
await Promise.all([runLane(services), built]);
await Promise.all([runTests(process.argv.slice(2)), checked]);
console.log(`\nPASSED: everything in ${seconds(startedAt)}`);

/**
 * Tests wait for real processes and servers, with a time limit. In the parallel run, one in thousands may exceed it. Up to
 * three failed files are run once more alone and named, so that they can be fixed.
 */
async function runTests(args) {
  const folder = mkdtempSync(path.join(tmpdir(), 'casparian-tests-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const report = path.join(folder, 'report.json');
  // Without a terminal, print failures only.
  const reporter = ['--reporter', process.stdout.isTTY ? 'default' : 'minimal'];
  const withReport = [...reporter, '--reporter', 'json', '--outputFile.json', report];
  const again = () => {
    const files = failedFiles(report);
    return files.length >= 1 && files.length <= 3
      ? [`once more, alone: ${files.join(', ')}`, ...npmRun('test:unit', ...reporter, '--maxWorkers', '1', ...files)]
      : undefined;
  };
  await runStage('tests', ...npmRun('test:unit', ...withReport, ...args), { live: true, again });
}

function failedFiles(report) {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => path.relative(root, name));
}

async function runLane(stages, { yields = false } = {}) {
  for (const stage of stages) await runStage(...stage, { live: false, yields });
}

/** Prints the output of a stage immediately, or at its end if stages run in parallel. */
async function runStage(name, command, args, { live, again, yields }) {
  const stageStartedAt = Date.now();
  if (isStopping) process.exit(1);
  if (live) console.log(`\n── ${name}`);
  const { failure, output } = await run(command, args, { live, yields });
  if (!live) console.log(`\n── ${name}${output === '' ? '' : `\n${output.trimEnd()}`}`);
  const took = seconds(stageStartedAt);
  if (failure === undefined) return console.log(`── ${name}: ok in ${took}`);
  const secondChance = isStopping ? undefined : again?.();
  if (secondChance !== undefined) return runStage(...secondChance, { live });
  // After the first failure, the others were stopped.
  if (!isStopping) console.error(`\nFAILED at ${name}, after ${took}: ${[command, ...args].join(' ')} ${failure}`);
  stop('SIGTERM');
  // The tests stop their servers, which takes a moment.
  await allEnded({ withinMs: 30_000 });
  stopAll('SIGKILL');
  process.exit(1);
}

function stop(signal) {
  isStopping = true;
  stopAll(signal);
}

function seconds(sinceMs) {
  return `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;
}
