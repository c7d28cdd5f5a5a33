import { spawn } from 'node:child_process';
import { root } from './root.mjs';

/** How often a silent command says that it is still at work. */
const reminderMs = 20_000;
const outputLimitBytes = 256 * 1024;

/**
 * Runs a command quietly, with a time limit, and answers `{ ok, output, seconds }`; `label` is what the reader sees
 * while it runs. A failure is an answer, not an exception: each caller knows better what to say about it.
 */
export function run(command, args, { label, timeoutMs, env = {} }) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  console.log(`set-up: ${label}`);
  const reminder = setInterval(() => console.log(`set-up: … still at work after ${seconds()} s`), reminderMs);

  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      // npm is a script on Windows, and only a shell starts those.
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
