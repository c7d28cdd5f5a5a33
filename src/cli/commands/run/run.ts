import { stat } from 'node:fs/promises';
import { parserLanguage } from '../../../bridge/index.js';
import { CasparianError, shellWord } from '../../../platform/index.js';
import { readingFlagsGiven } from '../../options/reading.js';
import type { RunInvocation, RunOptions } from './run-options.js';

/** Uses a parser if the first word names one, otherwise the built-in readers. */
export async function run(invocation: RunInvocation): Promise<void> {
  const { args, options } = invocation;
  const [first = '', ...rest] = args.flat();
  if (!(await isParser(first))) {
    refuse('without a parser', parserFlagsGiven(options));
    const parser = rest.find((word) => parserLanguage(word) !== undefined);
    if (parser !== undefined) throw parserBehind(parser, first);
    return (await import('./without-parser.js')).runWithoutParser(invocation, [first, ...rest]);
  }
  if (rest.length === 0) throw parserLanguage(first) === undefined ? onlyAFolder(first) : nothingToRead(first);
  const given = [
    ...readingFlagsGiven(options),
    ...(['contract', 'into'] as const).filter((name) => options[name] !== undefined),
  ];
  refuse('with a parser', given);
  return (await import('./with-parser.js')).runWithParser(invocation, first, rest);
}

/** A folder can be a parser, and is never an input file. */
async function isParser(word: string): Promise<boolean> {
  if (parserLanguage(word) !== undefined) return true;
  return stat(word).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function parserFlagsGiven(options: RunOptions): string[] {
  return (['python', 'timeout', 'memory', 'traceback'] as const).filter((name) => options[name] !== undefined);
}

function refuse(when: string, [name]: readonly string[]): void {
  if (name === undefined) return;
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new CasparianError('USAGE', `${flag} cannot be used ${when}`, {
    why:
      when === 'with a parser'
        ? 'The parser reads the file and declares its outputs.'
        : 'It applies only to the process of a parser.',
    next: ['See: casparian run --help'],
  });
}

function parserBehind(parser: string, first: string): CasparianError {
  return new CasparianError('USAGE', `Is '${parser}' the parser?`, {
    why: `The parser must come first, and '${first}' is not a parser. Without a parser, every file is read as a table.`,
    next: [`casparian run ${shellWord(parser)} ${shellWord(first)}`],
  });
}

function nothingToRead(parser: string): CasparianError {
  return new CasparianError('USAGE', `No input file was given for the parser '${parser}'`, {
    why: 'Files with this extension are treated as parsers.',
    next: [`casparian run ${shellWord(parser)} FILE`, 'If it is a data file, rename it to another extension.'],
  });
}

function onlyAFolder(folder: string): CasparianError {
  const word = shellWord(folder);
  return new CasparianError('USAGE', `No input file was given for the parser folder '${folder}'`, {
    why: 'A folder is treated as a parser.',
    next: [
      `To read the files in it: casparian run ${word.replace(/\/$/, '')}/*`,
      `To read them now and later: casparian scan ${word} --auto`,
      `If it holds a parser: casparian run ${word} FILE`,
    ],
  });
}
