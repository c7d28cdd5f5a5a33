import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const READY_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 15_000;

/**
 * Starts a server in its own process group, so that Ctrl-C reaches only the harness, which then stops the server in order.
 * Polls `isReady` until it returns true.
 */
export async function startServer({ command, args, logFile, account = {}, stopSignal, isReady }) {
  const log = openSync(logFile, 'a');
  const child = spawn(command, args, { ...account, detached: true, stdio: ['ignore', log, log] });
  const failed = new Promise((resolve) => child.once('error', resolve));
  const exited = once(child, 'exit').catch(() => {});

  const giveUpAt = Date.now() + READY_LIMIT_MS;
  while (!(await isReady())) {
    const over = await Promise.race([failed, exited.then(() => new Error('it exited')), sleep(50)]);
    if (over || Date.now() > giveUpAt) {
      child.kill('SIGKILL');
      throw new Error(`${command} did not start: ${over?.message ?? 'no answer'}\n${await readFile(logFile, 'utf8')}`);
    }
  }

  return {
    pid: child.pid,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(stopSignal);
      const late = sleep(STOP_LIMIT_MS, 'late', { ref: false }); // must not keep the harness alive
      if ((await Promise.race([exited, late])) === 'late') child.kill('SIGKILL');
    },
  };
}
