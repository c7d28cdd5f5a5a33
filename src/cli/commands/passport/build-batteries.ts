import { configuredHome } from '../../../app/index.js';
import { readFile } from 'node:fs/promises';
import { buildBatteries, type BuiltBatteries, type PassportFolder } from '../../../operations/index.js';
import { batteryBatchJson } from '../../../passport/index.js';
import { CasparianError, errorMessage } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import { ReportedFailure } from '../../output/failure.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { createProgressLine } from '../../output/progress-line.js';
import type { BuildOptions } from './build.js';
import { currentKeyId, withPassports } from './passport-scope.js';

const STEPS = { documents: 'Reading documents', rules: 'Testing rules', snapshot: 'Sealing the facts of the model' };

/** `passport build FOLDER --batteries FILE`: the passports of all batteries of a model. */
export async function buildFromFile(
  invocation: Invocation<BuildOptions>,
  folder: PassportFolder,
  path: string,
): Promise<void> {
  const { options, output } = invocation;
  if (options.output !== undefined) throw outputWithBatteries();
  const content = await readBatteriesFile(path);
  const line = createProgressLine(output);
  try {
    const built = await withPassports(invocation, async (scope, settings) =>
      buildBatteries(scope, {
        ...{ folder, activate: options.activate ?? false, batteries: { path, content } },
        outputs: configuredHome(settings),
        signingKeyId: await currentKeyId(settings),
        onStep: (step) => line.show(STEPS[step]),
        onProgress: ({ batteries, issued, unchanged, failed }) => {
          const done = issued + unchanged + failed;
          line.show(`${done} of ${batteries} batteries`, done / batteries);
        },
      }),
    );
    line.clear();
    if (output.asJson) output.json({ ...batteryBatchJson(built.batch), problems: built.problems });
    else printBatch(output, folder, built);
    if (built.batch.failed > 0) throw new ReportedFailure(1);
  } finally {
    line.clear();
  }
}

function printBatch(output: Output, { sku }: PassportFolder, { batch, problems }: BuiltBatteries): void {
  const mark = batch.failed === 0 ? output.paint('green', '✓') : output.paint('red', '✗');
  const parts = [
    `${batch.issued} issued`,
    ...(batch.unchanged > 0 ? [`${batch.unchanged} unchanged`] : []),
    ...(batch.failed > 0 ? [`${batch.failed} failed`] : []),
  ];
  output.print(`${mark} ${sku}: ${batch.batteries} batteries, ${parts.join(', ')}`);
  for (const { line, serial, message } of problems) output.print(printable(`  line ${line}, ${serial}: ${message}`));
  if (batch.failed > problems.length)
    output.message(`  … and ${batch.failed - problems.length} more; --json shows the same ones`);
  if (batch.failed > 0)
    output.message('\nCorrect the file and build again: batteries that have not changed keep their versions.');
  else output.message(`\nShow one: casparian passport show ${sku}/SERIAL`);
}

async function readBatteriesFile(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new CasparianError('INPUT_NOT_FOUND', `'${path}' cannot be read`, { why: errorMessage(error), cause: error });
  }
}

function outputWithBatteries(): CasparianError {
  return new CasparianError('OPTION_INVALID', '--output cannot be used with --batteries', {
    why: 'The passports of many batteries stay in the database.',
    next: ['Save the files of one: casparian passport show SKU/SERIAL --output DIR'],
  });
}
