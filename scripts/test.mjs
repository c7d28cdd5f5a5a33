#!/usr/bin/env node
// Everything a change must pass, from a bare clone. Stops at the first stage that fails; extra arguments go to vitest.
import { spawn } from 'node:child_process';
import { root } from './setup/root.mjs';

const npmRun = (script, ...args) => ['npm', ['run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])]];
const stages = [
  ['set-up', process.execPath, ['scripts/setup.mjs', '--services']],
  ['build', ...npmRun('build')],
  ['lint', ...npmRun('lint')],
  ['format', ...npmRun('format:check')],
  ['types', ...npmRun('typecheck')],
  ['import direction', ...npmRun('imports:check')],
  ['tests', ...npmRun('test:unit', ...process.argv.slice(2))],
];

const startedAt = Date.now();
for (const [index, [name, command, args]] of stages.entries()) {
  console.log(`\n── ${index + 1}/${stages.length} ${name}`);
  const stageStartedAt = Date.now();
  const failure = await runStage(command, args);
  const took = seconds(stageStartedAt);
  if (failure !== undefined) {
    console.error(
      `\nFAILED at stage ${index + 1}/${stages.length}, ${name}, after ${took}: ${[command, ...args].join(' ')} ${failure}`,
    );
    process.exit(1);
  }
  console.log(`── ${name}: ok in ${took}`);
}
console.log(`\nPASSED: all ${stages.length} stages in ${seconds(startedAt)}`);

/** Answers how the stage failed, or undefined. */
function runStage(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
    // The terminal sends Ctrl-C to the stage as well; staying alive until it ends lets it stop its servers first.
    const forward = (signal) => child.kill(signal);
    process.on('SIGINT', forward).on('SIGTERM', forward);
    const finish = (failure) => {
      process.off('SIGINT', forward).off('SIGTERM', forward);
      resolve(failure);
    };
    child.once('error', (error) => finish(`could not start: ${error.message}`));
    child.once('close', (code, signal) => finish(code === 0 ? undefined : `ended with ${signal ?? `code ${code}`}`));
  });
}

function seconds(sinceMs) {
  return `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;
}
