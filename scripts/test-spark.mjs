#!/usr/bin/env node
// Reads Delta tables with Spark: `npm run test:spark`. Needs Java 8 to 17 and Maven; downloads 330 MB once, into .cache.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makePythonEnvironment } from './setup/python-environment.mjs';
import { root } from './setup/root.mjs';

const jars = join(root, '.cache', 'spark');
const artifacts = ['io.delta:delta-spark_2.12:3.3.2', 'io.delta:delta-storage:3.3.2'];

const folder = join(root, '.cache', 'python');
const obstacle = await makePythonEnvironment({ name: 'spark', folder, python: 'python3' });
if (obstacle !== undefined) throw new Error(obstacle);
for (const artifact of artifacts) {
  const [, name, version] = artifact.split(':');
  if (existsSync(join(jars, `${name}-${version}.jar`))) continue;
  run('mvn', ['-q', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${jars}`]);
}
run('npx', ['vitest', 'run', '--config', 'vitest.spark.config.ts']);

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', cwd: root });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
