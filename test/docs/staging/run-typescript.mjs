// Runs a TypeScript program: bundles it with the files of its folder, but not with packages.
import { build } from 'esbuild';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

const [program] = process.argv.slice(2);
const outfile = resolve(`${program}.mjs`);
await build({ entryPoints: [program], outfile, bundle: true, packages: 'external', format: 'esm', platform: 'node' });
await import(pathToFileURL(outfile).href);
