import { fileURLToPath } from 'node:url';
import { type Demo, performStep, prepareDemo } from '../../app/index.js';
import { CasparianError, shellWord } from '../../platform/index.js';
import { programOnPath } from '../../process/index.js';
import type { Invocation } from '../invocation.js';
import { ReportedFailure } from '../output/failure.js';
import type { Output } from '../output/output.js';
import { someSettings } from '../settings.js';
import { stopOnSignals } from '../stop-on-signals.js';
import { demoJson, type ShownStep } from './demo/demo-json.js';
import { showServedDemo } from './demo/serve.js';
import { beginningText, endText, failedText, headingText } from './demo.messages.js';

const CASPARIAN = [process.execPath, fileURLToPath(new URL('../main.js', import.meta.url))];

export interface DemoOptions {
  python?: string;
  serve?: boolean;
  port?: string;
}

export async function run(invocation: Invocation<DemoOptions>): Promise<void> {
  const { options, output } = invocation;
  if (options.home !== undefined || options.db !== undefined) throw hasItsOwn();
  if (options.port !== undefined && !options.serve) throw needsServe();
  const stop = stopOnSignals();
  try {
    const { python } = await someSettings(invocation, ['python']);
    const request = { folder: invocation.args[0], python, env: process.env };
    if (options.serve) {
      const { port = '8080' } = options;
      return await showServedDemo({ ...request, port, casparian: CASPARIAN, signal: stop.signal }, output);
    }
    const demo = await prepareDemo(request);
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

/** Runs the steps in order, up to the first that fails: later steps need it. */
async function show(demo: Demo, output: Output, signal: AbortSignal): Promise<ShownStep[]> {
  const shown: ShownStep[] = [];
  for (const [at, step] of demo.steps.entries()) {
    if (!output.asJson) output.print(headingText(step, at + 1, output));
    const result = await performStep(step, demo, { casparian: CASPARIAN, shown: !output.asJson, signal });
    if (signal.aborted) throw interrupted(demo);
    shown.push({ step, result });
    if (!output.asJson && result.text !== '') output.print(result.text);
    if (!result.ok) {
      output.message(failedText(demo));
      break;
    }
  }
  return shown;
}

/** Whether users can type the commands. The PATH that npm sets is valid only while npm runs. */
async function isOnPath(): Promise<boolean> {
  const { env } = process;
  return env['npm_command'] === undefined && (await programOnPath('casparian', env)) !== undefined;
}

function hasItsOwn(): CasparianError {
  return new CasparianError('USAGE', 'demo does not take --home or --db', {
    why: 'The demo uses its own home and database, in its folder.',
    next: ['Remove them, or name a folder: casparian demo FOLDER'],
  });
}

function needsServe(): CasparianError {
  return new CasparianError('USAGE', '--port needs --serve', {
    why: 'Only a demo with --serve listens on a port.',
    next: ['Add --serve, or leave out --port.'],
  });
}

function interrupted({ folder }: Demo): CasparianError {
  return new CasparianError('INTERRUPTED', 'The demo was stopped', {
    why: `Its files are in ${folder}.`,
    next: [`Remove it: rm -r ${shellWord(folder)}`],
  });
}
