#!/usr/bin/env node
// Copies the files that the compiler ignores: Python shims, help pages and the entry file of threads.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/root.mjs';

const FOLDERS = ['cli/help/pages', 'bridge/shims/python', 'pipeline/registry/describe/python', 'tasks/helpers/python'];

for (const folder of FOLDERS) {
  cpSync(join(root, 'src', folder), join(root, 'dist', folder), {
    recursive: true,
    filter: (path) => !path.includes('__pycache__') && !path.endsWith('.ts'),
  });
}

const material = 'app/demo/material';
cpSync(join(root, 'src', material), join(root, 'dist', material), { recursive: true });

const thread = 'pipeline/files/hash-thread.mjs';
cpSync(join(root, 'src', thread), join(root, 'dist', thread));
