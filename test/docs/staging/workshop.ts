import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { copyFile, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Afterwards, temporaryFolder } from '../../cli/store.js';
import { pythonWith } from '../../parse/python-environments.js';

/** An environment with `casparian` on the PATH, in which pages are followed, each with its own folder and home. */
export interface Workshop {
  /** Runs the commands; it prints only when it fails. */
  readonly server: ChildProcessByStdio<null, null, Readable>;
  /** Creates the folder for the next page. The packages that its programs import are in a parent folder. */
  emptyFolder(): Promise<string>;
  /** The environment variables of the shell in that folder. */
  env(): Record<string, string>;
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Prefers a Python that starts without wrapper scripts. */
const PYTHON = [pythonWith('bare')].flatMap((program) => (program ? [dirname(program)] : []));

export async function openWorkshop(afterwards: Afterwards = onTestFinished): Promise<Workshop> {
  const place = await temporaryFolder(afterwards);
  const bin = join(place, 'bin');
  await mkdir(bin);
  for (const name of ['casparian', 'node']) await copyFile(here(`${name}.sh`), join(bin, name));
  execFileSync('sh', ['-c', 'chmod +x "$0"/* && mkfifo "$0/request" "$0/answer"', bin]);
  await install(join(place, 'node_modules'));
  const server = spawn(process.execPath, [here('cli-server.mjs'), bin], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  afterwards(async () => void server.kill('SIGKILL'));
  let pages = 0;
  const emptyFolder = async (): Promise<string> => {
    const folder = join(place, `page-${++pages}`, 'work');
    await mkdir(folder, { recursive: true });
    return folder;
  };
  const env = (): Record<string, string> => {
    const own = join(place, `page-${pages}`);
    const PATH = [bin, ...PYTHON, process.env['PATH']].join(':');
    const forPrograms = { NODE: process.execPath, RUN_TYPESCRIPT: here('run-typescript.mjs'), CLI_SERVER: bin };
    return { PATH, HOME: own, CASPARIAN_HOME: join(own, 'home'), ...forPrograms };
  };
  return { server, emptyFolder, env };
}

/** Creates what `npm install casparian zod tsx …` installs. */
async function install(folder: string): Promise<void> {
  await mkdir(folder);
  await symlink(ROOT, join(folder, 'casparian'));
  const packages = ['zod', 'tsx', 'pg', '@types'];
  await Promise.all(packages.map((name) => symlink(join(ROOT, 'node_modules', name), join(folder, name))));
}

function here(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
