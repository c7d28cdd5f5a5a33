import { spawn } from 'node:child_process';
import { rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';

/** A fixture that runs as a process of its own and talks in lines of JSON. */
export interface Program {
  readonly pid: number;
  /** The next line it says, parsed. Rejects when it ends without saying one. */
  nextLine(): Promise<unknown>;
  kill(signal: NodeJS.Signals): void;
  /** How it ended, and what it said on stderr. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; stderr: string }>;
}

/** Starts `file` (a URL relative to the caller's import.meta.url), to be killed at the end of the test at the latest. */
export async function startProgram(file: URL, args: readonly string[]): Promise<Program> {
  const child = spawn(process.execPath, [await bundled(fileURLToPath(file)), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stderr,
  }));
  return {
    pid: child.pid!,
    async nextLine() {
      const line = await lines.next();
      if (line.done) throw new Error(`the program ended without another word\n${(await ended).stderr}`);
      return JSON.parse(line.value) as unknown;
    },
    kill: (signal) => void child.kill(signal),
    ended,
  };
}

const bundles = new Map<string, Promise<string>>();

/** The fixture and our sources as one file: a process that compiles them itself takes 1.7 s to start, this one 0.5 s. */
function bundled(file: string): Promise<string> {
  let program = bundles.get(file);
  if (!program) bundles.set(file, (program = bundleOnce(file)));
  return program;
}

async function bundleOnce(file: string): Promise<string> {
  // Two folders below package.json, as the sources are, which read it from there.
  const folder = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url));
  const outfile = join(folder, `program-${basename(file, '.ts')}.mjs`);
  // Run from beside the code that starts it.
  const launcher = fileURLToPath(new URL('../../../src/process/launcher/launcher-process.ts', import.meta.url));
  await bundle(launcher, join(folder, 'launcher-process.mjs'));
  await bundle(file, outfile);
  return outfile;
}

/** There at once or not at all: another process of the tests may be running the same file. */
async function bundle(entryPoint: string, outfile: string): Promise<void> {
  const draft = `${outfile}.${process.pid}`;
  await build({
    ...{ entryPoints: [entryPoint], outfile: draft, bundle: true },
    ...{ packages: 'external', platform: 'node', format: 'esm' },
  });
  await rename(draft, outfile);
}
