import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../cli/store.js';

const END_WITHIN_MS = 60_000;
const BETWEEN_BLOCKS = '=== the next block ===';

/** What a page, or the part of it below a heading, tells its reader to type, in its order. */
export async function blocksOf(page: string, heading = ''): Promise<string[]> {
  const text = await readFile(new URL(`../../../${page}`, import.meta.url), 'utf8');
  const part = heading === '' ? text : (text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '');
  return [...part.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!);
}

/** Runs all blocks in one shell, which ends at the first failure. Answers what each of them had it say. */
export async function follow(blocks: readonly string[]): Promise<string[]> {
  const { folder, env, server } = await workshop();
  const script = blocks.map((block) => `${block}\necho '${BETWEEN_BLOCKS}'`).join('\n');
  const options = { cwd: folder, env, timeout: END_WITHIN_MS };
  const shell = spawn('sh', ['-eu', '-c', `exec 2>&1\n${script}`], options);
  server.once('exit', () => shell.kill());
  let said = '';
  for (const stream of [shell.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const [code] = (await once(shell, 'close')) as [number | null];
  expect(code, said).toBe(0);
  return said.split(`${BETWEEN_BLOCKS}\n`).slice(0, -1);
}

/** An empty folder to work in, and an environment with `casparian` on its PATH. */
async function workshop() {
  const place = await temporaryFolder();
  const [folder, bin] = [join(place, 'work'), join(place, 'bin')];
  await Promise.all([folder, bin].map((one) => mkdir(one)));
  await copyFile(here('casparian.sh'), join(bin, 'casparian'));
  execFileSync('sh', ['-c', 'chmod +x "$0/casparian" && mkfifo "$0/request" "$0/answer"', bin]);
  const server = spawn(process.execPath, [here('cli-server.mjs'), bin], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  const PATH = `${bin}:${process.env['PATH']}`;
  return { folder, server, env: { PATH, HOME: place, CLI_SERVER: bin, CASPARIAN_HOME: join(place, 'home') } };
}

function here(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
