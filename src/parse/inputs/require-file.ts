import { stat } from 'node:fs/promises';
import { CasparianError } from '../../platform/index.js';
import type { InputFile } from '../../tables/index.js';

/** A file is read twice, so it must be one; and its output, which has its name, must not take its place. */
export async function requireFile(input: InputFile, output: string): Promise<void> {
  const own = await stat(input.bytes ?? input.path);
  if (!own.isFile()) {
    throw new CasparianError('INPUT_UNREADABLE', `'${input.name}' is no file that can be read twice`, {
      why: 'Without a parser a file is looked at as a whole before its rows are written; a pipe is gone by then.',
      next: ['Write it to a file first.'],
    });
  }
  const there = await stat(output).catch(() => null);
  if (there?.ino !== own.ino || there.dev !== own.dev) return;
  throw new CasparianError('OUTPUT_UNWRITABLE', `The output would replace '${input.name}' itself`, {
    why: 'An output is named like its file.',
    next: ['Write elsewhere with --out, or another --format.'],
  });
}
