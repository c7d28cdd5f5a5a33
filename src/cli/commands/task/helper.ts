import { readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { CasparianError, errorMessage, makeFolder } from '../../../platform/index.js';
import { PYTHON_HELPER } from '../../../tasks/index.js';
import type { Invocation } from '../../invocation.js';

export interface HelperOptions {
  to?: string;
}

export async function run({ options, output }: Invocation<HelperOptions>): Promise<void> {
  const source = await readFile(PYTHON_HELPER, 'utf8');
  const name = basename(PYTHON_HELPER);
  if (options.to === undefined) {
    if (output.asJson) return output.json({ name, source });
    return output.print(source.trimEnd());
  }
  const path = join(resolve(options.to), name);
  await write(path, source, options.to);
  if (output.asJson) return output.json({ name, path });
  output.print(path);
  output.message('In your code: from casparian_task import task');
}

async function write(path: string, source: string, folder: string): Promise<void> {
  try {
    makeFolder(folder);
    await writeFile(path, source);
  } catch (error) {
    throw new CasparianError('OPTION_INVALID', `${path} cannot be written`, { why: errorMessage(error), cause: error });
  }
}
