#!/usr/bin/env node
// Runs the smoke suite (vitest.nodes.config.ts) on the supported versions of Node that this machine does not have:
// npm run test:nodes -- [MAJOR…]. npm has their binaries; they are kept in .cache/nodes.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { root } from './setup/root.mjs';

const MAJORS = ['22', '24', '26'];
const chosen = process.argv.slice(2);
const results = (chosen.length > 0 ? chosen : MAJORS).map(runOn);
for (const { version, ok, seconds } of results)
  console.log(`${ok ? 'PASSED' : 'FAILED'}: Node ${version} in ${seconds} s`);
if (results.some(({ ok }) => !ok)) process.exitCode = 1;

function runOn(major) {
  const startedAt = Date.now();
  const node = installNode(major);
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  console.log(`\n── Node ${version}`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--config', 'vitest.nodes.config.ts', '--reporter', 'minimal'];
  // Programs that the tests start by the name `node`, such as npm, use the same version.
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  const { status, signal } = spawnSync(node, args, { cwd: root, stdio: 'inherit', env });
  if (signal !== null) process.exit(130);
  return { version, ok: status === 0, seconds: Math.round((Date.now() - startedAt) / 1000) };
}

/** The newest release of this major version. Returns the path of its program. */
function installNode(major) {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(root, '.cache', 'nodes', major);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const { status } = spawnSync('npm', ['install', '--ignore-scripts', '--no-save', `${name}@${major}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm could not install ${name}@${major}`);
  return join(folder, 'node_modules', name, 'bin', 'node');
}
