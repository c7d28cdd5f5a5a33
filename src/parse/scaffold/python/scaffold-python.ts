import type { ParserFile } from '../../../bridge/index.js';
import { commentName } from '../comment-name.js';
import { hasClassAlready, hasNoParse, nameIsTaken, parseIsAsync } from '../refusals.js';
import type { Draft } from '../scaffold-parser.js';
import { insertLines, linesBefore, type Source } from '../source.js';
import { pythonLiteral, pythonOutputs } from './literal.js';
import { topLevelStatements } from './statements.js';
import { surveyPython } from './survey.js';

/** Judges a Python script; answers what puts the class into it. */
export function scaffoldPython(source: Source, script: ParserFile): (draft: Draft) => Uint8Array {
  const { functions, parse, parser, mainBlockAt } = surveyPython(topLevelStatements(source.text));
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

/** Comments right above the block belong to it. */
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
