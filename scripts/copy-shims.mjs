#!/usr/bin/env node
// Our Python, and what a thread begins with, are shipped as they are: the compiler takes only what it understands.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/root.mjs';

for (const folder of ['parse/shims/python', 'pipeline/registry/describe/python']) {
  cpSync(join(root, 'src', folder), join(root, 'dist', folder), {
    recursive: true,
    filter: (path) => !path.includes('__pycache__') && !path.endsWith('.ts'),
  });
}

cpSync(join(root, 'src/pipeline/files/hash-thread.mjs'), join(root, 'dist/pipeline/files/hash-thread.mjs'));
