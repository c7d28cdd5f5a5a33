import { copyFile, mkdir, readdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const bundles = new Map<string, Promise<string>>();

/** Bundles a fixture with the sources: a process that compiles them itself takes 1.7 s to start, this one 0.5 s. */
export function bundled(file: string): Promise<string> {
  let program = bundles.get(file);
  if (!program) bundles.set(file, (program = bundleOnce(file)));
  return program;
}

async function bundleOnce(file: string): Promise<string> {
  // Two folders below package.json, like the sources, which read it from there.
  const folder = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
  const outfile = join(folder, `program-${basename(file, '.ts')}.mjs`);
  // In the folder of the code that starts it.
  const launcher = fileURLToPath(new URL('../../src/process/launcher/launcher-process.ts', import.meta.url));
  await bundle(launcher, join(folder, 'launcher-process.mjs'));
  await copyScripts(join(dirname(launcher), 'python'), join(folder, 'python'));
  await bundle(file, outfile);
  return outfile;
}

async function copyScripts(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of (await readdir(from)).filter((one) => one.endsWith('.py'))) {
    const draft = join(to, `${name}.${process.pid}`);
    await copyFile(join(from, name), draft);
    await rename(draft, join(to, name));
  }
}

/** Renamed into place: another test process may be running the same file. */
async function bundle(entryPoint: string, outfile: string): Promise<void> {
  const draft = `${outfile}.${process.pid}`;
  await build({
    ...{ entryPoints: [entryPoint], outfile: draft, bundle: true },
    ...{ packages: 'external', platform: 'node', format: 'esm' },
  });
  await rename(draft, outfile);
}
