#!/usr/bin/env node
// Our Python, the pages of help and what a thread begins with are shipped as they are: the compiler takes only what it knows.
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
