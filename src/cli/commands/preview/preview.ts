import { shellWord } from '../../../platform/index.js';
import { FORMATS } from '../../../tables/formats.js';
import { type Preview, previewFile } from '../../../tables/index.js';
import { previewJson } from '../../../tables/preview-json.js';
import type { Invocation } from '../../invocation.js';
import { givenInputs } from '../../options/raw-arguments.js';
import { factsOf } from './facts.js';
import { rowTable } from './row-table.js';

export interface PreviewCommandOptions {
  rows?: number;
}

const DEFAULT_ROWS = 10;

export async function run({ args, options, output }: Invocation<PreviewCommandOptions>): Promise<void> {
  const [path = ''] = args;
  const [file] = givenInputs([path]);
  const preview = await previewFile(path, { rows: options.rows ?? DEFAULT_ROWS, pathBytes: file?.bytes });
  if (output.asJson) return output.json(previewJson(preview));
  output.print(factsOf(preview));
  if (preview.columns.length > 0) output.print(`\n${rowTable(preview, output)}`);
  for (const note of preview.notes) output.message(`\nNote: ${note}`);
  if (preview.format === 'empty') return;
  const words = isRead(preview.format) ? [] : ['your_parser.py'];
  output.message(`\nNext: ${['casparian', 'run', ...words, shellWord(path)].join(' ')}`);
}

/**
 * Whether `run` reads such files without a parser. Fixed-width files look like text here, so this may be too
 * pessimistic.
 */
function isRead(format: Preview['format']): boolean {
  return FORMATS.some(({ name }) => name === format);
}
