#!/usr/bin/env node
// Everything a change must pass, from a bare clone. Stops at the first stage that fails; extra arguments go to vitest.
import { spawn } from 'node:child_process';
import { root } from './setup/root.mjs';

const npmRun = (script, ...args) => ['npm', ['run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])]];
const setUp = (...args) => [process.execPath, ['scripts/setup.mjs', ...args]];

// Compiling SQLite keeps one core busy for a minute and a half. What looks at the code needs neither SQLite nor the
// services, and is done on the other core meanwhile.
const lanes = [
  [['set-up of SQLite and services', ...setUp('--services')]],
  [
    ['build', ...npmRun('build')],
    ['lint', ...npmRun('lint')],
    ['format', ...npmRun('format:check')],
    ['types', ...npmRun('typecheck')],
    ['import direction', ...npmRun('imports:check')],
  ],
];

const startedAt = Date.now();
const running = new Set();
// The terminal sends Ctrl-C to the stages as well; staying alive until they end lets them stop their servers first.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopAll(signal));

await runStage('set-up of packages', ...setUp('--packages'), { live: true });
await Promise.all(lanes.map(runLane));
await runStage('tests', ...npmRun('test:unit', ...process.argv.slice(2)), { live: true });
console.log(`\nPASSED: everything in ${seconds(startedAt)}`);

async function runLane(stages) {
  for (const stage of stages) await runStage(...stage, { live: false });
}

/** Shows a stage's words as they come, or together at its end when it shares the time with others. */
async function runStage(name, command, args, { live }) {
  const stageStartedAt = Date.now();
  if (live) console.log(`\n── ${name}`);
  const { failure, output } = await run(command, args, live);
  if (!live) console.log(`\n── ${name}${output === '' ? '' : `\n${output.trimEnd()}`}`);
  const took = seconds(stageStartedAt);
  if (failure === undefined) return console.log(`── ${name}: ok in ${took}`);
  console.error(`\nFAILED at ${name}, after ${took}: ${[command, ...args].join(' ')} ${failure}`);
  stopAll('SIGTERM');
  process.exit(1);
}

/** Answers what the stage said, unless it said it itself, and how it failed, or undefined. */
function run(command, args, live) {
  return new Promise((resolve) => {
    const stdio = live ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd: root, stdio, shell: process.platform === 'win32' });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    running.add(child);
    const finish = (failure) => {
      running.delete(child);
      resolve({ failure, output });
    };
    child.once('error', (error) => finish(`could not start: ${error.message}`));
    child.once('close', (code, signal) => finish(code === 0 ? undefined : `ended with ${signal ?? `code ${code}`}`));
  });
}

function stopAll(signal) {
  for (const child of running) child.kill(signal);
}

function seconds(sinceMs) {
  return `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;
}
