import { configuredHome } from '../../../app/index.js';
import { resolve } from 'node:path';
import { datasetReadings, recordReadings } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import { readInput } from './input-file.js';
import { currentKeyId, withPassports } from './passport-scope.js';
import { printRecorded, type ReadingsOptions } from './readings-add.js';

export async function run(invocation: Invocation<ReadingsOptions>): Promise<void> {
  const [path = ''] = invocation.args;
  const mapping = { content: (await readInput(path)).toString('utf8'), path };
  const result = await withPassports(invocation, async (scope, settings) => {
    const { database, signal } = scope;
    const outputs = configuredHome(settings);
    const content = await datasetReadings({ database, outputs, mapping, signal });
    return recordReadings(scope, {
      ...{ content, mimeType: 'application/json', product: invocation.options.product },
      ...{ source: { mapping: resolve(path) }, signingKeyId: await currentKeyId(settings) },
    });
  });
  printRecorded(invocation.output, result);
}
