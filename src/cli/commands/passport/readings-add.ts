import { resolve } from 'node:path';
import { mimeTypeOf, recordReadings } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import type { Output } from '../../output/output.js';
import { readInput } from './input-file.js';
import { currentKeyId, withPassports } from './passport-scope.js';

export interface ReadingsOptions extends TenantOptions {
  product?: string;
}

export async function run(invocation: Invocation<ReadingsOptions>): Promise<void> {
  const [path = ''] = invocation.args;
  const { product } = invocation.options;
  const content = await readInput(path);
  const result = await withPassports(invocation, async (scope, settings) =>
    recordReadings(scope, {
      ...{ content, mimeType: mimeTypeOf(path), product, source: { file: resolve(path) } },
      signingKeyId: await currentKeyId(settings),
    }),
  );
  printRecorded(invocation.output, result);
}

export function printRecorded(output: Output, { readings, recorded }: { readings: number; recorded: number }): void {
  if (output.asJson) return output.json({ readings, recorded, known: readings - recorded });
  const known = readings > recorded ? `, ${readings - recorded} known already` : '';
  output.print(
    `${output.paint('green', '✓')} ${recorded} ${recorded === 1 ? 'reading' : 'readings'} recorded and signed${known}`,
  );
  if (recorded > 0) output.message('\nMake new versions: casparian passport refresh --product SKU --activate');
}
