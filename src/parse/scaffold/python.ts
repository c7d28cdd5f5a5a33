import type { ParserFile } from '../../bridge/index.js';
import { commentName, entryLines, type Outputs } from './entries.js';
import { hasClassAlready, hasNoParse, nameIsTaken, parseIsAsync } from './refusals.js';
import type { Draft } from './scaffold-parser.js';
import { insertLines, linesBefore, type Source } from './source.js';

/** Checks a Python script; returns a function that inserts the class. */
export function scaffoldPython(source: Source, script: ParserFile): (draft: Draft) => Uint8Array {
  const { functions, parse, parser, mainBlockAt } = outlinePython(topLevelStatements(source.text));
  if (parser === 'class') throw hasClassAlready(script);
  if (parse === 'none') throw hasNoParse(script, functions, 'def parse(path):');
  if (parse === 'async') throw parseIsAsync(script);
  if (parser === 'other') throw nameIsTaken(script);
  return (draft) => {
    const lines = classLines(draft, source.isUtf8);
    if (mainBlockAt === null)
      return insertLines(source, source.bytes.length, [...linesBefore(source, source.bytes.length, 2), ...lines]);
    const at = startOfComments(source.text, mainBlockAt);
    return insertLines(source, at, [...linesBefore(source, at, 2), ...lines, '', '']);
  };
}

/** Comments directly above the block belong to it. */
function startOfComments(text: string, blockAt: number): number {
  return blockAt - (/(?:^#[^\n]*\n)+$/m.exec(text.slice(0, blockAt))?.[0].length ?? 0);
}

function classLines({ name, outputs, scriptName }: Draft, isUtf8: boolean): string[] {
  const [first = '', ...rest] = outputs === null ? ['{}'] : pythonOutputs(outputs, isUtf8);
  const hint = [
    '# The columns and their types, for example {"id": "int!", "amount": "decimal(18,2)", "day": "date"}.',
    `# To have them filled in from a sample: casparian scaffold ${commentName(scriptName)} sample.csv --force`,
  ];
  const body = [
    `name = ${pythonLiteral(name, isUtf8)}`,
    'version = "1.0.0"',
    'topics = []',
    ...(outputs === null ? hint : []),
    `outputs = ${first}`,
    ...rest,
    '',
    'def parse(self, ctx):',
    '    return parse(ctx.input_path)',
  ];
  return ['class Parser:', ...body.map((line) => (line === '' ? '' : `    ${line}`))];
}

/** The parts of a Python script's top level that scaffolding needs. */
export interface PythonOutline {
  readonly functions: readonly string[];
  readonly parse: 'function' | 'async' | 'none';
  readonly parser: 'class' | 'other' | 'none';
  /** Where `if __name__ == "__main__":` begins, if nothing follows it. */
  readonly mainBlockAt: number | null;
}

function outlinePython(statements: readonly Statement[]): PythonOutline {
  const texts = statements.map(({ text }) => text);
  const functions = texts.flatMap((text) => /^(?:async\s+)?def\s+(\w+)/.exec(text)?.[1] ?? []);
  const last = statements.findLast(({ text }) => !/^(?:else|elif)\b/.test(text));
  return {
    functions,
    parse: howParseIsDefined(texts),
    parser: howParserIsDefined(texts),
    mainBlockAt: last !== undefined && /^if\b.*\b__name__\b/.test(last.text) ? last.at : null,
  };
}

/** In Python, the last definition of a name counts. */
function howParseIsDefined(texts: readonly string[]): PythonOutline['parse'] {
  const last = texts.findLast((text) => /^(?:async\s+)?def\s+parse\b/.test(text) || binds(text, 'parse'));
  if (last === undefined) return 'none';
  return last.startsWith('async') ? 'async' : 'function';
}

function howParserIsDefined(texts: readonly string[]): PythonOutline['parser'] {
  if (texts.some((text) => /^class\s+Parser\b/.test(text))) return 'class';
  return texts.some((text) => binds(text, 'Parser')) ? 'other' : 'none';
}

/** Whether the statement assigns or imports the name. */
function binds(text: string, name: string): boolean {
  if (new RegExp(`^${name}\\s*(?::[^=]+)?=(?!=)`).test(text)) return true;
  const imported = /^(?:from\s+\S+\s+)?import\s+(.*)$/.exec(text)?.[1] ?? '';
  return imported.split(',').some(
    (one) =>
      one
        .replace(/[()]/g, '')
        .trim()
        .split(/\s+as\s+/)
        .at(-1)
        ?.trim() === name,
  );
}

/** The first line of a top-level statement. */
export interface Statement {
  /** Its position in the source. */
  readonly at: number;
  /** Its text up to the end of the line, without strings and comments. */
  readonly text: string;
}

/**
 * Tokens that may contain the end of a line: comments, and strings of both kinds. A single-line string ends with its
 * line.
 */
const SKIPPED = /#[^\n]*|("""|''')(?:\\[^]|(?!\1)[^\\])*(?:\1|$)|(["'])(?:\\[^]|(?!\2)[^\\\n])*(?:\2|(?=\n)|$)/g;

/**
 * The statements that begin at the left edge. Strings and comments are blanked first, because a docstring may contain
 * anything; lines inside brackets and after a backslash continue the statement before them. No interpreter is used: a
 * script can be scaffolded on a machine that cannot run it.
 */
function topLevelStatements(text: string): Statement[] {
  const code = text.replace(SKIPPED, (skipped) => skipped.replace(/[^\n\r]/g, ' '));
  const statements: Statement[] = [];
  let depth = 0;
  let at = 0;
  let continues = false;
  for (const line of code.split('\n')) {
    if (depth === 0 && !continues && /^[^\s)\]}]/.test(withoutMark(line, at))) {
      statements.push({ at, text: withoutMark(line, at).trimEnd() });
    }
    for (const bracket of line.match(/[()[\]{}]/g) ?? [])
      depth = Math.max(0, depth + ('([{'.includes(bracket) ? 1 : -1));
    continues = /\\\r?$/.test(line);
    at += line.length + 1;
  }
  return statements;
}

/** The UTF-8 byte order mark, read byte by byte, is not part of a statement. */
function withoutMark(line: string, at: number): string {
  return at === 0 ? line.replace(/^\xef\xbb\xbf/, '') : line;
}

/** `outputs` as a dict. */
function pythonOutputs(outputs: Outputs, isUtf8: boolean): string[] {
  return entryLines(outputs, { indent: '    ', literal: (value) => pythonLiteral(value, isUtf8) });
}

function pythonLiteral(value: unknown, isUtf8: boolean): string {
  if (typeof value === 'string') return pythonString(value, isUtf8);
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map((item) => pythonLiteral(item, isUtf8)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => [key, item].map((one) => pythonLiteral(one, isUtf8)));
  return `{${entries.map((entry) => entry.join(': ')).join(', ')}}`;
}

/** JSON's escapes are valid in Python too. In a file with another encoding, non-ASCII letters are escaped as well. */
function pythonString(text: string, isUtf8: boolean): string {
  const literal = JSON.stringify(text);
  return isUtf8 ? literal : literal.replace(/[^\p{ASCII}]/gu, escaped);
}

function escaped(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
