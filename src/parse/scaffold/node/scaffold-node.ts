import type { ParserFile } from '../../../bridge/index.js';
import { commentName } from '../comment-name.js';
import { hasClassAlready, hasNoParse, nameIsTaken, parseHasNoName } from '../refusals.js';
import type { Draft } from '../scaffold-parser.js';
import { insertLines, linesBefore, type Source } from '../source.js';
import { blankedNodeCode } from './blank.js';
import { nodeOutputs } from './literal.js';
import { surveyNode } from './survey.js';

/** Judges a TypeScript or JavaScript file; answers what puts the class at its end. */
export function scaffoldNode(source: Source, script: ParserFile): (draft: Draft) => Uint8Array {
  const { functions, parse, parser, isCommonJs } = surveyNode(blankedNodeCode(source.text));
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
