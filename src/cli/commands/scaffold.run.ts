import { relative } from 'node:path';
import { expandInputs, inferOutputs, scaffoldParser } from '../../parse/index.js';
import { findInterpreter, type ParserFile } from '../../bridge/index.js';
import { CasparianError, shellWord } from '../../platform/index.js';
import type { Invocation } from '../invocation.js';
import { givenInputs } from '../options/raw-arguments.js';
import { stopOnSignals } from '../stop-on-signals.js';

export interface ScaffoldCommandOptions {
  out?: string;
  force?: boolean;
  python?: string;
}

export async function run(invocation: Invocation<ScaffoldCommandOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const [script = '', input] = args;
  const { out, force } = options;
  const made = await scaffoldParser({ script, input, out, force, inferOutputs: sampleRun(invocation) });
  if (output.asJson) return output.json(made);
  const path = relative('.', made.path);
  output.print(path);
  const columns = made.inferred ? 'outputs from the sample; check their types' : 'outputs to fill in';
  output.message(`Created the parser '${made.name}' with ${columns}.`);
  output.message(`\nNext: casparian run ${shellWord(path)} ${input === undefined ? 'input.csv' : shellWord(input)}`);
}

/** Runs the script over the sample and infers its outputs. What the script prints goes to stderr. */
function sampleRun({ options }: Invocation<ScaffoldCommandOptions>) {
  return async (parser: ParserFile, input: string): Promise<Record<string, unknown>> => {
    const [sample] = await expandInputs(givenInputs([input]));
    if (sample === undefined) throw new CasparianError('INPUT_NOT_FOUND', `There is no file '${input}'`);
    const stop = stopOnSignals();
    try {
      return await inferOutputs({
        parser,
        interpreter: await findInterpreter(parser, { python: options.python, env: process.env }),
        input: sample,
        timeoutMs: undefined,
        memoryLimitBytes: undefined,
        stdin: 'inherit',
        stdout: 'stderr',
        env: process.env,
        signal: stop.signal,
      });
    } finally {
      stop.dispose();
    }
  };
}
