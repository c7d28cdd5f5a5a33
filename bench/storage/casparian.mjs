import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childrenCpuSeconds } from '../shared/children-cpu.mjs';

export const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Runs a command to its end. Returns its output, its elapsed seconds and its CPU seconds. */
export async function timed(command, args, { env = {}, input } = {}) {
  const [begun, cpuBefore] = [performance.now(), childrenCpuSeconds()];
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(input ?? '');
  let stdout = '';
  child.stdout.on('data', (part) => (stdout += part));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`${command} ${args.slice(0, 3).join(' ')} exited with ${code}: ${stdout}`);
  return { stdout, seconds: (performance.now() - begun) / 1_000, cpuSeconds: childrenCpuSeconds() - cpuBefore };
}

/** A command of casparian with its own home. */
export function casparian(home, ...args) {
  return timed(process.execPath, [MAIN, ...args, '--home', home]);
}
