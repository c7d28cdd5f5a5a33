import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProcess } from '../../process/index.js';
import type { Demo } from './prepare-demo.js';
import type { CommandAct, CorrectionAct, DemoStep } from './steps.js';

/** A step takes a second or two. One that takes this long hangs. */
const STEP_WITHIN_MS = 60_000;

export interface StepOptions {
  /** The program that is `casparian`, and its first arguments. */
  readonly casparian: readonly string[];
  /** Whether commands print to our stdout. Otherwise their output is captured. */
  readonly shown: boolean;
  readonly signal: AbortSignal;
}

export interface StepResult {
  readonly ok: boolean;
  readonly ms: number;
  /** Output that was not shown yet. */
  readonly text: string;
}

/** Performs a step in the folder of the demo. */
export async function performStep({ act }: DemoStep, demo: Demo, options: StepOptions): Promise<StepResult> {
  const begunAt = performance.now();
  const done = act.kind === 'command' ? await runCommand(act, demo, options) : await correct(act, demo);
  return { ...done, ms: performance.now() - begunAt };
}

/** Starts a process, as a shell does. */
async function runCommand({ args }: CommandAct, { folder, env }: Demo, options: StepOptions): Promise<Done> {
  const { casparian, shown, signal } = options;
  const { ending, exitCode, stdoutTail, stderrTail } = await runProcess({
    argv: [...casparian, ...args],
    cwd: folder,
    env,
    stdout: shown ? 'inherit' : 'capture',
    stderr: shown ? 'stdout' : 'capture',
    signal,
    timeoutMs: STEP_WITHIN_MS,
  });
  return { ok: ending === 'exited' && exitCode === 0, text: `${stdoutTail.toString()}${stderrTail.toString()}` };
}

async function correct({ path, wrong, right }: CorrectionAct, { folder }: Demo): Promise<Done> {
  const file = join(folder, path);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(wrong, right));
  const line = text.split('\n').find((each) => each.includes(wrong)) ?? '';
  return { ok: line !== '', text: `- ${line}\n+ ${line.replace(wrong, right)}` };
}

type Done = Omit<StepResult, 'ms'>;
