import { resolve } from 'node:path';
import { runReaderOnInputs } from '../../../parse/index.js';
import { CasparianError, lazily, optimiseLater } from '../../../platform/index.js';
import { withInputs } from '../../inputs.js';
import { readingOptions } from '../../options/reading-options.js';
import { withUnpackLimits } from '../../options/unpack-limits.js';
import { readingLines } from '../../output/reading-text.js';
import { quarantineLimits, reporting } from './reporting.js';
import type { RunInvocation } from './run-options.js';

export async function runWithoutParser(invocation: RunInvocation, files: readonly string[]): Promise<void> {
  const { options } = invocation;
  optimiseLater();
  if (options.contract !== undefined && options.type !== undefined) throw contractAndType();
  await withInputs(invocation, files, async (found) => {
    const inputs = await withUnpackLimits(invocation, found);
    await reporting(invocation, inputs, (messages, signal) =>
      runReaderOnInputs({
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
          onProgress: messages.begin(input),
          onReading: (reading) => {
            // With several files, this is part of the report of each.
            if (inputs.length === 1) for (const line of readingLines(reading)) messages.message(line);
          },
        }),
        onReport: messages.onReport,
      }),
    );
  });
}

function contractAndType(): CasparianError {
  return new CasparianError('USAGE', '--contract and --type cannot be combined', {
    why: 'The contract already sets the type of every column.',
    next: ['Change the type in the contract, or remove --contract.'],
  });
}
