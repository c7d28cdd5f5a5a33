import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { importPassportFiles } from '../../../operations/index.js';
import { type Import, importedDocument, importJson } from '../../../passport/index.js';
import { CasparianError, errorMessage, exactJson } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';

export interface ImportOptions {
  format: string;
  out?: string;
}

export async function run({ args, options, output }: Invocation<ImportOptions>): Promise<void> {
  const imported = await importPassportFiles(args.flat(), options.format);
  if (options.out !== undefined) await write(options.out, importedDocument(imported, randomBytes(32).toString('hex')));
  if (output.asJson) output.json(importJson(imported));
  else print(output, imported, options.out);
}

async function write(path: string, text: string): Promise<void> {
  try {
    // Never over a file: it may have values that were added by hand.
    await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    throw new CasparianError('OUTPUT_UNWRITABLE', `'${path}' cannot be written`, {
      why: errorMessage(error),
      next: ['Give a path that does not exist yet.'],
      cause: error,
    });
  }
}

const MAX_VALUE = 60;

function print(output: Output, { facts, unmapped }: Import, path: string | undefined): void {
  const attributes = facts.reduce((sum, { payload }) => sum + Object.keys(payload).length, 0);
  output.print(`${output.paint('green', '✓')} ${attributes} attributes in ${facts.length} facts`);
  for (const { factType, factKey, payload } of facts) {
    output.print(`  ${factType} ${factKey}: ${Object.keys(payload).join(', ')}`);
  }
  if (unmapped.length > 0) output.print(`\n${output.paint('yellow', `Not mapped: ${unmapped.length}`)}`);
  for (const { path: place, reason, value } of unmapped) {
    const text = exactJson(value);
    output.print(`  ${printable(place)}: ${printable(reason)}`);
    output.print(`    ${printable(text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text)}`);
  }
  if (path === undefined) return;
  output.print(`\nThe data is in ${path}. Next: casparian passport check ${path}`);
}
