#!/usr/bin/env node
// Compiles the loops that are written in the WebAssembly text format: `npm run wasm`. The result is small and checked in.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import wabt from 'wabt';
import { root } from './setup/root.mjs';

const folder = join(root, 'src/tables/delimited/read/plain');
const { parseWat } = await wabt();
const text = parseWat('plain.wat', readFileSync(join(folder, 'plain.wat'), 'utf8'), { simd: true });
const code = Buffer.from(text.toBinary({}).buffer).toString('base64');
writeFileSync(
  join(folder, 'plain-wasm.ts'),
  `// Compiled from plain.wat by \`npm run wasm\`; a test compares the two.\nexport const PLAIN_WASM =\n  '${code}';\n`,
);
