import type { ParserFile } from '../../bridge/index.js';
import { commentName, entryLines, type Outputs } from './entries.js';
import { hasClassAlready, hasNoParse, nameIsTaken, parseHasNoName } from './refusals.js';
import type { Draft } from './scaffold-parser.js';
import { insertLines, linesBefore, type Source } from './source.js';

/** Checks a TypeScript or JavaScript file; returns a function that appends the class. */
export function scaffoldNode(source: Source, script: ParserFile): (draft: Draft) => Uint8Array {
  const { functions, parse, parser, isCommonJs } = outlineNode(blankedNodeCode(source.text));
  if (parser === 'class') throw hasClassAlready(script);
  if (parse === 'none') throw hasNoParse(script, functions, 'export function parse(path) { … }');
  if (parse === 'unnamed') throw parseHasNoName(script);
  if (parser === 'other') throw nameIsTaken(script);
  const ctx = script.typescript ? 'ctx: { inputPath: string }' : 'ctx';
  return (draft) => {
    const lines = classLines(draft, { ctx, call: parse.call });
    const exported = isCommonJs ? [...lines, 'module.exports.Parser = Parser;'] : exportedFirst(lines);
    const end = source.bytes.length;
    return insertLines(source, end, [...linesBefore(source, end, 1), ...exported]);
  };
}

function exportedFirst([first = '', ...rest]: readonly string[]): string[] {
  return [`export ${first}`, ...rest];
}

function classLines({ name, outputs, scriptName }: Draft, parse: { ctx: string; call: string }): string[] {
  const [first = '', ...rest] = outputs === null ? ['{}'] : nodeOutputs(outputs);
  const hint = [
    "// The columns and their types, for example { id: 'int!', amount: 'decimal(18,2)', day: 'date' }.",
    `// To have them filled in from a sample: casparian scaffold ${commentName(scriptName)} sample.csv --force`,
  ];
  const body = [
    `name = ${JSON.stringify(name)};`,
    'version = "1.0.0";',
    'topics = [];',
    ...(outputs === null ? hint : []),
    ...[`outputs = ${first}`, ...rest].map((line, at) => (at === rest.length ? `${line};` : line)),
    '',
    `parse(${parse.ctx}) {`,
    `  return ${parse.call}(ctx.inputPath);`,
    '}',
  ];
  return ['class Parser {', ...body.map((line) => (line === '' ? '' : `  ${line}`)), '}'];
}

/** The parts of a TypeScript or JavaScript file's top level that scaffolding needs. */
export interface NodeOutline {
  readonly functions: readonly string[];
  /** The name of the parse function inside the file; `unnamed` if the file cannot call it. */
  readonly parse: { readonly call: string } | 'unnamed' | 'none';
  readonly parser: 'class' | 'other' | 'none';
  readonly isCommonJs: boolean;
}

const NAME = '[\\w$]+';
const FUNCTION = `(?:async\\s+)?function\\s*\\*?\\s*`;
const VARIABLE = '(?:const|let|var)\\s+';

/** `code` has no comments and no strings. Only code that begins at the left edge counts: the rest is nested. */
function outlineNode(code: string): NodeOutline {
  const isCommonJs = !/^export\b/m.test(code) && /^(?:module\.)?exports\b/m.test(code);
  return {
    functions: [...code.matchAll(new RegExp(`^(?:export\\s+)?(?:default\\s+)?${FUNCTION}(${NAME})`, 'gm'))].map(first),
    parse: isCommonJs
      ? commonJsParse(code)
      : (namedExport(code) ?? listedExport(code) ?? defaultExport(code) ?? 'none'),
    parser: parserIn(code),
    isCommonJs,
  };
}

function namedExport(code: string): NodeOutline['parse'] | undefined {
  return new RegExp(`^export\\s+(?:${FUNCTION}|${VARIABLE})parse\\b`, 'm').test(code) ? { call: 'parse' } : undefined;
}

/** `export { parse }` or `export { readSales as parse }`. */
function listedExport(code: string): NodeOutline['parse'] | undefined {
  const listed = [...code.matchAll(/^export\s*\{([^}]*)\}(?!\s*from)/gm)].flatMap((match) => first(match).split(','));
  const names = listed.map((one) => one.trim().split(/\s+as\s+/));
  const parse = names.find((name) => name.at(-1) === 'parse') ?? names.find((name) => name.at(-1) === 'default');
  return parse?.[0] === undefined ? undefined : { call: parse[0] };
}

function defaultExport(code: string): NodeOutline['parse'] | undefined {
  const named = new RegExp(
    `^export\\s+default\\s+(?:${FUNCTION})?(?!function\\b|async\\b|class\\b)(${NAME})\\s*[(;<\\r\\n]`,
    'm',
  );
  const match = named.exec(code);
  if (match !== null) return { call: first(match) };
  return /^export\s+default\s+(?!class\b)/m.test(code) ? 'unnamed' : undefined;
}

function commonJsParse(code: string): NodeOutline['parse'] {
  const isProperty =
    /^(?:module\.)?exports\.parse\s*=/m.test(code) || /^module\.exports\s*=\s*\{[^}]*\bparse\b/m.test(code);
  if (isProperty) return { call: 'module.exports.parse' };
  const whole = new RegExp(`^module\\.exports\\s*=\\s*(?:${FUNCTION})?(${NAME})`, 'm').exec(code);
  return whole === null ? 'none' : { call: first(whole) };
}

function parserIn(code: string): NodeOutline['parser'] {
  if (/^(?:export\s+)?(?:default\s+)?class\s+Parser\b/m.test(code)) return 'class';
  if (/^export\s+default\s+class\b/m.test(code) || /^(?:module\.)?exports\.Parser\s*=/m.test(code)) return 'class';
  const isBound = new RegExp(
    `^(?:export\\s+)?(?:${FUNCTION}|${VARIABLE})Parser\\b|^import\\b[^;]*\\bParser\\b(?!\\s+as\\b)`,
    'm',
  );
  return isBound.test(code) ? 'other' : 'none';
}

function first(match: RegExpMatchArray): string {
  return match[1] ?? '';
}

/** Comments, strings, templates, and regular expressions where a value may begin. */
const SKIPPED =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|(["'])(?:\\[^]|(?!\1)[^\\\n])*(?:\1|(?=\n)|$)|`(?:\\[^]|[^\\`])*(?:`|$)|(?<=[=(,:;!&|?{}[\n]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//g;

/** The code without comments and strings; every character keeps its position. */
function blankedNodeCode(text: string): string {
  return text.replace(SKIPPED, (skipped) => skipped.replace(/[^\n\r]/g, ' '));
}

/** `outputs` as an object literal: JSON is one. */
function nodeOutputs(outputs: Outputs): string[] {
  return entryLines(outputs, { indent: '  ', literal: (value) => JSON.stringify(value) });
}
