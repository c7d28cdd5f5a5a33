import { CasparianError, hint, nearest } from '../../platform/index.js';
import type { ParserFile } from '../../bridge/index.js';

/** The script already contains a parser class. */
export function hasClassAlready({ given }: ParserFile): CasparianError {
  return new CasparianError('PARSER_INVALID', `'${given}' already has a Parser class`, {
    why: 'There is nothing to scaffold; nothing was written.',
    next: [hint('Run it as it is', { action: 'run', arguments: [given, 'input.csv'] })],
  });
}

export function hasNoParse({ given }: ParserFile, functions: readonly string[], wanted: string): CasparianError {
  return new CasparianError('PARSER_INVALID', `'${given}' has no parse function`, {
    why: functions.length === 0 ? 'It has no function at its top level.' : `Its functions are ${functions.join(', ')}.`,
    next: [
      functions.length === 0
        ? `Put the code that reads the file into a function: ${wanted}`
        : `Rename ${likeliest(functions)} to parse: it takes the path of the input and returns its rows.`,
    ],
  });
}

function likeliest(functions: readonly string[]): string {
  const [only, ...others] = functions;
  const close = nearest('parse', functions) ?? functions.find((name) => /pars|read|load|extract/i.test(name));
  return close ?? (others.length === 0 && only !== undefined ? only : 'the one that reads the file');
}

export function parseIsAsync({ given }: ParserFile): CasparianError {
  return new CasparianError('PARSER_INVALID', `parse in '${given}' is async`, {
    why: 'Python parsers are called, not awaited.',
    next: ['Rename it, and add: def parse(path): return asyncio.run(parse_async(path))'],
  });
}

export function nameIsTaken({ given }: ParserFile): CasparianError {
  return new CasparianError('PARSER_INVALID', `'${given}' uses the name Parser for something else`, {
    why: 'A class with that name would replace it, and the code that uses it would break.',
    next: ['Rename it, for example: from email.parser import Parser as MailParser'],
  });
}

export function parseHasNoName({ given }: ParserFile): CasparianError {
  return new CasparianError('PARSER_INVALID', `The function that '${given}' exports by default has no name`, {
    why: 'The Parser class has to call it.',
    next: ['Give it one: export default function parse(path) { … }'],
  });
}
