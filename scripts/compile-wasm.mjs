#!/usr/bin/env node
// Compiles the loops that are written in the WebAssembly text format: `npm run wasm`. The results are small and checked in.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import wabt from 'wabt';
import { root } from './setup/root.mjs';

const SOURCES = [
  'src/contract/cast/fast/loops/loops.wat',
  'src/contract/outputs/parquet/deltas/deltas.wat',
  'src/tables/delimited/read/plain/plain.wat',
  'src/tables/infer/profile/runs/runs.wat',
];

const { parseWat } = await wabt();
for (const source of SOURCES) {
  const name = source.slice(source.lastIndexOf('/') + 1, -'.wat'.length);
  const text = parseWat(`${name}.wat`, readFileSync(join(root, source), 'utf8'), { simd: true });
  const code = Buffer.from(text.toBinary({}).buffer).toString('base64');
  writeFileSync(
    join(root, dirname(source), `${name}-wasm.ts`),
    `// Compiled from ${name}.wat by \`npm run wasm\`; a test compares the two.\nexport const ${name.toUpperCase()}_WASM =\n  '${code}';\n`,
  );
}
