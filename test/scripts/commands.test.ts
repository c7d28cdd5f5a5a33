import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { waitUntil } from '../services/wait-until.js';

const COMMANDS = pathToFileURL(fileURLToPath(new URL('../../scripts/commands.mjs', import.meta.url))).href;

/** A command as npm is one: it starts a shell that waits for the program, and ends by itself when it gets a signal. */
const PROGRAM = `
  import { run, stopAll } from ${JSON.stringify(COMMANDS)};
  const shell = 'sleep 600 & echo $! >&2; wait';
  const ended = run('sh', ['-c', \`sh -c '\${shell}'; true\`], { live: true });
  process.stdin.once('data', () => stopAll('SIGTERM'));
  await ended;
  process.exit();
`;

test.runIf(process.platform !== 'win32')('what a stopped command has started ends with it', async () => {
  const program = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const [text] = (await once(program.stderr, 'data')) as [Buffer];
  const started = Number(text.toString());
  expect(isAlive(started)).toBe(true);
  program.stdin.write('stop');
  await once(program, 'exit');
  await waitUntil(() => Promise.resolve(!isAlive(started)), { for: 'the program to end' });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
