import { type Command, Option } from 'commander';
import { type FileFormat, FORMATS } from '../../tables/formats.js';
import { repeated, wholeNumber } from './values.js';

/** Options that declare how a file without a parser is read, instead of detection. */
export interface ReadingFlags {
  type?: string[];
  delimiter?: string;
  quote?: string;
  encoding?: string;
  headerLines?: number;
  skipLines?: number;
  footerLines?: number;
  table?: number;
  sheet?: string;
  inputFormat?: string;
}

/** The names of the formats in options: `fixed-width`. */
export const INPUT_FORMATS = new Map(
  FORMATS.map(({ name, kind }) => [name.replaceAll('_', '-'), kind as FileFormat['kind']]),
);

const HEADING = 'How files without a parser are read (detected by default):';
const MOST_LINES = 1_000_000;

export function addReadingOptions(command: Command): Command {
  const lines = (name: string) => wholeNumber(name, { min: 0, max: MOST_LINES });
  const options = [
    new Option(
      '--type <name=type>',
      'Type of a column: id=string, day=date:%d/%m/%Y, net=decimal(12,2):1.234,56. Repeatable',
    ).argParser(repeated),
    new Option('--delimiter <text>', 'Field delimiter: `,` `;` `|` `tab` `::`'),
    new Option('--quote <text>', 'Quote character: `"` or `none`'),
    new Option('--encoding <name>', 'As Python names it: utf-8, cp1252, utf-16, shift_jis …'),
    new Option('--header-lines <n>', 'Number of header lines with column names; 0: none').argParser(
      lines('--header-lines'),
    ),
    new Option('--skip-lines <n>', 'Lines to skip before the header').argParser(lines('--skip-lines')),
    new Option('--footer-lines <n>', 'Lines after the last row that are not rows; 0: none').argParser(
      lines('--footer-lines'),
    ),
    new Option('--table <n>', 'Which table of a file with several').argParser(
      wholeNumber('--table', { min: 1, max: MOST_LINES }),
    ),
    new Option('--sheet <name>', 'Sheet of an Excel file'),
    new Option('--input-format <format>', 'Format of the file (csv: with any delimiter)').choices([
      ...INPUT_FORMATS.keys(),
    ]),
  ];
  for (const option of options) command.addOption(option.helpGroup(HEADING));
  return command;
}

/** The flags that were given. */
export function readingFlagsGiven(flags: ReadingFlags): string[] {
  const layout = ['headerLines', 'skipLines', 'footerLines', 'table', 'sheet'] as const;
  const names = ['type', 'delimiter', 'quote', 'encoding', ...layout, 'inputFormat'] as const;
  return names.filter((name) => flags[name] !== undefined);
}
