#!/usr/bin/env node
// Lints the Python files and checks their format: npm run lint:python [-- --fix]
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pythonTool } from './setup/python-tools.mjs';
import { root } from './setup/root.mjs';

const ruff = pythonTool('ruff');
const fixes = process.argv.includes('--fix');
const commands = fixes ? [['check', '--fix'], ['format']] : [['check'], ['format', '--diff']];

if (existsSync(ruff)) {
  const results = commands.map((args) => spawnSync(ruff, [...args, '--quiet'], { cwd: root, stdio: 'inherit' }));
  process.exitCode = results.every(({ status }) => status === 0) ? 0 : 1;
} else {
  console.warn('SKIPPED: ruff is not installed (npm run setup -- --services installs it)');
}
