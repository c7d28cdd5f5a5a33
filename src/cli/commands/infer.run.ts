import { shellWord } from '../../platform/index.js';
import { inferFiles } from '../../parse/index.js';
import { inferenceJson } from '../../parse/reader-run/inference-json.js';
import type { Invocation } from '../invocation.js';
import type { InputFile } from '../../tables/index.js';
import { withInputs } from '../inputs.js';
import type { ReadingFlags } from '../options/reading.js';
import { readingOptions } from '../options/reading-options.js';
import { withUnpackLimits } from '../options/unpack-limits.js';
import { printable } from '../output/printable.js';
import { inferenceText } from './infer/inference-text.js';

export interface InferOptions extends ReadingFlags {
  save?: string;
  rows?: number;
}

export async function run(invocation: Invocation<InferOptions>): Promise<void> {
  await withInputs(invocation, invocation.args.flat(), (inputs) => inferFrom(invocation, inputs));
}

async function inferFrom(invocation: Invocation<InferOptions>, found: readonly InputFile[]): Promise<void> {
  const { options, output } = invocation;
  const inputs = await withUnpackLimits(invocation, found);
  const inferred = await inferFiles({
    inputs,
    ...readingOptions(options),
    ...(options.rows === undefined ? {} : { maxRows: options.rows }),
    save: options.save,
    signal: new AbortController().signal,
  });
  if (output.asJson) return output.json(inferenceJson(inferred));
  output.print(inferenceText(inferred, output));
  const [first] = inputs;
  if (options.save !== undefined) output.message(`\nContract written to ${printable(options.save)}.`);
  const contract = options.save === undefined ? '' : ` --contract ${shellWord(options.save)}`;
  output.message(`\nNext: casparian run ${shellWord(first?.name ?? '')}${contract}`);
}
