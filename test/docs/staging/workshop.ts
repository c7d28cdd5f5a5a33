import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { copyFile, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Afterwards, temporaryFolder } from '../../cli/store.js';
import { pythonWith } from '../../parse/python-environments.js';

/** A machine with `casparian` on its PATH, on which pages are followed, each with a folder and a home of its own. */
export interface Workshop {
  /** Runs the commands; what it says itself is about its own end. */
  readonly server: ChildProcessByStdio<null, null, Readable>;
  /** Where the next page is followed. Packages that programs of a page import are installed beside it. */
  emptyFolder(): Promise<string>;
  /** The variables of the shell in that folder. */
  env(): Record<string, string>;
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Where there is a Python that starts without detours, it is the one. */
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

/** What `npm install casparian zod tsx …` leaves in a folder. */
async function install(folder: string): Promise<void> {
  await mkdir(folder);
  await symlink(ROOT, join(folder, 'casparian'));
  const packages = ['zod', 'tsx', 'pg', 'better-sqlite3', '@types'];
  await Promise.all(packages.map((name) => symlink(join(ROOT, 'node_modules', name), join(folder, name))));
}

function here(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
