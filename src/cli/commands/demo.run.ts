import { fileURLToPath } from 'node:url';
import { type Demo, performStep, prepareDemo } from '../../app/index.js';
import { CasparianError } from '../../platform/index.js';
import { programOnPath } from '../../process/index.js';
import type { Invocation } from '../invocation.js';
import { ReportedFailure } from '../output/failure.js';
import type { Output } from '../output/output.js';
import { shellWord } from '../output/shell-word.js';
import { someSettings } from '../settings.js';
import { stopOnSignals } from '../stop-on-signals.js';
import { demoJson, type ShownStep } from './demo/demo-json.js';
import { beginningText, endText, failedText, headingText } from './demo.messages.js';

const CASPARIAN = [process.execPath, fileURLToPath(new URL('../main.js', import.meta.url))];

export interface DemoOptions {
  python?: string;
}

export async function run(invocation: Invocation<DemoOptions>): Promise<void> {
  const { options, output } = invocation;
  if (options.home !== undefined || options.db !== undefined) throw hasItsOwn();
  const stop = stopOnSignals();
  try {
    const { python } = await someSettings(invocation, ['python']);
    const demo = await prepareDemo({ folder: invocation.args[0], python, env: process.env });
    if (!output.asJson) output.print(beginningText(demo));
    const shown = await show(demo, output, stop.signal);
    if (output.asJson) output.json(demoJson(demo, shown));
    const failed = shown.find(({ result }) => !result.ok);
    if (failed) throw new ReportedFailure(1);
    if (!output.asJson) output.print(endText(demo, shown, (await isOnPath()) ? undefined : CASPARIAN));
  } finally {
    stop.dispose();
  }
}

/** One after the other, up to the first that fails: the next ones build on it. */
async function show(demo: Demo, output: Output, signal: AbortSignal): Promise<ShownStep[]> {
  const shown: ShownStep[] = [];
  for (const [at, step] of demo.steps.entries()) {
    if (!output.asJson) output.print(headingText(step, at + 1, output));
    const result = await performStep(step, demo, { casparian: CASPARIAN, shown: !output.asJson, signal });
    if (signal.aborted) throw interrupted(demo);
    shown.push({ step, result });
    if (!output.asJson && result.text !== '') output.print(result.text);
    if (!result.ok) {
      output.talk(failedText(demo));
      break;
    }
  }
  return shown;
}

/** Whether people can type the commands they saw. What npm puts on the PATH is there for as long as npm runs. */
async function isOnPath(): Promise<boolean> {
  const { env } = process;
  return env['npm_command'] === undefined && (await programOnPath('casparian', env)) !== undefined;
}

function hasItsOwn(): CasparianError {
  return new CasparianError('USAGE', '--home and --db mean nothing to the demo', {
    why: 'It has a home and a database of its own, in its folder, so that yours stay as they are.',
    next: ['Leave them out, or name a folder: casparian demo FOLDER'],
  });
}

function interrupted({ folder }: Demo): CasparianError {
  return new CasparianError('INTERRUPTED', 'The demo was stopped', {
    why: `What it made so far is in ${folder}.`,
    next: [`Remove it: rm -r ${shellWord(folder)}`],
  });
}
