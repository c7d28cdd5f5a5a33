#!/usr/bin/env node
// Runs the property tests with new random cases in each round: npm run test:properties -- [ROUNDS] [FILE…]
// `npm test` always uses the same cases. To repeat a failed round: PROPERTY_SEED=… npm run test:unit -- FILE…
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './setup/root.mjs';

const [rounds = '10', ...chosen] = process.argv.slice(2);
const files = chosen.length > 0 ? chosen : propertyTests();
const failed = [];

for (let round = 1; round <= Number(rounds); round++) {
  const seed = randomInt(2 ** 31);
  console.log(`\n── round ${round} of ${rounds}: PROPERTY_SEED=${seed}`);
  const { status, signal } = spawnSync('npx', ['vitest', 'run', '--reporter=minimal', ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PROPERTY_SEED: String(seed) },
  });
  if (signal !== null) process.exit(130);
  if (status !== 0) failed.push(seed);
}
if (failed.length > 0) {
  console.error(`\nFAILED: ${failed.length} of ${rounds} rounds, with PROPERTY_SEED=${failed.join(', ')}`);
  process.exit(1);
}
console.log(`\nPASSED: ${rounds} rounds of ${files.length} files`);

function propertyTests() {
  return readdirSync(path.join(root, 'test'), { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => path.join('test', name))
    .filter((name) => readFileSync(path.join(root, name), 'utf8').includes("from 'fast-check'"));
}
