// What ships is bundled: Node opens some 40 files for a short command where it opened 400, and loading a module costs more
// than running it. `parser list` took 0.36 s of CPU before and takes 0.22 s now. Nothing is minified: that was not
// measurably faster, and a stack trace should be readable.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { root } from './setup/root.mjs';

const source = join(root, 'src');
const dist = join(root, 'dist');
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

// Plain JavaScript that most commands load. Taking these in as well took a third off `run` (Arrow alone is 150 modules)
// and a fifth off `parser register`. What is native, or finds its own files by their place, stays outside.
const TAKEN_IN = [
  '@duckdb/node-api',
  'acorn',
  'apache-arrow',
  'commander',
  'croner',
  'hyparquet',
  'hyparquet-writer',
  'kysely',
  'picomatch',
  'smol-toml',
  'tinyglobby',
  'yauzl',
  'yazl',
];

const doors = readdirSync(source).filter((module) => readdirSync(join(source, module)).includes('index.ts'));
const shim = 'bridge/shims/node/bridge-shim';
const launcher = 'process/launcher/launcher-process';

/** Those taken in, and those they brought. */
const packages = new Set();
// One build for all doors: they share their chunks, so that an error thrown behind one is known behind another.
const outputs = [
  ...(await bundled(
    ['cli/main', 'cli/run', 'parse/reader-thread', 'parse/reader-process', ...doors.map((module) => `${module}/index`)],
    {
      splitting: true,
      takenIn: TAKEN_IN,
    },
  )),
  // Runs in the parser's process, where most do without the packages.
  ...(await bundled([shim], { splitting: false, takenIn: [] })),
  // Runs in a process of its own, which is to be small.
  ...(await bundled([launcher], { splitting: false, takenIn: [] })),
];
outputs.push({ path: join(dist, 'bundled', 'LICENSES.txt'), contents: [...packages].sort().map(licenseOf).join('\n') });
for (const { path, contents } of outputs) writeAtOnce(path, contents);
removeAllBut(new Set(outputs.map(({ path }) => path)));

async function bundled(entries, { splitting, takenIn }) {
  const { outputFiles, metafile } = await build({
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
    external: Object.keys(dependencies).filter((name) => !takenIn.includes(name)),
    legalComments: 'inline',
    logLevel: 'error',
    write: false,
    metafile: true,
    plugins: [keepPlace(dirname(entries[0]))],
  });
  for (const input of Object.keys(metafile.inputs)) {
    const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\/[^:]*$/.exec(input) ?? [];
    if (name !== undefined) packages.add(name);
  }
  return outputFiles.map(({ path, text }) => ({ path, contents: withRequire(text) }));
}

/** CommonJS that was taken in still asks for Node's own modules by `require`, which an ES module has to make first. */
function withRequire(text) {
  if (!text.includes('typeof require !== "undefined" ? require')) return text;
  return `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n${text}`;
}

function licenseOf(name) {
  const folder = join(root, 'node_modules', name);
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  return `${name}\n\n${readFileSync(join(folder, file), 'utf8')}`;
}

/**
 * A module finds the files it ships with by its own address, so it keeps that of its unbundled self. Bundles and chunks
 * all lie as deep as `folder`, so one relative path, by way of `dist`, is right from any of them.
 */
function keepPlace(folder) {
  const up = '../'.repeat(folder.split('/').length);
  return {
    name: 'keep-place',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        if (!text.includes('import.meta.url')) return undefined;
        const place = relative(source, path).replaceAll('\\', '/').replace(/ts$/, 'js');
        const address = `new URL('${up}${place}', import.meta.url).href`;
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

/** What an earlier build left would be packed as well: its chunks, and the types of files that are gone. */
function removeAllBut(current) {
  for (const name of readdirSync(dist, { recursive: true })) {
    const path = join(dist, name);
    const isStale = name.endsWith('.d.ts')
      ? !existsSync(join(source, name.replace(/d\.ts$/, 'ts')))
      : /\.(js|map)$/.test(name) && !current.has(path);
    if (isStale) rmSync(path, { force: true });
  }
}
