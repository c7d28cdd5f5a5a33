#!/usr/bin/env node
// The Python shim is shipped as it is: the compiler takes only what it understands.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/root.mjs';

cpSync(join(root, 'src/parse/shims/python'), join(root, 'dist/parse/shims/python'), {
  recursive: true,
  filter: (path) => !path.includes('__pycache__'),
});
