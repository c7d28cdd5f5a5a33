#!/usr/bin/env node
// Runs the tests of everything that is written in Python with each supported interpreter: npm run test:pythons [-- VERSION…]
// Reports interpreters that could not be obtained; fails if one of them was asked for.
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { makePythonEnvironment } from '../setup/python-environment.mjs';
import { installPythonTool } from '../setup/python-tools.mjs';
import { root } from '../setup/root.mjs';
import { obtainInterpreter } from './interpreter.mjs';
import { environmentsOfTests, isAtLeast, supportedPythons } from './versions.mjs';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((version) => !supportedPythons.includes(version));
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: not a supported version of Python. Supported: ${supportedPythons.join(', ')}`);
  process.exit(2);
}

const noUv = await installPythonTool('uv');
if (noUv !== undefined) {
  console.error(`uv is missing: it makes the environments.\n  why:  ${noUv}`);
  process.exit(1);
}
const results = [];
for (const version of wanted.length > 0 ? wanted : supportedPythons) results.push(await testPython(version));

console.log(`\n${results.map(({ version, text }) => `Python ${version.padEnd(4)}  ${text}`).join('\n')}`);
for (const { version, why } of results) if (why !== undefined) console.log(`\nPython ${version}: ${why}`);
const isMissing = results.some(({ state }) => state === 'missing');
const isFailed = results.some(({ state }) => state === 'failed') || results.every(({ state }) => state === 'missing');
process.exitCode = isFailed || (isMissing && wanted.length > 0) ? 1 : 0;

async function testPython(version) {
  console.log(`\n── Python ${version}`);
  const { path, origin, obstacles } = await obtainInterpreter(version);
  if (path === undefined)
    return { version, state: 'missing', text: 'NOT TESTED: it could not be obtained', why: obstacles.join('\n') };
  const folder = join(root, '.cache', 'pythons', version);
  const tested = [];
  for (const { name, since } of environmentsOfTests) {
    if (!isAtLeast(version, since)) continue;
    const obstacle = await makePythonEnvironment({ name, folder, python: path });
    if (obstacle !== undefined)
      return { version, state: 'failed', text: `FAILED: no environment ${name}`, why: obstacle };
    tested.push(name);
  }
  const seconds = runTests(folder);
  const about = `from ${origin}, ${tested.join(', ')}`;
  return seconds === undefined
    ? { version, state: 'failed', text: `FAILED (${about})` }
    : { version, state: 'passed', text: `passed in ${seconds} s (${about})` };
}

/** Returns how long they took, or undefined if they failed. */
function runTests(folder) {
  const startedAt = Date.now();
  // Task helpers are started as python3 from the PATH.
  const PATH = `${join(folder, 'bare', 'bin')}${delimiter}${process.env.PATH}`;
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { status, signal } = spawnSync(
    process.execPath,
    [vitest, 'run', '--config', 'vitest.pythons.config.ts', '--reporter', process.stdout.isTTY ? 'default' : 'minimal'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, PATH, CASPARIAN_TEST_PYTHONS: folder } },
  );
  if (signal !== null) process.exit(130);
  return status === 0 ? Math.round((Date.now() - startedAt) / 1000) : undefined;
}
