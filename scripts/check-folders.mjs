#!/usr/bin/env node
// Fails if sibling folders import each other, directly or through others. Files directly in the parent folder are not
// counted: they combine the folders.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { root } from './setup/root.mjs';

const source = join(root, 'src');
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

const cycles = foldersBelow(source).flatMap(cyclesAmongChildren);
for (const { parent, path } of cycles) console.error(`${parent}: ${path.join(' → ')}`);
if (cycles.length > 0) {
  console.error(
    `\n${cycles.length} folder cycles. Move what both folders need into a third one, or merge the folders.`,
  );
  process.exitCode = 1;
}

function foldersBelow(folder) {
  const children = readdirSync(folder).map((name) => join(folder, name));
  return [folder, ...children.filter((path) => statSync(path).isDirectory()).flatMap(foldersBelow)];
}

/** `npm run imports:check` checks the imports between modules. */
function cyclesAmongChildren(parent) {
  if (parent === source) return [];
  const graph = new Map();
  for (const file of filesBelow(parent)) {
    const from = childOf(parent, file);
    if (from === undefined) continue;
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const to = childOf(parent, join(dirname(file), specifier));
      if (to === undefined || to === from) continue;
      if (!graph.has(from)) graph.set(from, new Set());
      graph.get(from).add(to);
    }
  }
  return [...graph.keys()]
    .map((start) => shortestCycle(graph, start))
    .filter((path) => path !== undefined && path[0] === [...path].sort()[0])
    .map((path) => ({ parent: relative(root, parent), path }));
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

/** The folder directly below `parent` that holds `path`. */
function childOf(parent, path) {
  const [first, ...rest] = relative(parent, path).split(sep);
  return first === '..' || rest.length === 0 ? undefined : first;
}

function shortestCycle(graph, start) {
  const queue = [[start]];
  const seen = new Set();
  for (const path of queue) {
    for (const next of graph.get(path.at(-1)) ?? []) {
      if (next === start) return [...path, start];
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push([...path, next]);
    }
  }
  return undefined;
}
