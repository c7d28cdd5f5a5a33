import { resolve } from 'node:path';
import { expandInputs, type InputFile, readInputs } from '../../../parse/index.js';
import { CasparianError, lazily } from '../../../platform/index.js';
import { givenInputs } from '../../options/raw-arguments.js';
import { readingOptions } from '../../options/reading.js';
import { printable } from '../../output/printable.js';
import { readingLines } from '../../output/reading-text.js';
import { quarantineLimits, reporting } from './reporting.js';
import type { RunInvocation } from './run-options.js';

export async function runWithoutParser(invocation: RunInvocation, files: readonly string[]): Promise<void> {
  const { options } = invocation;
  if (options.contract !== undefined && options.type !== undefined) throw contractAndType();
  const inputs = await expandInputs(givenInputs(files));
  const named = (input: InputFile): string[] => (inputs.length > 1 ? [`${printable(input.name)}:`] : []);
  await reporting(invocation, inputs, (talk, signal) =>
    readInputs({
      inputs,
      parallel: options.jobs,
      directory: resolve(options.out ?? '.'),
      format: options.format,
      limits: lazily(() => quarantineLimits(invocation)),
      look: readingOptions(options),
      contractPath: options.contract,
      into: options.into,
      signal,
      onInput: (input) => ({
        onProgress: talk.begin(input),
        onReading: (reading) => {
          for (const line of [...named(input), ...readingLines(reading)]) talk.talk(line);
        },
      }),
      onReport: talk.onReport,
    }),
  );
}

function contractAndType(): CasparianError {
  return new CasparianError('USAGE', '--contract and --type both say what columns are', {
    why: 'A contract is held to as it stands.',
    next: ['Change the type in the contract, or leave the contract out.'],
  });
}
