#!/usr/bin/env node
// Builds dist: types with the compiler, and meanwhile the program and the dashboard, which need no types.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './setup/root.mjs';

// Version 7 needs a quarter of the CPU time, but has no programming interface yet: tools that need one use version 5.
const compiler = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');
const types = spawn(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
const compiled = once(types, 'close');
await import('./copy-shims.mjs');
await import('./bundle/bundle.mjs');
await import('./build-dashboard.mjs');
const [code] = await compiled;
process.exitCode = code ?? 1;
