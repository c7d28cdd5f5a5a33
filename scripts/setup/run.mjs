import { spawn } from 'node:child_process';
import { root } from './root.mjs';

/** How often to report that a silent command is still running. */
const reminderMs = 20_000;
const outputLimitBytes = 256 * 1024;

/**
 * Runs a command with captured output and a time limit, and returns `{ ok, output, seconds }`; `label` is printed while it
 * runs. A failure is a result, not an exception, because each caller reports it differently.
 */
export function run(command, args, { label, timeoutMs, env = {} }) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  console.log(`set-up: ${label}`);
  const reminder = setInterval(() => console.log(`set-up: … ${label}: still running after ${seconds()} s`), reminderMs);

  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      // On Windows npm is a script, which only a shell can start.
      shell: process.platform === 'win32',
    });
    const killChild = () => child.kill();
    process.once('exit', killChild);

    let output = '';
    const keepTail = (chunk) => (output = (output + chunk).slice(-outputLimitBytes));
    child.stdout.on('data', keepTail);
    child.stderr.on('data', keepTail);

    const finish = (ok, note = '') => {
      clearInterval(reminder);
      process.off('exit', killChild);
      resolve({ ok, output: output + note, seconds: seconds() });
    };
    child.once('error', (error) => finish(false, error.message));
    child.once('close', (code, signal) =>
      finish(code === 0, signal ? `\nstopped by ${signal} after ${seconds()} s` : ''),
    );
  });
}

/** The end of a command's output, indented, for an error message. */
export function tail(output, lines = 25) {
  return output
    .trimEnd()
    .split('\n')
    .slice(-lines)
    .map((line) => `  | ${line}`)
    .join('\n');
}
