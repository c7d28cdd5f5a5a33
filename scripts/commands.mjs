import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { root } from './setup/root.mjs';

const isWindows = process.platform === 'win32';
const running = new Set();

/** Returns the captured output (empty for a live command), and how the command failed, if it did. */
export function run(command, args, { live, yields }) {
  return new Promise((resolve) => {
    const stdio = live ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    // A process group of its own: npm passes a signal on to its shell only, and what the shell runs would go on.
    const child = spawn(command, args, { cwd: root, stdio, shell: isWindows, detached: !isWindows });
    if (yields && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    running.add(child);
    const finish = (failure) => {
      running.delete(child);
      resolve({ failure, output });
    };
    child.once('error', (error) => finish(`could not start: ${error.message}`));
    child.once('close', (code, signal) => finish(code === 0 ? undefined : `ended with ${signal ?? `code ${code}`}`));
  });
}

/** Sends a signal to all that the running commands have started. */
export function stopAll(signal) {
  for (const child of running) {
    try {
      if (isWindows) child.kill(signal);
      else process.kill(-child.pid, signal);
    } catch {
      // It has ended.
    }
  }
}

export async function allEnded({ withinMs }) {
  await Promise.race([Promise.all([...running].map((child) => once(child, 'close'))), setTimeout(withinMs)]);
}
