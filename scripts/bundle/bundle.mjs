// Bundles the package. Node then opens about 40 files for a short command instead of 400, and loading a module costs more
// than running it: `parser list` took 0.36 s of CPU without bundling and takes 0.22 s with it. Nothing is minified: this
// was not measurably faster, and stack traces should be readable.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { root } from '../setup/root.mjs';
import { withDirectImports } from './direct-imports.mjs';

const source = join(root, 'src');
const dist = join(root, 'dist');

// Pure JavaScript packages are bundled and not installed with ours. Loading fewer files made `run` a third faster (Arrow alone
// has 150 modules), and users install 15 MB and 50 packages less. Native packages, and those that users share with us, are
// dependencies.
const bundledPackages = readJson('scripts/bundle/bundled-packages.json');
const { dependencies, optionalDependencies, devDependencies } = readJson('package.json');
const external = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });

// The client is bundled by itself: it works in browsers, so it must not share a chunk with code for Node.
const doors = readdirSync(source).filter(
  (module) => module !== 'client' && readdirSync(join(source, module)).includes('index.ts'),
);
const shim = 'bridge/shims/node/bridge-shim';
const launcher = 'process/launcher/launcher-process';

/** The bundled packages and their dependencies. */
const shippedPackages = new Set();
// One build for all entry points: they share chunks, so an error class has the same identity in all of them.
const outputs = [
  ...(await bundled(
    ['cli/main', 'cli/run', 'parse/reader-thread', 'parse/reader-process', ...doors.map((module) => `${module}/index`)],
    {
      packages: bundledPackages,
    },
  )),
  // Runs in the parser's process. Arrow is a separate chunk, because few parsers need ours.
  ...(await bundled([shim], { packages: ['apache-arrow'] })),
  // Runs in a separate process, which should be small.
  ...(await bundled([launcher], { packages: [] })),
  ...(await bundled(['client/index'], { packages: [], platform: 'neutral' })),
];
outputs.push({
  path: join(dist, 'bundled', 'LICENSES.txt'),
  contents: [...shippedPackages].sort().map(licenseOf).join('\n'),
});
for (const { path, contents } of outputs) writeAtOnce(path, contents);
removeAllBut(new Set(outputs.map(({ path }) => path)));

async function bundled(entries, { packages, platform = 'node' }) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries.map((entry) => `src/${entry}.ts`),
    outbase: source,
    outdir: dist,
    chunkNames: 'bundled/[name]-[hash]',
    bundle: true,
    splitting: true,
    platform,
    format: 'esm',
    target: platform === 'node' ? 'node20' : 'es2022',
    external: external.filter((name) => !packages.includes(name)),
    legalComments: 'inline',
    logLevel: 'error',
    write: false,
    metafile: true,
    plugins: [ourModules(dirname(entries[0])), withoutFormValidator()],
  });
  for (const input of Object.keys(metafile.inputs)) {
    const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\/[^:]*$/.exec(input) ?? [];
    if (name !== undefined) shippedPackages.add(name);
  }
  return outputFiles.map(({ path, text }) => ({ path, contents: withRequire(text) }));
}

/** Bundled CommonJS modules load Node's modules with `require`, which an ES module has to create. */
function withRequire(text) {
  if (!text.includes('typeof require !== "undefined" ? require')) return text;
  return `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n${text}`;
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function licenseOf(name) {
  const folder = join(root, 'node_modules', name);
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  // Some packages name their license in package.json only.
  if (file !== undefined) return `${name}\n\n${readFileSync(join(folder, file), 'utf8')}`;
  const { author, license } = readJson(`node_modules/${name}/package.json`);
  return `${name}\n\nCopyright (c) ${author?.name ?? author}, ${license} license\n`;
}

/**
 * Modules locate the files they ship with relative to `import.meta.url`, so each module keeps the URL of its unbundled
 * file. All bundles and chunks are as deep as `folder`, so one relative path through `dist` works for all of them. Imports go to the files that
 * define a name.
 */
function ourModules(folder) {
  const up = '../'.repeat(folder.split('/').length);
  return {
    name: 'our-modules',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (!path.startsWith(source)) return undefined;
        const text = withDirectImports(path, readFileSync(path, 'utf8'));
        const place = relative(source, path).replaceAll('\\', '/').replace(/ts$/, 'js');
        const address = `new URL('${up}${place}', import.meta.url).href`;
        return { contents: text.replaceAll('import.meta.url', address), loader: 'ts' };
      }),
  };
}

/**
 * The SDK of MCP has a validator of JSON Schema for forms that a server asks its client to fill in. Ours asks for none. Without it, the
 * package is 290 KB smaller.
 */
function withoutFormValidator() {
  const contents = `export { default as process } from 'node:process';
export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('This server validates no forms');
  }
}`;
  return {
    name: 'without-form-validator',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
        path: 'shims',
        namespace: 'mcp-shims',
      }));
      onLoad({ filter: /.*/, namespace: 'mcp-shims' }, () => ({ contents, loader: 'js' }));
    },
  };
}

/** Renames into place: a command that is running meanwhile sees the old file or the new one, never a partial one. */
function writeAtOnce(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, contents);
  renameSync(draft, path);
}

/** Removes chunks and types of earlier builds, which would be packed as well. */
function removeAllBut(current) {
  for (const name of readdirSync(dist, { recursive: true })) {
    // The dashboard is built by Vite.
    if (/^dashboard\b/.test(name)) continue;
    const path = join(dist, name);
    const isStale = name.endsWith('.d.ts')
      ? !existsSync(join(source, name.replace(/d\.ts$/, 'ts')))
      : /\.(js|map)$/.test(name) && !current.has(path);
    if (isStale) rmSync(path, { force: true });
  }
}
