import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { childrenCpuSeconds } from './children-cpu.mjs';
import { nowMs } from './clock.mjs';
import { watchPeakMemory } from './peak-memory.mjs';

const LIMIT_MS = 600_000;
const ERROR_CHARACTERS = 1_500;

/** Runs one program from start to exit. It prints one JSON document. */
export async function measureProcess([command, ...args], signal) {
  const cpuBefore = childrenCpuSeconds();
  const startedAt = nowMs();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
    timeout: LIMIT_MS,
  });
  const memory = watchPeakMemory(child.pid);
  const output = collect(child.stdout);
  const complaints = collect(child.stderr);
  const exited = once(child, 'exit').then(() => nowMs());
  exited.catch(() => undefined); // the error is reported by the promise that is awaited first
  const [code, killedBy] = await once(child, 'close');
  const seconds = ((await exited) - startedAt) / 1_000;
  const { rootMb, pythonMb } = memory.stop();
  if (code !== 0) {
    // With --json casparian writes errors to stdout; Python writes them to stderr.
    const words = complaints.text().trim() || output.text().trim();
    throw new Error(`${killedBy ?? `exit code ${code}`}: ${words.slice(-ERROR_CHARACTERS)}`);
  }
  return { seconds, cpuSeconds: childrenCpuSeconds() - cpuBefore, rootMb, pythonMb, answer: JSON.parse(output.text()) };
}

function collect(stream) {
  const parts = [];
  stream.on('data', (part) => parts.push(part));
  return { text: () => Buffer.concat(parts).toString() };
}
