import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

interface PackedFile {
  readonly path: string;
  readonly size: number;
}

export interface Packed {
  readonly tarball: string;
  readonly bytes: number;
  readonly files: readonly PackedFile[];
}

/** A folder in which the package is installed, with an empty home. */
export interface Installation {
  readonly folder: string;
  /** Runs a program in the folder; `casparian` is the installed one. */
  call(program: string, args: readonly string[]): Promise<{ stdout: string; stderr: string }>;
  remove(): Promise<void>;
}

/** Packs the build and installs it with npm, which runs no install script of any package. */
export async function installPackage(): Promise<Installation> {
  const place = await mkdtemp(join(tmpdir(), 'casparian-package-'));
  const folder = join(place, 'app');
  const home = join(place, 'home');
  for (const each of [folder, home]) await mkdir(each);
  const env = { PATH: process.env['PATH'], HOME: home, CASPARIAN_HOME: join(home, '.casparian') };
  const packed = await pack(place);
  // Without a prefix, npm installs into the nearest folder above that has a package.json.
  const flags = ['--prefix', folder, '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...flags, packed.tarball], { cwd: folder, env: npmEnv(home) });
  return {
    folder,
    call: (program, args) =>
      program === 'casparian'
        ? run(process.execPath, [join(folder, 'node_modules/casparian/dist/cli/main.js'), ...args], {
            cwd: folder,
            env,
          })
        : run(program, args, { cwd: folder, env }),
    remove: () => rm(place, { recursive: true, force: true }),
  };
}

/** Packs the build into a folder. */
export async function pack(into: string): Promise<Packed> {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', into];
  const { stdout } = await run('npm', args, { cwd: ROOT, maxBuffer: 2 ** 24 });
  const [{ filename, size, files }] = JSON.parse(stdout) as [{ filename: string; size: number; files: PackedFile[] }];
  return { tarball: join(into, filename), bytes: size, files };
}

/** Uses the registry and the npm cache of the machine. */
function npmEnv(home: string): NodeJS.ProcessEnv {
  const ownHome = process.env['HOME'] ?? home;
  return {
    ...process.env,
    NPM_CONFIG_USERCONFIG: process.env['NPM_CONFIG_USERCONFIG'] ?? join(ownHome, '.npmrc'),
    NPM_CONFIG_CACHE: process.env['NPM_CONFIG_CACHE'] ?? join(ownHome, '.npm'),
    HOME: home,
  };
}
