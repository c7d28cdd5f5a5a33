// What ships is bundled: Node opens some 20 files for a short command where it opened 400, and loading a module costs more
// than running it. `parser list` took 0.35 s of CPU before and takes 0.22 s now. Packages stay outside, except for Kysely
// and its 262 modules. Nothing is minified: that was not measurably faster, and a stack trace should be readable.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { root } from './setup/root.mjs';

const source = join(root, 'src');
const dist = join(root, 'dist');
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const doors = readdirSync(source).filter((module) => readdirSync(join(source, module)).includes('index.ts'));
const shim = 'parse/shims/node/bridge-shim';

// One build for all doors: they share their chunks, so that an error thrown behind one is known behind another.
const outputs = [
  ...(await bundled(['cli/main', 'cli/run', ...doors.map((module) => `${module}/index`)], { splitting: true })),
  // Runs in the parser's process, where each file more is waited for.
  ...(await bundled([shim], { splitting: false })),
];
for (const { path, contents } of outputs) writeAtOnce(path, contents);
removeAllBut(new Set(outputs.map(({ path }) => path)));

async function bundled(entries, { splitting }) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: entries.map((entry) => `src/${entry}.ts`),
    outbase: source,
    outdir: dist,
    chunkNames: 'bundled/[name]-[hash]',
    bundle: true,
    splitting,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: Object.keys(dependencies).filter((name) => name !== 'kysely'),
    legalComments: 'inline',
    logLevel: 'error',
    write: false,
    plugins: [keepPlace(dirname(entries[0]))],
  });
  return outputFiles;
}

/**
 * A module finds the files it ships with by its own address, so it keeps that of its unbundled self. Bundles and chunks
 * all lie as deep as `folder`, so one relative path is right from any of them.
 */
function keepPlace(folder) {
  return {
    name: 'keep-place',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        if (!text.includes('import.meta.url')) return undefined;
        const place = relative(join(source, folder), path).replaceAll('\\', '/').replace(/ts$/, 'js');
        const address = `new URL('${place.startsWith('.') ? place : `./${place}`}', import.meta.url).href`;
        return { contents: text.replaceAll('import.meta.url', address), loader: 'ts' };
      }),
  };
}

/** A command that runs meanwhile finds the old file or the new one, never half of it. */
function writeAtOnce(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, contents);
  renameSync(draft, path);
}

/** An earlier build's chunks would be packed as well. */
function removeAllBut(current) {
  for (const name of readdirSync(dist, { recursive: true })) {
    const path = join(dist, name);
    if (/\.(js|js\.map|d\.ts\.map)$/.test(name) && !current.has(path)) rmSync(path);
  }
}
