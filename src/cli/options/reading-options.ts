import type { ReadingOptions } from '../../parse/index.js';
import { CasparianError } from '../../platform/index.js';
import { INPUT_FORMATS, type ReadingFlags } from './reading.js';
import { parseTypeOption } from './type-option.js';

/** The reading options of the flags. Not in reading.ts, which is loaded to show the help. */
export function readingOptions(flags: ReadingFlags): Pick<ReadingOptions, 'format' | 'types'> {
  return {
    format: {
      format: flags.inputFormat === undefined ? undefined : INPUT_FORMATS.get(flags.inputFormat),
      delimiter: flags.delimiter === undefined ? undefined : delimiterOf(flags.delimiter),
      quote: flags.quote === 'none' || flags.quote === '' ? null : flags.quote,
      encoding: flags.encoding,
      headerLines: flags.headerLines,
      skipLines: flags.skipLines,
      footerLines: flags.footerLines,
      table: flags.table,
      sheet: flags.sheet,
    },
    types: new Map((flags.type ?? []).map(parseTypeOption)),
  };
}

function delimiterOf(text: string): string {
  if (text === '') throw new CasparianError('OPTION_INVALID', '--delimiter cannot be empty');
  return text === 'tab' || text === '\\t' ? '\t' : text;
}
