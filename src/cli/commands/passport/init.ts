import { resolve } from 'node:path';
import { initPassportFolder } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';

export interface InitCommandOptions {
  category: string;
  out?: string;
  example?: boolean;
  rules?: boolean;
}

const ABOUT: Readonly<Record<string, string>> = {
  'passport.toml': 'names the battery and its documents',
  'model.xlsx': 'what all batteries of the model have in common',
  'battery.xlsx': 'what this one battery is',
  'condition.xlsx': 'what changes during use',
  'battery.rules': 'the default rules, to change them',
  'battery-tests.rules': 'their tests',
  'battery.json': 'the same data as JSON, in place of the workbooks',
  'battery.schema.json': 'explains the JSON to editors',
};

export async function run({ options, output }: Invocation<InitCommandOptions>): Promise<void> {
  const folder = options.out ?? `passport-${options.category.toLowerCase()}`;
  const withExample = options.example === true;
  const { category, files } = await initPassportFolder(folder, {
    ...{ category: options.category, withExample, withRules: options.rules === true },
  });
  if (output.asJson) {
    output.json({ category, folder: resolve(folder), files });
    return;
  }
  output.print(`${output.paint('green', '✓')} ${folder}, for a battery of the category ${category}`);
  const width = Math.max(...files.map((name) => name.length));
  for (const name of files) output.print(`  ${name.padEnd(width)}  ${ABOUT[name] ?? ''}`);
  output.print('');
  output.print(withExample ? 'The data is made up. Next:' : 'Fill in the yellow cells of the three workbooks. Next:');
  output.print(`  casparian passport check ${folder}`);
  output.print(`  casparian passport build ${folder}`);
}
