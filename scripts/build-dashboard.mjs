#!/usr/bin/env node
// Builds dist/dashboard with Vite, unless nothing changed since the last build: it takes seconds, and most changes are elsewhere.
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './setup/root.mjs';

const built = join(root, 'dist', 'dashboard', 'index.html');
const sources = ['dashboard', 'src/client', 'package-lock.json'].map((path) => join(root, path));

if (!existsSync(built) || newest(sources) > statSync(built).mtimeMs) {
  const startedAt = new Date();
  await build({ configFile: join(root, 'dashboard', 'vite.config.ts'), logLevel: 'warn' });
  // What changes during the build is built next time.
  utimesSync(built, startedAt, startedAt);
}

function newest(paths) {
  return Math.max(...paths.flatMap(filesIn).map((path) => statSync(path).mtimeMs));
}

/** Folders too: their time changes when a file is removed. */
function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true });
  return [path, ...names.map((name) => join(path, name))];
}
